/* A = L * U in place, a function for the elimination from one row. */
#include "../affine.h"

#ifndef N
#define N 1600
#endif

struct matrix {
  int rows, cols;
  double *data;
};

static inline double *row_of(struct matrix *m, int i) { return m->data + (size_t)i * m->cols; }

static void eliminate(double *row, const double *pivot, int from, int end) {
  double factor = row[from] / pivot[from];
  row[from] = factor;
  for (int j = from + 1; j < end; j++)
    row[j] -= factor * pivot[j];
}

static void factorize(struct matrix *m) {
  for (int k = 0; k < m->rows - 1; k++)
    for (int i = k + 1; i < m->rows; i++)
      eliminate(row_of(m, i), row_of(m, k), k, m->cols);
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct matrix m = {n, n, malloc((size_t)n * n * sizeof(double))};
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      row_of(&m, i)[j] = affine_value(i, j, 1) + (i == j ? n : 0);
  double begin = affine_now();
  factorize(&m);
  affine_kernel(begin);
  affine_doubles("lu", m.data, (size_t)n * n);
  free(m.data);
  return 0;
}
