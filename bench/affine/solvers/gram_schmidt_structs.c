/* A = Q * R, with functions of columns. */
#include "../matrix.h"

#include <math.h>

#ifndef N
#define N 700
#endif

static double dot(const struct matrix *x, int i, const struct matrix *y, int j) {
  double sum = 0;
  for (int row = 0; row < x->rows; row++)
    sum += *at(x, row, i) * *at(y, row, j);
  return sum;
}

static double normalize(struct matrix *q, const struct matrix *a, int column) {
  double length = sqrt(dot(a, column, a, column));
  for (int row = 0; row < a->rows; row++)
    *at(q, row, column) = *at(a, row, column) / length;
  return length;
}

static void subtract(struct matrix *a, int j, const struct matrix *q, int k, double factor) {
  for (int row = 0; row < a->rows; row++)
    *at(a, row, j) -= *at(q, row, k) * factor;
}

static void orthogonalize(struct matrix *a, struct matrix *q, struct matrix *r) {
  for (int k = 0; k < a->cols; k++) {
    *at(r, k, k) = normalize(q, a, k);
    for (int j = k + 1; j < a->cols; j++) {
      *at(r, k, j) = dot(q, k, a, j);
      subtract(a, j, q, k, *at(r, k, j));
    }
  }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct matrix *a = new_matrix(n, n), *q = new_matrix(n, n), *r = new_matrix(n, n);
  fill_matrix(a, 1);
  for (int i = 0; i < n; i++)
    *at(a, i, i) += 20;
  double begin = affine_now();
  orthogonalize(a, q, r);
  affine_kernel(begin);
  print_matrix("q", q);
  print_matrix("r", r);
  free_matrix(a);
  free_matrix(q);
  free_matrix(r);
  return 0;
}
