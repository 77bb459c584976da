// Matrices in structures: their sizes are loaded in front of a nest, where its first iteration reads them, and tests tell
// that rows do not run into each other and that matrices are apart. PARALLEL: 1
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
    m.data[i] = (i * 7 + salt * 13) % 29 / 4.0;
  return m;
}

__attribute__((noinline)) static void multiply(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double sum = 0;
      for (int k = 0; k < a->cols; k++)
        sum += *at(a, i, k) * *at(b, k, j);
      *at(c, i, j) = sum;
    }
}

/* The size of c is not read if there are no rows. */
__attribute__((noinline)) static void add_transposed(struct matrix *c, const struct matrix *a, int rows) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < a->cols; j++)
      c->data[j * c->cols + i] += a->data[i * a->cols + j] * 3;
}

/* Rows from the last one down, and columns from the right. */
__attribute__((noinline)) static void reverse(double *to, const double *from, int n, int width) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[(n - 1 - i) * width + j] += from[j * width + (n - 1 - i)];
}

/* The upper half, and its mirror image. */
__attribute__((noinline)) static void covariance(struct matrix *cov, const struct matrix *data) {
  for (int i = 0; i < data->cols; i++)
    for (int j = i; j < data->cols; j++) {
      double sum = 0;
      for (int k = 0; k < data->rows; k++)
        sum += *at(data, k, i) * *at(data, k, j);
      *at(cov, i, j) = *at(cov, j, i) = sum / 3;
    }
}

/* Three dimensions in one row of elements. */
__attribute__((noinline)) static void rotate(float *to, const float *from, int depth, int height, int width) {
  for (int x = 0; x < width; x++)
    for (int y = 0; y < height; y++)
      for (int z = 0; z < depth; z++)
        to[(z * height + y) * width + x] += from[(z * height + y) * width + x] * (float)(x + 1);
}

/* Each row has room for more than it holds. */
__attribute__((noinline)) static void column_sums(double *sums, const double *m, long rows, long cols, long stride) {
  for (long j = 0; j < cols; j++)
    for (long i = 0; i < rows; i++)
      sums[j] += m[i * stride + j];
}

static void print(const char *name, const double *values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i] * (i % 101 + 1);
  printf("%s %.17g\n", name, sum);
}

int main(void) {
  struct matrix a = made(37, 41, 1), wide = made(37, 40, 6), b = made(41, 53, 2), c = made(37, 53, 3), d = made(53, 60, 4), square = made(40, 40, 5);
  multiply(&c, &a, &b);
  print("product", c.data, 37 * 53);
  multiply(&d, &c, &d);
  print("in place", d.data, 53 * 60);
  for (int i = 0; i < 1600; i++)
    square.data[i] /= 300;
  multiply(&square, &square, &square);
  print("square", square.data, 1600);
  c.cols = 20; // rows run into each other
  multiply(&c, &a, &b);
  print("narrow", c.data, 36 * 20 + 53);
  c.cols = 53;
  struct matrix empty = {0, 41, NULL};
  multiply(NULL, &empty, NULL);
  empty.cols = empty.rows = 0;
  multiply(NULL, &a, &empty);
  struct matrix flat = {0, 53, NULL};
  a.cols = 0;
  multiply(&c, &a, &flat);
  a.cols = 41;
  print("no products", c.data, 37 * 53);
  add_transposed(NULL, NULL, 0);
  add_transposed(&square, &square, 40);
  add_transposed(&d, &square, 40);
  print("transposed", d.data, 53 * 60);
  print("itself", square.data, 1600);
  struct matrix beside = {40, 40, square.data};
  covariance(&beside, &wide);
  print("covariance", square.data, 1600);
  beside = (struct matrix){20, 20, square.data + 800}; // a part of what is read
  struct matrix part = {30, 20, square.data};
  covariance(&beside, &part);
  print("overlapping", square.data, 1600);
  double *r = malloc(60 * 50 * sizeof *r), *s = malloc(60 * 50 * sizeof *s);
  for (int i = 0; i < 3000; i++)
    r[i] = i % 17, s[i] = i % 23;
  reverse(r, s, 50, 60);
  reverse(r, r, 50, 50);
  reverse(s, r + 7, 40, 30); // wider than a row
  print("reversed", r, 3000);
  print("wide", s, 3000);
  float *f = malloc(24 * 18 * 30 * sizeof *f), *g = malloc(24 * 18 * 30 * sizeof *g);
  for (int i = 0; i < 24 * 18 * 30; i++)
    f[i] = (float)(i % 19), g[i] = (float)(i % 7);
  rotate(f, g, 24, 18, 30);
  rotate(f, f, 24, 18, 30);
  rotate(f + 1, f, 23, 18, 30);
  double all = 0;
  for (int i = 0; i < 24 * 18 * 30; i++)
    all += f[i] * (i % 101 + 1);
  printf("rotated %.17g\n", all);
  column_sums(s, r, 30, 50, 60);
  column_sums(s, s, 10, 50, 60);
  column_sums(s, r, 30, 50, 20);
  column_sums(s, r, 30, 50, -20 + 20);
  print("sums", s, 3000);
  free(wide.data), free(a.data), free(b.data), free(c.data), free(d.data), free(square.data), free(r), free(s), free(f), free(g);
  return 0;
}
