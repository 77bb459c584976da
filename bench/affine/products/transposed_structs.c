/* C = A * transposed B, of matrices with a table of their rows. */
#include "../affine.h"

#ifndef N
#define N 1100
#endif

typedef struct {
  int rows, cols;
  double **row;
} table;

static table make_table(int rows, int cols) {
  table made = {rows, cols, malloc(rows * sizeof(double *))};
  made.row[0] = calloc((size_t)rows * cols, sizeof(double));
  for (int i = 1; i < rows; i++)
    made.row[i] = made.row[i - 1] + cols;
  return made;
}

static void fill_table(table *m, int salt) {
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->cols; j++)
      m->row[i][j] = affine_value(i, j, salt);
}

static void free_table(table *m) {
  free(m->row[0]);
  free(m->row);
}

static double dot(const double *x, const double *y, int count) {
  double sum = 0;
  for (int k = 0; k < count; k++)
    sum += x[k] * y[k];
  return sum;
}

static void multiply_transposed(table *c, const table *a, const table *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->rows; j++)
      c->row[i][j] = dot(a->row[i], b->row[j], a->cols);
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  table a = make_table(n, n), b = make_table(n, n), c = make_table(n, n);
  fill_table(&a, 1);
  fill_table(&b, 2);
  double begin = affine_now();
  multiply_transposed(&c, &a, &b);
  affine_kernel(begin);
  affine_doubles("c", c.row[0], (size_t)n * n);
  free_table(&a);
  free_table(&b);
  free_table(&c);
  return 0;
}
