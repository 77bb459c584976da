/* Qsort calls back: what the comparator writes is read after it. */
#include <stdio.h>
#include <stdlib.h>
static unsigned count;
static int v[20000];
static unsigned y[50000];
static int cmp(const void *a, const void *b) {
  count++;
  return *(const int *)a - *(const int *)b;
}
static void sortit(void) {
  for (int r = 0; r < 3; r++) {
    for (int i = 0; i < 20000; i++)
      v[i] = (i * 7919 + r) % 20000;
    qsort(v, 20000, sizeof v[0], cmp);
  }
}
static void other(void) {
  for (int i = 0; i < 50000; i++)
    y[i] = count + i;
}
int main(void) {
  sortit();
  other();
  unsigned s = count;
  for (int i = 0; i < 50000; i++)
    s = s * 31 + y[i];
  for (int i = 0; i < 20000; i++)
    s = s * 31 + v[i];
  printf("%u\n", s);
  return 0;
}
