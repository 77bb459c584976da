// PARALLEL: 1
// AGAIN: --tile=8
// Rows that are found by pointers from a table, and written: some callers have rows that overlap, or none.
#include <stdio.h>
#include <stdlib.h>

struct table {
  int rows, cols;
  double **row;
};

static struct table made(int rows, int cols, int salt) {
  struct table t = {rows, cols, malloc(sizeof(double *) * (rows + 1))};
  for (int i = 0; i < rows; i++) {
    t.row[i] = malloc(sizeof(double) * (cols + 1));
    for (int j = 0; j < cols; j++)
      t.row[i][j] = (i * 7 + j * 5 + salt * 13) % 29 / 8.0;
  }
  return t;
}

static void release(struct table *t) {
  for (int i = 0; i < t->rows; i++)
    free(t->row[i]);
  free(t->row);
}

static double dot(const double *x, const double *y, int count) {
  double sum = 0;
  for (int k = 0; k < count; k++)
    sum += x[k] * y[k];
  return sum;
}

__attribute__((noinline)) static void multiply(const struct table *c, const struct table *a, const struct table *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->rows; j++)
      c->row[i][j] = dot(a->row[i], b->row[j], a->cols);
}

/* A table without rows may be none at all. */
__attribute__((noinline)) static void scale(double **row, int n, int m, double by) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      row[i][j] = row[i][j] * by + i;
}

__attribute__((noinline)) static void sum_up(double **row, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 1; i < n; i++)
      row[i][j] += row[i - 1][j];
}

/* The rows of the one that is written are behind the others, or in front. */
__attribute__((noinline)) static void add(double **to, double **from, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      to[i][j] += from[n - 1 - i][j] * 0.5;
}

__attribute__((noinline)) static void shorten(double **path, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double detour = path[i][k] + path[k][j];
        if (detour < path[i][j])
          path[i][j] = detour;
      }
}

static void print(const char *name, double *const *row, int rows, int cols) {
  unsigned long hash = 1;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      for (size_t k = 0; k < sizeof(double); k++)
        hash = hash * 31 + ((const unsigned char *)&row[i][j])[k];
  printf("%s %lu\n", name, hash);
}

/* Rows of one block: `step` numbers apart, from the end if that is negative. */
static void in_block(int n, int m, int step) {
  const int width = abs(step);
  double *block = calloc((size_t)width * n + m + 1, sizeof *block);
  double **row = malloc(sizeof *row * (n + 1));
  for (int i = 0; i < n; i++)
    row[i] = block + (size_t)(step < 0 ? n - 1 - i : i) * width;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      row[i][j] = (i * 11 + j * 3) % 23 / 4.0;
  scale(row, n, m, 0.75);
  sum_up(row, n, m);
  print("in a block", row, n, m);
  scale(row, n, m - m / 3, 0.75);
  print("their begins", row, n, m);
  if (n == m)
    shorten(row, n);
  print("paths in a block", row, n, m);
  free(row);
  free(block);
}

static void shared(int n, int m) {
  struct table a = made(n, m, 1), b = made(n, m, 2), c = made(n, n, 3);
  multiply(&c, &a, &b);
  print("product", c.row, n, n);
  shorten(c.row, n);
  print("paths", c.row, n, n);
  add(a.row, b.row, n, m);
  add(b.row, a.row, n, m);
  print("sums", b.row, n, m);
  double *first = a.row[0], *last = a.row[n - 1];
  a.row[n - 1] = a.row[0]; // one row twice
  scale(a.row, n, m, 0.5);
  sum_up(a.row, n, m);
  print("twice", a.row, n, m);
  a.row[n - 1] = first, a.row[0] = last; // in no order
  scale(a.row, n, m, 0.5);
  sum_up(a.row, n, m);
  print("swapped", a.row, n, m);
  a.row[n - 1] = last, a.row[0] = first;
  double *kept = b.row[1];
  b.row[1] = a.row[2]; // a row of both
  add(a.row, b.row, n, m);
  add(b.row, a.row, n, m);
  print("both", b.row, n, m);
  b.row[1] = c.row[3]; // the product's row is read
  struct table part = {n, n < m ? n : m, b.row};
  multiply(&c, &part, &a);
  print("in place", c.row, n, n);
  b.row[1] = kept;
  release(&a);
  release(&b);
  release(&c);
}

int main(void) {
  shared(40, 40);
  shared(37, 61);
  shared(64, 9);
  in_block(40, 40, 40);
  in_block(40, 40, -40);
  in_block(33, 40, 39);
  in_block(33, 40, -39);
  in_block(40, 33, 1);
  in_block(50, 33, 200);
  in_block(1, 50, 50);
  scale(NULL, 0, 1000, 2);
  scale(NULL, 1000, 0, 2);
  scale(NULL, -1000, 1000, 2);
  scale(NULL, -1000, -1000, 2);
  shorten(NULL, 0);
  struct table none = {0, 1000, NULL};
  multiply(&none, &none, &none);
  return 0;
}
