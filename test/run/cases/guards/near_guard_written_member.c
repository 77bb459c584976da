/* PARALLEL: 0 */
/* The member says where the row begins, and is another number when a test of the addresses would read it. */
#include <stdio.h>
enum { N = 64, ROWS = 3 };
struct table {
  int first, rows;
};
static double cells[ROWS * N + 1];

static void shift(double *to, const double *from, struct table *restrict t, int n) {
  double *row = to + t->first;
  t->first = 0;
  for (int i = 0; i < n; i++)
    row[i] = from[i] + t->first + 1;
}

static void scale(double *to, const double *from, struct table *restrict t, int n) {
  double *row = to + t->first;
  for (int i = 0; i < n; i++)
    row[i] = from[i] * 2 + t->first;
}

int main(void) {
  struct table t = {2 * N + 1, ROWS};
  shift(cells, cells + 2 * N, &t, N);
  scale(cells, cells + 2 * N, &t, N);
  printf("%g %g %g %g\n", cells[0], cells[N], cells[2 * N + 1], cells[3 * N]);
  return 0;
}
