/* PARALLEL: 0 */
/* The test of an inner do-while loop, which a break passes: what it reads may not be there. */
#include <stdio.h>
enum { N = 40 };
struct table {
  double *to, *from;
};
static double seen[N], some[N + 1];

static void copy(struct table *t, int n, int is_empty) {
  for (int i = 0; i < n; i++) {
    seen[i] += i;
    do {
      if (is_empty)
        break;
    } while ((t->to[i] = t->from[i] + 1) < 0);
  }
}

int main(void) {
  struct table table = {some + 1, some};
  copy(0, N, 1);
  copy(&table, N, 0);
  printf("%g %g %g\n", seen[N - 1], some[1], some[N]);
  return 0;
}
