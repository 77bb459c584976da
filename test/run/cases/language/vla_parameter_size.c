/* The size in a parameter's type changes n on entry. */
#include <stdio.h>
static unsigned y[5000];
static int n;
static void f(int (*a)[n++ + 1]) {
  int k = n;
  for (int q = 0; q < 4000; q++)
    y[q + k] = y[q] * 3 + q;
}
int main(int argc, char **argv) {
  int z[1][1] = {{0}};
  n = 0;
  f(z);
  int k = n;
  for (int q = 0; q < 4000; q++)
    y[q + k] = y[q] * 5 + q;
  unsigned t = 0;
  for (int i = 0; i < 5000; i++)
    t = t * 31 + y[i];
  printf("%u %d\n", t, n);
  return 0;
}
