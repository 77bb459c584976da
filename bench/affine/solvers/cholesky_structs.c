/* A = L * transposed L in place, column by column, with functions for the steps. */
#include "../matrix.h"

#include <math.h>

#ifndef N
#define N 1600
#endif

static double reduced(const struct matrix *a, int i, int j) {
  double sum = *at(a, i, j);
  for (int k = 0; k < j; k++)
    sum -= *at(a, i, k) * *at(a, j, k);
  return sum;
}

static int factorize(struct matrix *a) {
  for (int j = 0; j < a->cols; j++) {
    double pivot = reduced(a, j, j);
    if (pivot <= 0)
      return 0;
    *at(a, j, j) = sqrt(pivot);
    for (int i = j + 1; i < a->rows; i++)
      *at(a, i, j) = reduced(a, i, j) / *at(a, j, j);
  }
  return 1;
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct matrix *a = new_matrix(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      *at(a, i, j) = *at(a, j, i) = affine_value(i, j, 1) + (i == j ? n : 0);
  double begin = affine_now();
  int is_definite = factorize(a);
  affine_kernel(begin);
  if (is_definite)
    print_matrix("l", a);
  free_matrix(a);
  return !is_definite;
}
