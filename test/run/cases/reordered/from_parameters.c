// PARALLEL: 1
// AGAIN: --tile=8
// Variables for each iteration of a loop that begins at a number known at run time only, in front of a nest or in a loop
// around it.
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

static struct matrix made(int rows, int cols, int salt) {
  struct matrix m = {rows, cols, malloc(sizeof(double) * (rows * cols + 1))};
  for (int i = 0; i < rows * cols; i++)
    m.data[i] = (i * 7 + salt * 13) % 29 / 8.0 + 1;
  for (int i = 0; i < rows && i < cols; i++)
    *at(&m, i, i) += 90;
  return m;
}

/* Columns do not depend on each other, so no number is divided by 0. Each column is removed from all later ones. */
__attribute__((noinline)) static void orthogonalize(struct matrix *a, struct matrix *r) {
  for (int k = 0; k < a->cols; k++) {
    double squares = 0;
    for (int row = 0; row < a->rows; row++)
      squares += *at(a, row, k) * *at(a, row, k);
    *at(r, k, k) = squares;
    for (int j = k + 1; j < a->cols; j++) {
      double sum = 0;
      for (int row = 0; row < a->rows; row++)
        sum += *at(a, row, k) * *at(a, row, j);
      *at(r, k, j) = sum;
      double factor = sum / squares;
      for (int row = 0; row < a->rows; row++)
        *at(a, row, j) -= *at(a, row, k) * factor;
    }
  }
}

/* From numbers below 0 on, in steps, and up to each other. */
__attribute__((noinline)) static void shifted(double *to, const double *from, int low, int high, int width) {
  for (int j = 2 * low - 1; j < high; j++) {
    double sum = 0;
    for (int i = low; i < high; i++)
      sum += from[(i - low) * width + (j - 2 * low + 1)];
    to[j - 2 * low + 1] = sum;
    for (int i = low; i < high; i++)
      to[(i - low + 1) * width + (j - 2 * low + 1)] -= sum * (j + i);
  }
}

static void print(const char *name, const double *data, size_t count) {
  unsigned long hash = 1;
  for (size_t i = 0; i < count * sizeof *data; i++)
    hash = hash * 31 + ((const unsigned char *)data)[i];
  printf("%s %lu\n", name, hash);
}

static void all(int rows, int cols) {
  struct matrix a = made(rows, cols, 1), r = made(cols, cols, 2);
  orthogonalize(&a, &r);
  print("a", a.data, (size_t)rows * cols);
  print("r", r.data, (size_t)cols * cols);
  free(a.data);
  free(r.data);
}

static void shift(int low, int high) {
  const int rows = high > low ? high - low : 0, width = high - 2 * low + 1 > 0 ? high - 2 * low + 1 : 0;
  double *to = calloc((size_t)(rows + 1) * (width + 1) + 1, sizeof *to);
  double *from = malloc(sizeof *from * ((size_t)rows * width + 1));
  for (int i = 0; i < rows * width; i++)
    from[i] = i % 17 / 4.0;
  shifted(to, from, low, high, width);
  print("shifted", to, (size_t)(rows + 1) * width);
  free(to);
  free(from);
}

int main(void) {
  all(37, 29);
  all(41, 20);
  all(3, 2);
  all(18, 18);
  all(1, 1);
  all(0, 4);
  all(4, 0);
  shift(-13, 20);
  shift(-40, -7);
  shift(3, 35);
  shift(0, 31);
  shift(5, 5);
  shift(6, 2);
  return 0;
}
