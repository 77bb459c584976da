/* SEQUENTIAL
 * The size of an inner dimension changes i. */
#include <stdio.h>
static unsigned y[5000];
int main(int argc, char **argv) {
  int i = 0;
  int a[2][argc + i++];
  a[0][0] = 0;
  for (int q = 0; q < 4000; q++)
    y[q + i] = y[q] * 3 + q;
  unsigned t = 0;
  for (int i = 0; i < 5000; i++)
    t = t * 31 + y[i];
  printf("%u %d\n", t, i);
  return 0;
}
