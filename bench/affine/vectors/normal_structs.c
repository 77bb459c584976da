/* x = transposed A * (A * x), one function for each product. */
#include "../matrix.h"

#ifndef N
#define N 2000
#endif
#define STEPS 50

static void apply(double *to, const struct matrix *a, const double *x) {
  for (int i = 0; i < a->rows; i++) {
    double sum = 0;
    for (int j = 0; j < a->cols; j++)
      sum += *at(a, i, j) * x[j];
    to[i] = sum;
  }
}

static void apply_transposed(double *to, const struct matrix *a, const double *x) {
  for (int j = 0; j < a->cols; j++) {
    double sum = 0;
    for (int i = 0; i < a->rows; i++)
      sum += *at(a, i, j) * x[i];
    to[j] = sum;
  }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), steps = affine_size(argc, argv, 2, STEPS);
  struct matrix *a = new_matrix(n, n);
  fill_matrix(a, 1);
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *product = malloc(n * sizeof *product);
  for (int i = 0; i < n; i++)
    x[i] = affine_value(i, 0, 2);
  double begin = affine_now();
  for (int step = 0; step < steps; step++) {
    apply(product, a, x);
    apply_transposed(y, a, product);
    for (int j = 0; j < n; j++)
      x[j] = y[j] * 4 / n / n;
  }
  affine_kernel(begin);
  affine_doubles("x", x, n);
  free_matrix(a);
  free(x);
  free(y);
  free(product);
  return 0;
}
