// PARALLEL: 1
// AGAIN: --tile=8
// Sizes that the function has set and read in front of a nest, and ones that only the start of its first loop reads.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

struct triangle {
  int order;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }
static double *entry(const struct triangle *l, int i, int j) { return &l->data[(size_t)i * (i + 1) / 2 + j]; }

static struct matrix *made(int rows, int cols) {
  struct matrix *m = malloc(sizeof *m);
  m->rows = rows;
  m->cols = cols;
  m->data = malloc(sizeof(double) * (rows * cols + 1));
  return m;
}

static void fill(struct matrix *m, int salt) {
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->cols; j++)
      *at(m, i, j) = (i * 7 + j * 3 + salt * 13) % 29 / 8.0 + (i == j ? 40 : 0);
}

static void print(const char *name, const double *data, size_t count) {
  unsigned long hash = 1;
  for (size_t i = 0; i < count * sizeof *data; i++)
    hash = hash * 31 + ((const unsigned char *)data)[i];
  printf("%s %lu\n", name, hash);
}

static void release(struct matrix *m) {
  free(m->data);
  free(m);
}

/* Both matrices are made and filled here. */
__attribute__((noinline)) static void solve(int rows, int cols) {
  struct matrix *l = made(rows, rows), *x = made(rows, cols);
  fill(l, 1);
  fill(x, 2);
  for (int j = 0; j < x->cols; j++)
    for (int i = 0; i < l->rows; i++) {
      double rest = *at(x, i, j);
      for (int k = 0; k < i; k++)
        rest -= *at(l, i, k) * *at(x, k, j);
      *at(x, i, j) = rest / *at(l, i, i);
    }
  print("solved", x->data, (size_t)rows * cols);
  release(l);
  release(x);
}

/* Only the start of the outer loop reads the order; the triangle is packed. */
__attribute__((noinline)) static void multiply(struct matrix *b, const struct triangle *l) {
  for (int i = l->order - 1; i >= 0; i--)
    for (int j = 0; j < b->cols; j++) {
      double sum = *entry(l, i, i) * *at(b, i, j);
      for (int k = 0; k < i; k++)
        sum += *entry(l, i, k) * *at(b, k, j);
      *at(b, i, j) = sum;
    }
}

/* The same upwards, from a start of its own. */
__attribute__((noinline)) static void add_below(struct matrix *b, const struct triangle *l, const int *first) {
  for (int i = *first; i < b->rows; i++)
    for (int j = 0; j < b->cols; j++)
      for (int k = 0; k < i && k < l->order; k++)
        *at(b, i, j) += *entry(l, i, k) * *at(b, k, j) / 64;
}

static void triangles(int order, int cols, int first) {
  struct triangle l = {order, malloc(sizeof(double) * ((size_t)order * (order + 1) / 2 + 1))};
  for (int i = 0; i < order * (order + 1) / 2; i++)
    l.data[i] = (i * 5 % 23 - 11) / 32.0;
  struct matrix *b = made(order, cols);
  fill(b, 3);
  multiply(b, &l);
  print("multiplied", b->data, (size_t)order * cols);
  add_below(b, &l, &first);
  print("added", b->data, (size_t)order * cols);
  free(l.data);
  release(b);
}

int main(void) {
  solve(37, 29);
  solve(40, 64);
  solve(2, 3);
  solve(1, 1);
  solve(0, 5);
  solve(5, 0);
  triangles(41, 33, 0);
  triangles(24, 24, 7);
  triangles(3, 50, 2);
  triangles(1, 1, 1);
  triangles(1, 9, 0);
  triangles(0, 4, 0);
  multiply(&(struct matrix){0, 0, NULL}, &(struct triangle){4, (double[10]){0}});
  return 0;
}
