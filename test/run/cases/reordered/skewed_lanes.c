// PARALLEL: 2
// AGAIN: --cores=3
// Updates in place, in which each element waits for the one before it in its row: several rows at a time, each some places
// behind the one before. Sizes may be too small for that.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 83, M = 59 };
static double a[N][M];
static unsigned counts[N][M];
static float c[N][M];

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

static void show(const char *name, const void *numbers, size_t size) {
  unsigned long hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %lu\n", name, hash);
}

/* All neighbors: rows are 2 places apart, and blocks move by 1 row per step. */
__attribute__((noinline)) static void neighbors(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] +
                   a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9;
}

/* Two rows below are read, and two places to the right above. */
__attribute__((noinline)) static void wider(int steps, int rows, int cols) {
  for (int t = 0; t < steps; t++)
    for (int i = 2; i < rows - 2; i++)
      for (int j = 2; j < cols - 2; j++)
        counts[i][j] += counts[i][j - 1] * 3 + counts[i - 1][j + 2] + counts[i + 2][j - 2] + (unsigned)t;
}

/* From the last row and the last column on. */
__attribute__((noinline)) static void backwards(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = N - 2; i > 0; i--)
      for (int j = M - 2; j > 0; j--)
        c[i][j] = (c[i][j + 1] + c[i + 1][j] + c[i + 1][j - 1]) / 3 + c[i - 1][j];
}

/* Rows above the diagonal. */
__attribute__((noinline)) static void upper(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < M - 1; i++)
      for (int j = i; j < M - 1; j++)
        counts[i][j] ^= counts[i][j - 1] + counts[i - 1][j + 1] * 5 + counts[i + 1][j];
}

/* Made at run time. */
__attribute__((noinline)) static void sweeps(struct matrix *m, int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < m->rows - 1; i++)
      for (int j = 1; j < m->cols - 1; j++)
        *at(m, i, j) = (*at(m, i, j - 1) + *at(m, i - 1, j + 1) + *at(m, i + 1, j)) / 3;
}

static void of_size(int rows, int cols, int steps) {
  struct matrix m = {rows, cols, malloc(sizeof(double) * (rows * cols + 1))};
  for (int i = 0; i < rows * cols; i++)
    m.data[i] = i % 37 / 5.0;
  sweeps(&m, steps);
  show("matrix", m.data, sizeof(double) * rows * cols);
  free(m.data);
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      a[i][j] = (i * 31 + j * 17) % 97 / 99.0;
      counts[i][j] = (unsigned)(i * i + j * 3);
      c[i][j] = (float)(i * 7 % 13 + j % 11);
    }
  neighbors(11);
  show("a", a, sizeof a);
  neighbors(1);
  neighbors(0);
  show("a", a, sizeof a);
  wider(7, N, M);
  wider(5, 9, M);
  wider(5, N, 6);
  wider(5, 5, 5);
  wider(5, 3, 3);
  show("counts", counts, sizeof counts);
  backwards(9);
  show("c", c, sizeof c);
  upper(8);
  show("upper", counts, sizeof counts);
  of_size(50, 70, 9);
  of_size(18, 18, 4);
  of_size(70, 4, 5);
  of_size(4, 70, 5);
  of_size(3, 3, 5);
  of_size(2, 9, 5);
  of_size(0, 0, 5);
  return 0;
}
