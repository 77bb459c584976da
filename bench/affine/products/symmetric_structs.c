/* C = alpha * A * B + beta * C, where an accessor mirrors the stored triangle of A. */
#include "../matrix.h"

#ifndef N
#define N 800
#endif

static inline double symmetric(const struct matrix *m, int i, int j) { return j <= i ? *at(m, i, j) : *at(m, j, i); }

static void multiply(struct matrix *c, const struct matrix *a, const struct matrix *b, double alpha, double beta) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += symmetric(a, i, k) * *at(b, k, j);
      *at(c, i, j) = alpha * sum + beta * *at(c, i, j);
    }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct matrix *a = new_matrix(n, n), *b = new_matrix(n, n), *c = new_matrix(n, n);
  fill_matrix(a, 1);
  fill_matrix(b, 2);
  fill_matrix(c, 3);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      *at(a, i, j) = -999;
  double begin = affine_now();
  multiply(c, a, b, 1.5, 1.2);
  affine_kernel(begin);
  print_matrix("c", c);
  free_matrix(a);
  free_matrix(b);
  free_matrix(c);
  return 0;
}
