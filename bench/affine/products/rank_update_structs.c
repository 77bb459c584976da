/* The lower triangle of C = beta * C + alpha * A * transposed A, one function for each step. */
#include "../matrix.h"

#ifndef N
#define N 1500
#endif
#ifndef K
#define K (N / 3 * 2)
#endif

static void scale_lower(struct matrix *c, double beta) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j <= i; j++)
      *at(c, i, j) *= beta;
}

static void add_products(struct matrix *c, const struct matrix *a, double alpha) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < a->cols; k++)
        *at(c, i, j) += alpha * *at(a, i, k) * *at(a, j, k);
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct matrix *a = new_matrix(n, affine_size(argc, argv, 2, K)), *c = new_matrix(n, n);
  fill_matrix(a, 1);
  fill_matrix(c, 2);
  double begin = affine_now();
  scale_lower(c, 1.2);
  add_products(c, a, 1.5);
  affine_kernel(begin);
  print_matrix("c", c);
  free_matrix(a);
  free_matrix(c);
  return 0;
}
