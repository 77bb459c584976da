// PARALLEL: 1
// AGAIN: --tile=8
// Elements behind pointers that unrolled loops load and store once for several iterations, and those for which that would
// be wrong: under a condition, by two texts, named by what the statement sets.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
  int rows, cols;
  double *data;
};

#define ROW(m, i) ((m)->data + (size_t)(i) * (m)->cols)
#define AT(m, i, j) ROW(m, i)[j]

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }
static double get(const struct matrix *m, int i, int j) { return m->data[(size_t)i * m->cols + j]; }

static struct matrix made(int rows, int cols, int salt) {
  struct matrix m = {rows, cols, malloc(sizeof(double) * (rows * cols + 1))};
  for (int i = 0; i < rows * cols; i++)
    m.data[i] = (i * 7 + salt * 13) % 29 / 4.0 - 3;
  return m;
}

__attribute__((noinline)) static void in_place(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++)
      for (int k = 0; k < a->cols; k++)
        *at(c, i, j) += *at(a, i, k) * get(b, k, j);
}

__attribute__((noinline)) static void by_macros(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++)
      for (int k = 0; k < a->cols; k++)
        AT(c, i, j) -= AT(a, i, k) * AT(b, k, j);
}

/* Where the condition is false, c has no such element. */
__attribute__((noinline)) static void part(double *c, const double *a, const double *b, int n, int most) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        if (j < most)
          c[i * most + (j < most ? j : 0)] += a[i * n + k] * b[k * n + j];
}

/* Of c, a row that is read as well. */
__attribute__((noinline)) static void two_rows(double *c, const double *a, const double *b, int n, int width) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[(i + n) * width + j] += a[i * width + k] * b[k * width + j] + c[i * width + j];
}

__attribute__((noinline)) static void with_locals(double *c, const double *a, const double *b, int n, int width) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        int from = k * width + j;
        double factor = a[i * width + k];
        c[i * width + j] += factor * b[from];
      }
}

/* Neighbors along a diagonal share elements of b. */
__attribute__((noinline)) static void diagonal(double *c, const double *a, const double *b, int n, int width) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
        c[i * width + j] += a[i + k] * b[(i + k) * width + j];
}

static void show(const char *name, const double *numbers, int count) {
  unsigned hash = 1;
  for (size_t i = 0; i < count * sizeof *numbers; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

int main(int argc, char **argv) {
  (void)argv;
  for (int size = 0; size < 50; size += size < 3 ? 1 : 23 * argc) {
    struct matrix a = made(size, size + 3, 1), b = made(size + 3, size + 1, 2), c = made(size, size + 1, 3);
    in_place(&c, &a, &b);
    show("in place", c.data, c.rows * c.cols);
    by_macros(&c, &a, &b);
    show("by macros", c.data, c.rows * c.cols);
    free(a.data);
    free(b.data);
    free(c.data);
    int width = size + 2;
    struct matrix d = made(2 * size + 1, width, 4), e = made(2 * size + 1, width, 5), f = made(2 * size + 1, width, 6);
    part(d.data, e.data, f.data, size, size / 2);
    show("part", d.data, d.rows * d.cols);
    two_rows(d.data, e.data, f.data, size, width);
    show("two rows", d.data, d.rows * d.cols);
    with_locals(d.data, e.data, f.data, size, width);
    show("with locals", d.data, d.rows * d.cols);
    diagonal(d.data, e.data, f.data, size, width);
    show("diagonal", d.data, d.rows * d.cols);
    free(d.data);
    free(e.data);
    free(f.data);
  }
  return 0;
}
