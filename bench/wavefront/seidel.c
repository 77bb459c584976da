/* Gauss-Seidel in place, with five neighbors and a right-hand side. */
#include "timing.h"

#include <stdlib.h>

static void sweep(double *restrict u, const double *restrict f, int n, int m) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      u[i * m + j] =
          0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1] + f[i * m + j]);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1500, times = argc > 2 ? atoi(argv[2]) : 50;
  double *u = malloc((size_t)n * (size_t)n * sizeof *u), *f = malloc((size_t)n * (size_t)n * sizeof *f);
  for (int i = 0; i < n * n; i++) {
    u[i] = i % 97;
    f[i] = i % 13;
  }
  sweep(u, f, n, n);
  const double begin = now();
  for (int t = 0; t < times; t++)
    sweep(u, f, n, n);
  tell(begin);
  printf("%a\n", u[n * n / 2 + n / 3]);
  return 0;
}
