// Sizes that the function has set and read in front of a nest, or that only the start of the nest's first loop reads, are
// read once more in front of it.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
#include <stddef.h>
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

static struct matrix *made(int rows, int cols) {
  struct matrix *m = malloc(sizeof *m);
  m->rows = rows;
  m->cols = cols;
  m->data = malloc(sizeof(double) * rows * cols);
  return m;
}

static void fill(struct matrix *m) {
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->cols; j++)
      *at(m, i, j) = i + j;
}

// CHECK: {{^}}nest {{.*}}read-sizes.c:[[#@LINE+5]]:3 {{.*}}loop over 'j' innermost
double known(int n) {
  struct matrix *l = made(n, n), *x = made(n, n);
  fill(l);
  fill(x);
  for (int j = 0; j < x->cols; j++)
    for (int i = 0; i < l->rows; i++)
      for (int k = 0; k < i; k++)
        *at(x, i, j) -= *at(l, i, k) * *at(x, k, j);
  const double last = *at(x, n - 1, n - 1);
  free(l);
  free(x);
  return last;
}

// CHECK: {{^}}nest {{.*}}read-sizes.c:[[#@LINE+2]]:3 {{.*}}loop over 'j' innermost
void downwards(const struct matrix *l, struct matrix *b) {
  for (int i = l->rows - 1; i >= 0; i--)
    for (int j = 0; j < b->cols; j++) {
      double sum = *at(b, i, j);
      for (int k = 0; k < i; k++)
        sum += *at(l, i, k) * *at(b, k, j);
      *at(b, i, j) = sum;
    }
}
