/* x = x + A * y and z = z + transposed A * w, by a view with strides that may be transposed. */
#include "../affine.h"

#ifndef N
#define N 2500
#endif
#define STEPS 20

struct view {
  int rows, cols;
  size_t row_stride, col_stride;
  double *data;
};

static inline double get(const struct view *v, int i, int j) { return v->data[i * v->row_stride + j * v->col_stride]; }

static struct view transposed(struct view v) {
  struct view t = {v.cols, v.rows, v.col_stride, v.row_stride, v.data};
  return t;
}

static void add_product(double *to, const struct view *a, const double *x) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < a->cols; j++)
      to[i] += get(a, i, j) * x[j];
}

static void scale(double *to, const double *from, double factor, int count) {
  for (int i = 0; i < count; i++)
    to[i] = factor * from[i];
}

static double *new_vector(int count, int salt) {
  double *made = malloc(count * sizeof *made);
  for (int i = 0; i < count; i++)
    made[i] = affine_value(i, 0, salt);
  return made;
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), steps = affine_size(argc, argv, 2, STEPS);
  struct view a = {n, n, n, 1, malloc((size_t)n * n * sizeof(double))}, t = transposed(a);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a.data[(size_t)i * n + j] = affine_value(i, j, 1) / n;
  double *x = new_vector(n, 2), *y = new_vector(n, 3), *z = new_vector(n, 4), *w = new_vector(n, 5);
  double begin = affine_now();
  for (int step = 0; step < steps; step++) {
    add_product(x, &a, y);
    add_product(z, &t, w);
    scale(y, x, 0.25, n);
    scale(w, z, 0.25, n);
  }
  affine_kernel(begin);
  affine_doubles("x", x, n);
  affine_doubles("z", z, n);
  free(a.data);
  free(x);
  free(y);
  free(z);
  free(w);
  return 0;
}
