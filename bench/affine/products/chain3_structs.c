/* G = (A * B) * (C * D); each product makes its matrix. */
#include "../matrix.h"

#ifndef N
#define N 800
#endif

static struct matrix *product(const struct matrix *x, const struct matrix *y) {
  struct matrix *made = new_matrix(x->rows, y->cols);
  for (int i = 0; i < x->rows; i++)
    for (int j = 0; j < y->cols; j++)
      for (int k = 0; k < x->cols; k++)
        *at(made, i, j) += *at(x, i, k) * *at(y, k, j);
  return made;
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct matrix *a = new_matrix(n, n), *b = new_matrix(n, n), *c = new_matrix(n, n), *d = new_matrix(n, n);
  fill_matrix(a, 1);
  fill_matrix(b, 2);
  fill_matrix(c, 3);
  fill_matrix(d, 4);
  double begin = affine_now();
  struct matrix *e = product(a, b);
  struct matrix *f = product(c, d);
  struct matrix *g = product(e, f);
  affine_kernel(begin);
  print_matrix("g", g);
  struct matrix *all[] = {a, b, c, d, e, f, g};
  for (int i = 0; i < 7; i++)
    free_matrix(all[i]);
  return 0;
}
