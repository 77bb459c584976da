/* SEQUENTIAL
 * k++ is evaluated once for the range. */
#include <stdio.h>
static unsigned y[5000];
int main(int argc, char **argv) {
  int k = 0;
  int a[10] = {[0 ... 9] = k++};
  for (int q = 0; q < 4000; q++)
    y[q + k + 8] = y[q + 18] * 3 + q + a[3];
  unsigned t = 0;
  for (int i = 0; i < 5000; i++)
    t = t * 31 + y[i];
  printf("%u %d\n", t, k);
  return 0;
}
