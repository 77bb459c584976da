/* Matrices made at run time, for second spellings that do not have a type of their own. */
#ifndef MATRIX_H
#define MATRIX_H

#include "affine.h"

struct matrix {
  int rows, cols;
  double *data;
};

static inline double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

static inline struct matrix *new_matrix(int rows, int cols) {
  struct matrix *m = malloc(sizeof *m);
  m->rows = rows;
  m->cols = cols;
  m->data = calloc((size_t)rows * cols, sizeof *m->data);
  return m;
}

static inline void fill_matrix(struct matrix *m, int salt) {
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->cols; j++)
      *at(m, i, j) = affine_value(i, j, salt);
}

static inline void print_matrix(const char *name, const struct matrix *m) {
  affine_doubles(name, m->data, (size_t)m->rows * m->cols);
}

static inline void free_matrix(struct matrix *m) {
  free(m->data);
  free(m);
}

#endif
