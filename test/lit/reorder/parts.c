// Iterations that each call a function for a part of the arrays, by their number, are no time steps: they are a nest with the
// function's loops, in any order.
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -O2 | FileCheck %s
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

static struct matrix *new_matrix(int size) {
  struct matrix *m = malloc(sizeof *m);
  m->rows = m->cols = size;
  m->data = calloc((size_t)size * size, sizeof *m->data);
  return m;
}

static void solve_column(const struct matrix *l, struct matrix *x, int j) {
  for (int i = 0; i < l->rows; i++) {
    double rest = *at(x, i, j);
    for (int k = 0; k < i; k++)
      rest -= *at(l, i, k) * *at(x, k, j);
    *at(x, i, j) = rest / *at(l, i, i);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  struct matrix *l = new_matrix(n), *x = new_matrix(n);
  // CHECK: nest {{.*}}parts.c:[[#@LINE+1]]:3 {{.*}}loop over 'j' innermost, with 'solve_column' inlined
  for (int j = 0; j < x->cols; j++)
    solve_column(l, x, j);
  printf("%g\n", *at(x, n / 2, n / 2));
  return 0;
}
