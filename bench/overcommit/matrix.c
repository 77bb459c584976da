/* Multiplies matrices again and again: matrix SIZE TIMES. The same source for Kasuri and for OpenMP. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 512
static double a[MOST][MOST], b[MOST][MOST], c[MOST][MOST];

static void multiply(int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100, times = argc > 2 ? atoi(argv[2]) : 1;
  if (n < 1 || n > MOST)
    return 2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = i % 7 + j % 5;
      b[i][j] = i % 3 - j % 4;
    }
  for (int time = 0; time < times; time++) {
    multiply(n);
    a[time % n][time % n] += c[n - 1][time % n] > 0 ? 1 : -1;
  }
  printf("%g\n", c[n / 2][n / 3]);
  return 0;
}
