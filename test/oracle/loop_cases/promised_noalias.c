/* CONFLICTS: 2
 * What two pointers lead to overlaps, which a promise denies. */
#include <kasuri/annotations.h>
static double values[200];
static int column[100];

static void add(double *y, const double *x, int n) {
#ifdef CLAIMED
  KASURI_NO_ALIAS(x, y)
#endif
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]] + 1;
}

int main(void) {
  for (int i = 0; i < 100; i++)
    column[i] = (i * 37 + 11) % 100;
  add(values, values + 50, 100);
  return values[7] > 1e9;
}
