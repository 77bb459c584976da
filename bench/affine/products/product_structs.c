/* C = A * B, of matrices made at run time. */
#include "../matrix.h"

#ifndef N
#define N 1100
#endif

static void multiply(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct matrix *a = new_matrix(n, n), *b = new_matrix(n, n), *c = new_matrix(n, n);
  fill_matrix(a, 1);
  fill_matrix(b, 2);
  double begin = affine_now();
  multiply(c, a, b);
  affine_kernel(begin);
  print_matrix("c", c);
  free_matrix(a);
  free_matrix(b);
  free_matrix(c);
  return 0;
}
