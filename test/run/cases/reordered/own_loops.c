// AGAIN: --tile=4
// Statements in fewer loops than others of their nest, with a place in front of or behind the iterations of those, and
// variables that are neighbors along any of the loops around them. Matrices may be the same, or share their rows; sizes may be
// 0 and 1.
#include <stddef.h>
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
    m.data[i] = (i * 7 + salt * 13) % 29 / 8.0;
  for (int i = 0; i < rows && i < cols; i++)
    *at(&m, i, i) += 40;
  return m;
}

static void print(const char *name, const struct matrix *m) {
  unsigned long hash = 1;
  for (size_t i = 0; i < m->rows * m->cols * sizeof *m->data; i++)
    hash = hash * 31 + ((const unsigned char *)m->data)[i];
  printf("%s %d %d %lu\n", name, m->rows, m->cols, hash);
}

/* Column by column: the last statement is behind the inner loop. */
__attribute__((noinline)) static void solve(const struct matrix *l, struct matrix *x) {
  for (int j = 0; j < x->cols; j++)
    for (int i = 0; i < l->rows; i++) {
      double rest = *at(x, i, j);
      for (int k = 0; k < i; k++)
        rest -= *at(l, i, k) * *at(x, k, j);
      *at(x, i, j) = rest / *at(l, i, i);
    }
}

/* From the last row on; the first statement is in front of the inner loop. */
__attribute__((noinline)) static void multiply(const struct matrix *l, struct matrix *x) {
  for (int j = 0; j < x->cols; j++)
    for (int i = l->rows - 1; i >= 0; i--) {
      *at(x, i, j) *= *at(l, i, i);
      for (int k = 0; k < i; k++)
        *at(x, i, j) += *at(l, i, k) * *at(x, k, j);
    }
}

/* Two statements without the loop, which depend on each other in an iteration. */
__attribute__((noinline)) static void both_sides(const struct matrix *l, struct matrix *x) {
  for (int j = 0; j < x->cols; j++)
    for (int i = 1; i < l->rows; i++) {
      *at(x, i, j) -= *at(x, i - 1, j) * 0.5;
      for (int k = 0; k < i; k++)
        *at(x, i, j) += *at(l, i, k) * *at(x, k, j) * 0.125;
      *at(x, i - 1, j) = *at(x, i, j) / *at(l, i, i);
    }
}

/* Each iteration over k needs what the last statement has set in the one before. */
__attribute__((noinline)) static void among_iterations(const struct matrix *l, struct matrix *x) {
  for (int j = 0; j < x->cols; j++)
    for (int i = 0; i < l->rows; i++)
      for (int k = 0; k < i; k++) {
        *at(x, i, j) += *at(l, i, k) * *at(x, k, j) * 0.125;
        *at(x, k, j) -= *at(x, i, j) * 0.0625;
      }
}

/* In place, by rows. */
__attribute__((noinline)) static void factorize(struct matrix *a) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < a->rows; j++) {
      double sum = *at(a, i, j);
      for (int k = 0; k < i && k < j; k++)
        sum -= *at(a, i, k) * *at(a, k, j);
      *at(a, i, j) = j < i ? sum / *at(a, j, j) : sum;
    }
}

/* Several variables of one declaration, along columns. */
__attribute__((noinline)) static void filter(const struct matrix *from, struct matrix *to) {
  for (int j = 0; j < from->cols; j++) {
    double before = 0, last = before + 1, unset;
    for (int i = 0; i < from->rows; i++) {
      *at(to, i, j) = *at(from, i, j) * 0.25 + before * 0.125 + last * 0.5;
      before = last;
      last = *at(to, i, j);
    }
    unset = before + last;
    for (int i = 0; i < from->rows; i++)
      *at(to, i, j) += unset;
  }
}

static void all(int rows, int cols) {
  struct matrix l = made(rows, rows, 1), x = made(rows, cols, 2), y = made(rows, cols, 3);
  solve(&l, &x);
  print("solve", &x);
  multiply(&l, &x);
  print("multiply", &x);
  both_sides(&l, &x);
  print("both sides", &x);
  among_iterations(&l, &x);
  print("among iterations", &x);
  filter(&x, &y);
  print("filter", &y);
  factorize(&l);
  print("factorize", &l);
  free(l.data);
  free(x.data);
  free(y.data);
}

/* The matrix of the system is the right-hand side, or has a part of its rows. */
static void shared(int rows) {
  struct matrix same = made(rows, rows, 4);
  solve(&same, &same);
  print("same", &same);
  filter(&same, &same);
  print("filtered in place", &same);
  struct matrix lower = {rows / 2, rows, same.data}, upper = {rows - rows / 2, rows, same.data + rows / 2 * rows};
  solve(&upper, &lower);
  print("rows of one", &same);
  struct matrix narrow = {rows, rows / 2, same.data};
  multiply(&same, &narrow);
  print("other width", &same);
  free(same.data);
}

int main(void) {
  all(37, 29);
  all(40, 64);
  all(2, 3);
  all(1, 1);
  all(1, 9);
  all(0, 5);
  all(5, 0);
  shared(24);
  shared(9);
  shared(1);
  return 0;
}
