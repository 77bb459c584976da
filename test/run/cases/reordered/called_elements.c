// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// AGAIN: --tile=8
// A call that returns one of several elements is made once for several iterations, and what
// compilers fuse with sums stays the same, also where functions that look like that one compute
// something themselves.
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static inline double *at(const struct matrix *m, int i, int j) {
  return m->data + (size_t)i * m->cols + j;
}

static struct matrix made(int n, int salt) {
  struct matrix m = {n, n, malloc(sizeof(double) * (n * n + 1))};
  for (int i = 0; i < n * n; i++)
    m.data[i] = ((i * 7 + salt * 13) % 29 + 0.1) / 3.0;
  return m;
}

static inline double symmetric(const struct matrix *m, int i, int j) {
  return j <= i ? *at(m, i, j) : *at(m, j, i);
}

static double upper(const struct matrix *m, int i, int j) {
  if (i > j)
    return 0;
  return *at(m, i, j);
}

static double scaled(const struct matrix *m, int i, int j) {
  return j <= i ? *at(m, i, j) * 0.3 : *at(m, j, i) * 0.7;
}

static double larger(const struct matrix *m, int i, int j, double than) {
  return *at(m, i, j) < than ? than : *at(m, i, j);
}

static double squared(const struct matrix *m, int i, int j) { return *at(m, i, j) * *at(m, j, i); }

static int calls;

static double counted(const struct matrix *m, int i, int j) {
  calls++;
  return *at(m, i, j);
}

__attribute__((noinline)) static void multiply_symmetric(struct matrix *c, const struct matrix *a,
                                                         const struct matrix *b) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += symmetric(a, i, k) * *at(b, k, j);
      *at(c, i, j) = 1.5 * sum + 0.3 * *at(c, i, j);
    }
}

__attribute__((noinline)) static void multiply_upper(struct matrix *c, const struct matrix *a,
                                                     const struct matrix *b) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += upper(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}

__attribute__((noinline)) static void multiply_scaled(struct matrix *c, const struct matrix *a,
                                                      const struct matrix *b) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++)
      for (int k = 0; k < a->cols; k++)
        *at(c, i, j) += scaled(a, i, k) + *at(b, k, j);
}

__attribute__((noinline)) static void multiply_larger(struct matrix *c, const struct matrix *a,
                                                      const struct matrix *b, double x) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++)
      for (int k = 0; k < a->cols; k++)
        *at(c, i, j) += larger(a, i, k, x * 0.7) + *at(b, k, j);
}

__attribute__((noinline)) static void multiply_squared(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++)
      for (int k = 0; k < a->cols; k++)
        *at(c, i, j) += squared(a, i, k) + *at(b, k, j);
}

__attribute__((noinline)) static void multiply_counted(struct matrix *c, const struct matrix *a,
                                                       const struct matrix *b) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++)
      for (int k = 0; k < a->cols; k++)
        *at(c, i, j) += counted(a, i, k) * *at(b, k, j);
}

/* The factor is what is written. */
__attribute__((noinline)) static void multiply_in_place(struct matrix *c, const struct matrix *b) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++)
      for (int k = 0; k < c->cols; k++)
        *at(c, i, j) += symmetric(c, i, k) * *at(b, k, j) / 1000;
}

static void show(const char *name, const struct matrix *m) {
  unsigned long hash = 1;
  for (size_t i = 0; i < sizeof(double) * m->rows * m->cols; i++)
    hash = hash * 31 + ((const unsigned char *)m->data)[i];
  printf("%s %lu\n", name, hash);
}

static void run(int n) {
  struct matrix a = made(n, 1), b = made(n, 2), c = made(n, 3);
  multiply_symmetric(&c, &a, &b);
  show("symmetric", &c);
  multiply_upper(&c, &a, &b);
  show("upper", &c);
  multiply_scaled(&c, &a, &b);
  show("scaled", &c);
  multiply_larger(&c, &a, &b, n);
  show("larger", &c);
  multiply_squared(&c, &a, &b);
  show("squared", &c);
  multiply_counted(&c, &a, &b);
  show("counted", &c);
  multiply_in_place(&c, &b);
  show("in place", &c);
  free(a.data);
  free(b.data);
  free(c.data);
}

int main(void) {
  run(0);
  run(1);
  run(7);
  run(36);
  run(61);
  printf("%d\n", calls);
  return 0;
}
