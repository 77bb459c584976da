// PARALLEL: 1
// AGAIN: --tile=8
// Sums are kept in the elements of the result in which the nest stores them; not where such an element is read, belongs to
// several sums, has another type, or is stored on a condition or before the sum is complete.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

__attribute__((noinline)) static void product(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}

/* Into the transposed matrix, a row further down. */
__attribute__((noinline)) static void transposed(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 1;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, j + 1, i) = sum;
    }
}

__attribute__((noinline)) static void times_vector(double *to, const struct matrix *a, const double *x) {
  for (int i = 0; i < a->rows; i++) {
    double sum = 0;
    for (int j = 0; j < a->cols; j++)
      sum += *at(a, i, j) * x[j];
    to[a->rows - 1 - i] = sum;
  }
}

/* Sums of a diagonal have one element: that of the last row stays. */
__attribute__((noinline)) static void diagonals(double *to, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      to[i + j] = sum;
    }
}

__attribute__((noinline)) static void added(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = *at(c, i, j) / 2;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}

/* Each term has the element as it was. */
__attribute__((noinline)) static void scaled(struct matrix *c, const struct matrix *a) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < c->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(c, i, j);
      *at(c, i, j) = sum;
    }
}

__attribute__((noinline)) static void rounded(float *to, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      to[(size_t)i * b->cols + j] = (float)sum;
    }
}

__attribute__((noinline)) static void positive(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = -50;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      if (sum > 0)
        *at(c, i, j) = sum;
    }
}

/* Stored twice: the second time, it has grown. */
__attribute__((noinline)) static void halves(struct matrix *c, struct matrix *d, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) / 4;
      *at(d, i, j) = sum;
    }
}

/* The sum of all before it goes on. */
__attribute__((noinline)) static void running(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++) {
    double sum = 0;
    for (int j = 0; j < b->cols; j++) {
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
  }
}

static struct matrix made(int rows, int cols, int salt) {
  struct matrix m = {rows, cols, malloc(sizeof(double) * (rows * cols + 1))};
  for (int i = 0; i < rows * cols; i++)
    m.data[i] = (i * 7 + salt * 13) % 29 / 3.0 - 4;
  return m;
}

static void print(const char *name, const double *values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i] * (i % 101 + 1);
  printf("%s %.17g\n", name, sum);
}

static void all(int rows, int inner, int cols) {
  struct matrix a = made(rows, inner, 1), b = made(inner, cols, 2), c = made(rows, cols, 3), d = made(cols + 1, rows, 4);
  double *line = made(1, rows + cols + inner, 5).data, *x = made(1, rows + inner, 6).data;
  float *floats = calloc(rows * cols + 1, sizeof *floats);
  product(&c, &a, &b);
  print("product", c.data, rows * cols);
  transposed(&d, &a, &b);
  print("transposed", d.data, (cols + 1) * rows);
  times_vector(line, &a, x);
  print("vector", line, rows + cols);
  times_vector(x, &a, x);
  print("vector in place", x, rows + inner);
  diagonals(line, &a, &b);
  print("diagonals", line, rows + cols);
  added(&c, &a, &b);
  print("added", c.data, rows * cols);
  scaled(&c, &a);
  print("scaled", c.data, rows * cols);
  rounded(floats, &a, &b);
  for (int i = 0; i < rows * cols; i++)
    c.data[i] = floats[i];
  print("rounded", c.data, rows * cols);
  positive(&c, &a, &b);
  print("positive", c.data, rows * cols);
  struct matrix e = made(rows, cols, 7);
  halves(&c, &e, &a, &b);
  print("halves", c.data, rows * cols);
  print("whole", e.data, rows * cols);
  halves(&c, &c, &a, &b);
  print("both halves", c.data, rows * cols);
  running(&c, &a, &b);
  print("running", c.data, rows * cols);
  c.cols = cols / 2; // rows run into each other
  product(&c, &a, &b);
  print("narrow", c.data, rows * cols);
  free(a.data), free(b.data), free(c.data), free(d.data), free(e.data), free(line), free(x), free(floats);
}

int main(void) {
  all(43, 41, 39);
  all(40, 40, 40);
  struct matrix m = made(40, 40, 8), n = made(40, 40, 9);
  product(&m, &m, &n);
  product(&n, &m, &n);
  struct matrix beside = {20, 20, m.data + 800}, part = {20, 20, m.data};
  product(&part, &beside, &part);
  product(&beside, &part, &n);
  print("in place", m.data, 1600);
  print("overlapping", n.data, 1600);
  free(m.data), free(n.data);
  all(64, 33, 2);
  all(1, 1, 1);
  all(35, 0, 35);
  return 0;
}
