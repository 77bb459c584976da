/* The rank-2 update, of matrices with a table of their rows. */
#include "../affine.h"

#ifndef N
#define N 1200
#endif
#ifndef K
#define K (N / 3 * 2)
#endif

static double **new_rows(int rows, int cols, int salt) {
  double **row = malloc(rows * sizeof *row);
  for (int i = 0; i < rows; i++) {
    row[i] = malloc(cols * sizeof **row);
    for (int j = 0; j < cols; j++)
      row[i][j] = affine_value(i, j, salt);
  }
  return row;
}

static void free_rows(double **row, int rows) {
  for (int i = 0; i < rows; i++)
    free(row[i]);
  free(row);
}

static void update(double **c, double **a, double **b, int n, int terms, double alpha, double beta) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = 0; k < terms; k++)
        sum += a[i][k] * b[j][k] + b[i][k] * a[j][k];
      c[i][j] = beta * c[i][j] + alpha * sum;
    }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), terms = affine_size(argc, argv, 2, K);
  double **a = new_rows(n, terms, 1), **b = new_rows(n, terms, 2), **c = new_rows(n, n, 3);
  double begin = affine_now();
  update(c, a, b, n, terms, 1.5, 1.2);
  affine_kernel(begin);
  double *all = malloc((size_t)n * n * sizeof *all);
  for (int i = 0; i < n; i++)
    memcpy(all + (size_t)i * n, c[i], n * sizeof *all);
  affine_doubles("c", all, (size_t)n * n);
  free(all);
  free_rows(a, n);
  free_rows(b, n);
  free_rows(c, n);
  return 0;
}
