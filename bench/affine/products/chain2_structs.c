/* D = scale * A * B * C, of matrices made at run time. */
#include "../matrix.h"

#ifndef N
#define N 900
#endif

static void multiply(struct matrix *to, const struct matrix *x, const struct matrix *y, double scale) {
  for (int i = 0; i < to->rows; i++)
    for (int j = 0; j < to->cols; j++) {
      *at(to, i, j) = 0;
      for (int k = 0; k < x->cols; k++)
        *at(to, i, j) += scale * *at(x, i, k) * *at(y, k, j);
    }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct matrix *m[5];
  for (int i = 0; i < 5; i++)
    m[i] = new_matrix(n, n);
  for (int i = 0; i < 3; i++)
    fill_matrix(m[i], i + 1);
  double begin = affine_now();
  multiply(m[3], m[0], m[1], 0.75);
  multiply(m[4], m[3], m[2], 1);
  affine_kernel(begin);
  print_matrix("d", m[4]);
  for (int i = 0; i < 5; i++)
    free_matrix(m[i]);
  return 0;
}
