/* seidel.c by hand. */
#include "rows.h"
#include "timing.h"

#include <stdlib.h>

static double *u, *f;
static int n;

static void some_rows(int thread) {
  const int m = n;
  double *restrict x = u;
  const double *restrict y = f;
  for (int i = 1 + thread; i < n - 1; i += THREADS)
    for (int from = 1; from < m - 1; from += CHUNK) {
      const int to = from + CHUNK < m - 1 ? from + CHUNK : m - 1;
      if (i > 1)
        await(thread, i, m, to);
      for (int j = from; j < to; j++)
        x[i * m + j] =
            0.25 * (x[(i - 1) * m + j] + x[(i + 1) * m + j] + x[i * m + j - 1] + x[i * m + j + 1] + y[i * m + j]);
      publish(thread, i, m, to);
    }
}

int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 1500;
  const int times = argc > 2 ? atoi(argv[2]) : 50;
  u = malloc((size_t)n * (size_t)n * sizeof *u);
  f = malloc((size_t)n * (size_t)n * sizeof *f);
  for (int i = 0; i < n * n; i++) {
    u[i] = i % 97;
    f[i] = i % 13;
  }
  start_threads();
  run_rows(some_rows);
  const double begin = now();
  for (int t = 0; t < times; t++)
    run_rows(some_rows);
  tell(begin);
  printf("%a\n", u[n * n / 2 + n / 3]);
  return 0;
}
