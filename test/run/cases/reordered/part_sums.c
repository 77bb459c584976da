// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// PARALLEL: 0
// AGAIN: --tile=8
// Sums of which the compiler takes several products at a time, which are rounded, and fuses those
// that are left over, where the number of products is known at run time only: also none, or fewer
// than one round, and in functions that a nest calls.
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, cols;
  double *data;
};

static double *at(const struct matrix *m, int i, int j) {
  return &m->data[(size_t)i * m->cols + j];
}

static struct matrix made(int rows, int cols, int salt) {
  struct matrix m = {rows, cols, malloc(sizeof(double) * (rows * cols + 1))};
  for (int i = 0; i < rows * cols; i++)
    m.data[i] = ((i * 7 + salt * 13) % 29 + 0.1) / 3.0;
  return m;
}

__attribute__((noinline)) static void multiply(struct matrix *c, const struct matrix *a,
                                               const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}

static double dot(const double *x, const double *y, int count) {
  double sum = 0;
  for (int k = 0; k < count; k++)
    sum += x[k] * y[k];
  return sum;
}

__attribute__((noinline)) static void multiply_transposed(struct matrix *c, const struct matrix *a,
                                                          const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->rows; j++)
      *at(c, i, j) = dot(at(a, i, 0), at(b, j, 0), a->cols);
}

/* Two sums in one loop, of each of which the same products are rounded. */
__attribute__((noinline)) static void combine(double *y, const struct matrix *a,
                                              const struct matrix *b, const double *x) {
  for (int i = 0; i < a->rows; i++) {
    double first = 0, second = 1.5;
    for (int k = 0; k < a->cols; k++) {
      first += *at(a, i, k) * x[k];
      second -= *at(b, i, k) * x[k];
    }
    y[i] = first / second;
  }
}

/* Near misses: one of the sums is of squares, so that the other one may be another kind of loop; and
 * sums of different types. */
__attribute__((noinline)) static void combine_others(double *y, const struct matrix *a,
                                                     const float *b, const double *x) {
  for (int i = 0; i < a->rows; i++) {
    double first = 0, squares = 0, plain = 0;
    float second = 0;
    for (int k = 0; k < a->cols; k++) {
      first += *at(a, i, k) * x[k];
      plain += x[k];
      squares += x[k] * x[k] * *at(a, i, k) + plain;
      second += b[i + k] * b[k];
    }
    y[i] = first / squares + second / plain;
  }
}

/* Copies of both matrices are read in all steps. */
__attribute__((noinline)) static void iterate(double *y, const struct matrix *a,
                                              const struct matrix *b, double *x, int steps) {
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < a->rows; i++) {
      double first = 0, second = 0;
      for (int k = 0; k < a->cols; k++) {
        first += *at(a, i, k) * x[k];
        second += *at(b, i, k) * x[k];
      }
      y[i] = 1.5 * first + 1.2 * second;
    }
    for (int k = 0; k < a->cols; k++)
      x[k] = y[k % a->rows] / 900 + 0.1;
  }
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
  for (int j = 0; j < x->cols; j++)
    solve_column(l, x, j);
}

enum { side = 90 };
static double triangle[side][side], factor[side][side], result[side][side];

/* Of the first factor only a triangle is stored: sums of two parts, whose numbers of products
 * change with the row. */
__attribute__((noinline)) static void multiply_symmetric(void) {
  for (int i = 0; i < side; i++)
    for (int j = 0; j < side; j++) {
      double sum = 0;
      for (int k = 0; k <= i; k++)
        sum += triangle[i][k] * factor[k][j];
      for (int k = i + 1; k < side; k++)
        sum += triangle[k][i] * factor[k][j];
      result[i][j] = 1.5 * sum + 0.3 * result[i][j];
    }
}

/* Near misses: a part that ends or begins elsewhere. */
__attribute__((noinline)) static void multiply_bands(void) {
  for (int i = 0; i < side; i++)
    for (int j = 0; j < side; j++) {
      double sum = 0;
      for (int k = 0; k < i; k++)
        sum += triangle[i][k] * factor[k][j];
      for (int k = i + 3; k < side - 2; k++)
        sum -= triangle[k][i] * factor[k][j];
      for (int k = 0; k < side - 2 - i; k++)
        sum += triangle[i + k][k] * factor[k][j];
      result[i][j] += sum;
    }
}

static float weighted(const float *from, const float *weights, int width, int size, int y, int x) {
  float sum = 0;
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++)
      sum += weights[i * size + j] * from[(y + i) * width + x + j];
  return sum;
}

__attribute__((noinline)) static void convolve(float *to, const float *from, const float *weights,
                                               int width, int size) {
  for (int y = 0; y <= width - size; y++)
    for (int x = 0; x <= width - size; x++)
      to[y * width + x] = weighted(from, weights, width, size, y, x);
}

static void show(const char *name, const double *numbers, int count) {
  unsigned long hash = 1;
  for (size_t i = 0; i < count * sizeof *numbers; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %lu %a\n", name, hash, count > 3 ? numbers[3] : 0);
}

static void run(int n, int depth) {
  struct matrix a = made(n, depth, 1), b = made(depth, n, 2), c = made(n, n, 3),
                d = made(n, depth, 4);
  multiply(&c, &a, &b);
  show("product", c.data, n * n);
  multiply_transposed(&c, &a, &d);
  show("transposed", c.data, n * n);
  struct matrix y = made(1, n, 6), x = made(1, depth, 7);
  combine(y.data, &a, &d, x.data);
  show("combined", y.data, n);
  static float floats[200];
  for (int i = 0; i < 200; i++)
    floats[i] = (float)(i % 23) / 7;
  combine_others(y.data, &a, floats, x.data);
  show("others", y.data, n);
  if (n > 0)
    iterate(y.data, &a, &d, x.data, 20);
  show("iterated", x.data, depth);
  free(y.data);
  free(x.data);
  for (int i = 0; i < n; i++)
    *at(&c, i, i) += 1000;
  struct matrix found = made(n, n + 1, 5);
  solve(&c, &found);
  show("solved", found.data, n * n);
  free(a.data);
  free(b.data);
  free(c.data);
  free(d.data);
  free(found.data);
}

static float image[70 * 70], sharp[70 * 70], weights[17 * 17];

int main(void) {
  for (int n = 0; n < 4; n++)
    run(n, n);
  for (int depth = 0; depth < 20; depth++)
    run(9, depth);
  run(66, 67);
  for (int i = 0; i < side; i++)
    for (int j = 0; j < side; j++) {
      triangle[i][j] = j <= i ? ((i * 7 + j * 3) % 29 + 0.1) / 3.0 : -999;
      factor[i][j] = ((i * 5 + j * 11) % 31 + 0.7) / 7.0;
    }
  multiply_symmetric();
  show("symmetric", &result[0][0], side * side);
  multiply_bands();
  show("bands", &result[0][0], side * side);
  for (int i = 0; i < 70 * 70; i++)
    image[i] = (float)(i % 23) / 7;
  for (int i = 0; i < 17 * 17; i++)
    weights[i] = (float)(i % 5) / 3;
  for (int size = 1; size < 18; size++) {
    convolve(sharp, image, weights, 70 - size % 3, size);
    unsigned hash = 1;
    for (size_t i = 0; i < sizeof sharp; i++)
      hash = hash * 31 + ((const unsigned char *)sharp)[i];
    printf("convolved %u\n", hash);
  }
}
