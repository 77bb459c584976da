/* SEQUENTIAL
 * What could run in parallel is excluded, or whole. */
#include <kasuri/annotations.h>
#include <stdio.h>

static double a[3000], b[3000];

KASURI_WHOLE
static double total(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

int main(void) {
  KASURI_EXCLUDE
  for (int i = 0; i < 3000; i++)
    a[i] = i;
  KASURI_EXCLUDE
  {
    for (int i = 0; i < 3000; i++)
      b[i] = a[i] * 2;
  }
  printf("%g\n", total(b, 3000));
  return 0;
}
