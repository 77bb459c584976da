/* PARALLEL: 4
   Bounds, pointers and tables in memory that stores of other types do not change, and blocks that
   such stores use anew while or after the loop looks at them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
  int rows, columns;
  double *data;
};

static void scale(struct matrix *m, double by) {
  putchar('.');
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->columns; j++)
      m->data[i * m->columns + j] = m->data[i * m->columns + j] * by + i - j;
}

static void raise(double **rows, const int *height, const int *width) {
  putchar('.');
  for (int i = 0; i < *height; i++)
    for (int j = 0; j < *width; j++)
      rows[i][j] = rows[i][j] * 0.5 + i * j;
}

/* What is read of `counts` for the last time may be overwritten. */
static void divide(const int *counts, double *to, int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    to[i] = 100.0 / (counts[i] + 1);
}

static double at(const struct matrix *m, int i) { return m->data[i]; }
static void put(struct matrix *m, int i, double value) { m->data[i] = value; }

static void step(struct matrix *m, const struct matrix *from) {
  putchar('.');
  for (int i = 0; i < m->columns; i++)
    put(m, i, at(from, i) * 3 + at(m, i));
}

static void show(const double *values, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.99 + values[i];
  printf("%.17g\n", sum);
}

static double *numbers(int n) {
  double *all = malloc((size_t)n * sizeof *all);
  if (!all)
    exit(1);
  for (int i = 0; i < n; i++)
    all[i] = i % 13 - 5;
  return all;
}

static void apart(int rows, int columns) {
  double *data = numbers(rows * columns), *other = numbers(rows * columns);
  double *table[60];
  struct matrix m = {rows, columns, data}, from = {1, columns, other};
  scale(&m, 0.75);
  show(data, rows * columns);
  for (int i = 0; i < rows; i++)
    table[i] = data + (long)(i * 7 % rows) * columns;
  raise(table, &m.rows, &m.columns);
  show(data, rows * columns);
  step(&m, &from);
  step(&m, &m);
  show(data, columns);
  int counts[60];
  for (int i = 0; i < rows; i++)
    counts[i] = i * i % 11;
  divide(counts, data, rows);
  show(data, rows);
  free(data);
  free(other);
}

/* The last element of the data is where the pointer to them was. */
static void spread(struct matrix *m) {
  putchar('.');
  for (int i = 0; i < m->rows; i++)
    m->data[i * m->columns] = i * 0.5;
}

static void over_pointer(int n) {
  double *data = numbers(2 * n + 1);
  struct matrix *m = (struct matrix *)(void *)(data + 2 * n - 3);
  m->rows = n;
  m->columns = 2;
  m->data = data;
  spread(m);
  data[2 * n - 3] = 0;
  show(data, 2 * n - 1);
  free(data);
}

/* One block: numbers take the place of the counts that have been read. */
static void over_counts(int n) {
  int *counts = malloc((size_t)n * sizeof(double));
  if (!counts)
    exit(1);
  for (int i = 0; i < 2 * n; i++)
    counts[i] = i % 9;
  divide(counts + n, (double *)counts, n / 2);
  show((double *)counts, n / 2);
  for (int i = 0; i < 2 * n; i++)
    counts[i] = i % 8;
  divide(counts + 2 * n - n / 2, (double *)counts + n / 2, n / 2);
  show((double *)counts + n / 2, n / 2);
  free(counts);
}

/* Each row takes the place of the pointer to the one before it, which nobody reads any more. */
static void over_table(int n) {
  double **table = malloc((size_t)n * sizeof *table), *spare = numbers(n);
  const int height = n, width = 1;
  if (!table)
    exit(1);
  for (int i = 0; i < n; i++)
    table[i] = spare + i * 7 % n;
  raise(table, &height, &width);
  show(spare, n);
  for (int i = 1; i < n; i++)
    table[i] = (double *)(void *)&table[i - 1];
  putchar('.');
  for (int i = 1; i < n; i++)
    *table[i] = i;
  show((double *)(void *)table, n - 1);
  free(table);
  free(spare);
}

union word {
  int whole;
  float number;
};

struct words {
  union word count;
  float *values;
};

/* The loop ends when the store through the union's other member says so. */
static int until_changed(struct words *all) {
  int i;
  for (i = 0; i < all->count.whole; i++) {
    all->values[i] = (float)i;
    if (i == 20)
      all->count.number = 0;
  }
  return i;
}

typedef float any_float __attribute__((may_alias));

static int until_aliased(int *count, any_float *values) {
  int i;
  for (i = 0; i < *count; i++)
    values[i] = 0;
  return i;
}

static int until_copied(int *count, char *bytes, const float *from) {
  int i;
  for (i = 0; i < *count; i++)
    memcpy(bytes + i * sizeof *from, from, sizeof *from);
  return i;
}

int main(void) {
  static float values[100], zero;
  struct words all = {{90}, values};
  int shared[50];
  apart(60, 40);
  apart(1, 1);
  over_pointer(80);
  over_counts(60);
  over_table(60);
  printf("%d\n", until_changed(&all));
  for (int i = 0; i < 50; i++)
    shared[i] = 50;
  printf("%d\n", until_aliased(&shared[25], (any_float *)shared));
  for (int i = 0; i < 50; i++)
    shared[i] = 50;
  printf("%d\n", until_copied(&shared[30], (char *)shared, &zero));
  return 0;
}
