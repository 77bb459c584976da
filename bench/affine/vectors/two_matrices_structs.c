/* y = alpha * A * x + beta * B * x, as a function of rows. */
#include "../affine.h"

#ifndef N
#define N 2000
#endif
#define STEPS 60

typedef struct {
  size_t order;
  double **rows;
} square;

static square make_square(size_t order, int salt) {
  square made = {order, malloc(order * sizeof(double *))};
  for (size_t i = 0; i < order; i++) {
    made.rows[i] = malloc(order * sizeof(double));
    for (size_t j = 0; j < order; j++)
      made.rows[i][j] = affine_value((int)i, (int)j, salt);
  }
  return made;
}

static void free_square(square *m) {
  for (size_t i = 0; i < m->order; i++)
    free(m->rows[i]);
  free(m->rows);
}

static void combine(double *y, const square *a, const square *b, const double *x, double alpha, double beta) {
  for (size_t i = 0; i < a->order; i++) {
    double of_a = 0, of_b = 0;
    for (size_t j = 0; j < a->order; j++) {
      of_a += a->rows[i][j] * x[j];
      of_b += b->rows[i][j] * x[j];
    }
    y[i] = alpha * of_a + beta * of_b;
  }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), steps = affine_size(argc, argv, 2, STEPS);
  square a = make_square(n, 1), b = make_square(n, 2);
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  for (int i = 0; i < n; i++)
    x[i] = affine_value(i, 0, 3);
  double begin = affine_now();
  for (int step = 0; step < steps; step++) {
    combine(y, &a, &b, x, 1.5, 1.2);
    for (int i = 0; i < n; i++)
      x[i] = y[i] / n;
  }
  affine_kernel(begin);
  affine_doubles("x", x, n);
  free_square(&a);
  free_square(&b);
  free(x);
  free(y);
  return 0;
}
