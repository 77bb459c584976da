/* B = L * B in place, with the triangle packed row after row. */
#include "../matrix.h"

#ifndef N
#define N 1100
#endif

struct triangle {
  int order;
  double *data;
};

static inline double *entry(const struct triangle *l, int i, int j) { return &l->data[(size_t)i * (i + 1) / 2 + j]; }

static void multiply_in_place(struct matrix *b, const struct triangle *l) {
  for (int i = l->order - 1; i >= 0; i--)
    for (int j = 0; j < b->cols; j++) {
      double sum = *entry(l, i, i) * *at(b, i, j);
      for (int k = 0; k < i; k++)
        sum += *entry(l, i, k) * *at(b, k, j);
      *at(b, i, j) = sum;
    }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct triangle l = {n, malloc((size_t)n * (n + 1) / 2 * sizeof(double))};
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      *entry(&l, i, j) = affine_value(i, j, 1);
  struct matrix *b = new_matrix(n, n);
  fill_matrix(b, 2);
  double begin = affine_now();
  multiply_in_place(b, &l);
  affine_kernel(begin);
  print_matrix("b", b);
  free_matrix(b);
  free(l.data);
  return 0;
}
