/* Matrices in one block each, multiplied. With pragmas of OpenMP, by hand. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, const double *a, const double *b, double *c) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 700;
  size_t bytes = (size_t)n * n * sizeof(double);
  double *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes), trace = 0;
  if (!a || !b || !c)
    return 1;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n * n; i++) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  multiply(n, a, b, c);
  for (int i = 0; i < n; i++)
    trace += c[i * n + i];
  printf("%.17g\n", trace);
  return 0;
}
