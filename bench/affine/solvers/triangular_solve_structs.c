/* L * X = B for many right-hand sides, each solved by a function. */
#include "../matrix.h"

#ifndef N
#define N 1100
#endif

static void solve_column(const struct matrix *l, struct matrix *x, int j) {
  for (int i = 0; i < l->rows; i++) {
    double rest = *at(x, i, j);
    for (int k = 0; k < i; k++)
      rest -= *at(l, i, k) * *at(x, k, j);
    *at(x, i, j) = rest / *at(l, i, i);
  }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct matrix *l = new_matrix(n, n), *x = new_matrix(n, n);
  fill_matrix(l, 1);
  fill_matrix(x, 2);
  for (int i = 0; i < n; i++)
    *at(l, i, i) = n;
  double begin = affine_now();
  for (int j = 0; j < x->cols; j++)
    solve_column(l, x, j);
  affine_kernel(begin);
  print_matrix("x", x);
  free_matrix(l);
  free_matrix(x);
  return 0;
}
