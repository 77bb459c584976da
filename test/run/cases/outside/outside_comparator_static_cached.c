/* The comparator sets mode, which is then no longer 0. */
#include <stdio.h>
#include <stdlib.h>
static int mode;
static int v[2000];
static unsigned y[5000];
static int cmp(const void *a, const void *b) {
  mode = 1;
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  mode = 0;
  for (int i = 0; i < 2000; i++)
    v[i] = (i * 7919) % 2000;
  qsort(v, 2000, sizeof v[0], cmp);
  int k = mode;
  for (int i = 1; i < 4999; i++)
    y[i + k] = y[i] * 3 + i;
  unsigned s = 0;
  for (int i = 0; i < 5000; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
