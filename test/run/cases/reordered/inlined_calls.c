// AGAIN: --tile=4
// Nests whose statements call functions with loops of their own: these loops become the nest's, in columns of a triangular
// system, an orthogonal basis, elimination, and what stands in front of and behind such calls.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }
static double *row_of(const struct matrix *m, int i) { return m->data + (size_t)i * m->cols; }

static struct matrix made(int rows, int cols, int salt) {
  struct matrix m = {rows, cols, malloc(sizeof(double) * (rows * cols + 1))};
  for (int i = 0; i < rows * cols; i++)
    m.data[i] = (i * 7 + salt * 13) % 29 / 4.0;
  for (int i = 0; i < rows && i < cols; i++)
    *at(&m, i, i) += 40;
  return m;
}

static double dot(const struct matrix *x, int i, const struct matrix *y, int j) {
  double sum = 0;
  for (int row = 0; row < x->rows; row++)
    sum += *at(x, row, i) * *at(y, row, j);
  return sum;
}

static double normalize(struct matrix *q, const struct matrix *a, int column) {
  double length = sqrt(dot(a, column, a, column));
  for (int row = 0; row < a->rows; row++)
    *at(q, row, column) = *at(a, row, column) / length;
  return length;
}

static void subtract(struct matrix *a, int j, const struct matrix *q, int k, double factor) {
  for (int row = 0; row < a->rows; row++)
    *at(a, row, j) -= *at(q, row, k) * factor;
}

__attribute__((noinline)) static void orthogonalize(struct matrix *a, struct matrix *q, struct matrix *r) {
  for (int k = 0; k < a->cols; k++) {
    *at(r, k, k) = normalize(q, a, k);
    for (int j = k + 1; j < a->cols; j++) {
      *at(r, k, j) = dot(q, k, a, j);
      subtract(a, j, q, k, *at(r, k, j));
    }
  }
}

/* Rows are pointers that the function gets. */
static void eliminate(double *row, const double *pivot, int from, int end) {
  double factor = row[from] / pivot[from];
  row[from] = factor;
  for (int j = from + 1; j < end; j++)
    row[j] -= factor * pivot[j];
}

__attribute__((noinline)) static void factorize(struct matrix *m) {
  for (int k = 0; k < m->rows - 1; k++)
    for (int i = k + 1; i < m->rows; i++)
      eliminate(row_of(m, i), row_of(m, k), k, m->cols);
}

static void solve_column(const struct matrix *l, struct matrix *x, int j) {
  for (int i = 0; i < l->rows; i++) {
    double rest = *at(x, i, j);
    for (int k = 0; k < i; k++)
      rest -= *at(l, i, k) * *at(x, k, j);
    *at(x, i, j) = rest / *at(l, i, i);
  }
}

__attribute__((noinline)) static void solve(const struct matrix *l, struct matrix *x) {
  int j;
  for (j = 0; j < x->cols; j++)
    solve_column(l, x, j);
}

/* The same function twice, with names that the caller has, too. */
static double sum_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

__attribute__((noinline)) static void both(const struct matrix *a, const struct matrix *b, double *out, int n) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->rows; j++) {
      double sum = sum_of(row_of(a, i), n) * 0.5 + sum_of(row_of(b, j), n - 1);
      out[i * b->rows + j] += sum;
    }
}

/* Sizes converted, and a constant of another type. */
static void fill(double *to, size_t count, double value) {
  for (size_t i = 0; i < count; i++)
    to[i] = to[i] * value + (double)i;
}

__attribute__((noinline)) static void fill_all(struct matrix *m) {
  for (int i = 0; i < m->rows; i++)
    fill(row_of(m, i), m->cols, 2);
}

/* A variable of the source that is the same pointer in all statements of an iteration. */
__attribute__((noinline)) static void scaled_rows(struct matrix *to, const struct matrix *from, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < from->rows; i++) {
      double *row = row_of(to, i);
      const double *other = from->data + (size_t)i * from->cols;
      row[j] = 0;
      for (int k = 0; k < n; k++)
        row[j] += other[k] * from->data[k * from->cols + j];
    }
}

static void show(const char *name, const double *numbers, int count) {
  unsigned long hash = 1;
  for (size_t i = 0; i < count * sizeof *numbers; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %lu %a\n", name, hash, count > 3 ? numbers[3] : 0);
}

static void run(int n) {
  struct matrix a = made(n, n, 1), b = made(n, n, 2), c = made(n, n, 3);
  show("a", a.data, n * n);
  orthogonalize(&a, &b, &c);
  show("q", b.data, n * n);
  show("r", c.data, n * n);
  struct matrix d = made(n, n, 4), e = made(n, n, 5);
  factorize(&d);
  show("lu", d.data, n * n);
  solve(&d, &e);
  show("x", e.data, n * n);
  both(&d, &e, c.data, n);
  show("both", c.data, n * n);
  fill_all(&e);
  show("fill", e.data, n * n);
  scaled_rows(&e, &d, n);
  show("rows", e.data, n * n);
  /* Rows that run into each other: the loops as they were. */
  struct matrix narrow = {n, n / 2, d.data};
  solve(&narrow, &e);
  show("narrow", e.data, n * n);
  /* The same memory under two names. */
  struct matrix same = {n, n, e.data};
  solve(&same, &e);
  scaled_rows(&e, &same, n);
  show("same", e.data, n * n);
  free(a.data);
  free(b.data);
  free(c.data);
  free(d.data);
  free(e.data);
}

int main(void) {
  for (int n = 0; n < 4; n++)
    run(n);
  run(37);
  run(65);
}
