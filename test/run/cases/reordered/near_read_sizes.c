// PARALLEL: 0
// AGAIN: --tile=8
// Sizes that are not what they were when the function first read them: something writes them in between, or in a loop
// around both.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) { return &m->data[(size_t)i * m->cols + j]; }

static struct matrix *made(int rows, int cols, int salt) {
  struct matrix *m = malloc(sizeof *m);
  m->rows = rows;
  m->cols = cols;
  m->data = malloc(sizeof(double) * (rows * cols + 1));
  for (int i = 0; i < rows * cols; i++)
    m->data[i] = (i * 7 + salt * 13) % 29 / 8.0;
  return m;
}

static double total(const struct matrix *m) {
  double sum = 0;
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->cols; j++)
      sum += *at(m, i, j);
  return sum;
}

__attribute__((noinline)) static void narrow(struct matrix *m, int by) { m->cols -= by; }

static void multiply(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int j = 0; j < b->cols; j++)
    for (int i = 0; i < a->rows; i++)
      for (int k = 0; k < a->cols; k++)
        *at(c, i, j) += *at(a, i, k) * *at(b, k, j) / 64;
}

static void print(const char *name, const struct matrix *m) {
  unsigned long hash = 1;
  for (size_t i = 0; i < (size_t)m->rows * m->cols * sizeof *m->data; i++)
    hash = hash * 31 + ((const unsigned char *)m->data)[i];
  printf("%s %d %d %lu\n", name, m->rows, m->cols, hash);
}

static void release(struct matrix *m) {
  free(m->data);
  free(m);
}

/* The number of columns is read, changed, and read again. */
__attribute__((noinline)) static void in_between(int n, int by) {
  struct matrix *a = made(n, n, 1), *b = made(n, n, 2), *c = made(n, n, 3);
  printf("before %.17g\n", total(a) + total(b) + total(c));
  narrow(b, by);
  for (int j = 0; j < b->cols; j++)
    for (int i = 0; i < a->rows; i++)
      for (int k = 0; k < a->cols; k++)
        *at(c, i, j) += *at(a, i, k) * *at(b, k, j) / 64;
  print("in between", c);
  release(a);
  release(b);
  release(c);
}

/* Twice what was read first: the nest itself reads another number there. */
__attribute__((noinline)) static void doubled(int n, int by) {
  struct matrix *a = made(n, n, 1), *b = made(n, n, 2), *c = made(n, 2 * n, 3);
  printf("doubled %.17g\n", total(b));
  const int most = 2 * b->cols - 1;
  narrow(b, by);
  for (int k = 0; k < b->cols; k++)
    for (int j = 0; j <= most; j++)
      for (int i = 0; i < a->rows; i++)
        *at(c, i, j) += *at(a, i, k) * *at(b, k, 0) / 64;
  print("doubled", c);
  release(a);
  release(b);
  release(c);
}

/* It is set in front of what reads it first, in the round before. */
__attribute__((noinline)) static void in_rounds(int n) {
  struct matrix *a = made(n, n, 4), *b = made(n, n, 5), *c = made(n, n, 6);
  for (int round = 0; round < 4; round++) {
    if (round > 0)
      narrow(b, round);
    printf("round %.17g\n", total(b));
    for (int j = 0; j < b->cols; j++)
      for (int i = 0; i < a->rows; i++)
        for (int k = 0; k < a->cols; k++)
          *at(c, i, j) += *at(a, i, k) * *at(b, k, j) / 64;
  }
  print("in rounds", c);
  release(a);
  release(b);
  release(c);
}

/* The nest changes what its start has read. */
__attribute__((noinline)) static void within(int n) {
  struct matrix *a = made(n, n, 7), *c = made(n, n, 8);
  for (int i = a->rows - 1; i >= 0; i--)
    for (int j = 0; j < c->cols; j++) {
      *at(c, i, j) += *at(a, j, i);
      a->rows = j + i;
      c->rows = a->rows > n / 2 ? n : n - 1;
    }
  print("within", c);
  printf("%d\n", a->rows);
  a->rows = n;
  c->rows = n;
  multiply(c, a, a);
  print("multiplied", c);
  release(a);
  release(c);
}

int main(void) {
  in_between(37, 11);
  in_between(40, 0);
  in_between(3, 3);
  doubled(36, 9);
  doubled(21, 1);
  in_rounds(41);
  in_rounds(9);
  within(34);
  within(1);
  return 0;
}
