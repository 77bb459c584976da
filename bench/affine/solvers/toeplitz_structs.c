/* T * x = b for a symmetric matrix that is stored as its first row, with functions for the steps. */
#include "../affine.h"

#ifndef N
#define N 16000
#endif

struct toeplitz {
  int order;
  double *row;
};

struct vector {
  int size;
  double *data;
};

static struct vector new_vector(int capacity) {
  struct vector v = {0, calloc(capacity, sizeof(double))};
  return v;
}

static double weighted(const struct toeplitz *t, const struct vector *v, double sum, double sign) {
  for (int i = 0; i < v->size; i++)
    sum += sign * t->row[v->size - i] * v->data[i];
  return sum;
}

static void add_reversed(struct vector *to, const struct vector *v, double factor) {
  for (int i = 0; i < v->size; i++)
    to->data[i] += factor * v->data[v->size - 1 - i];
}

static void append(struct vector *v, double value) { v->data[v->size++] = value; }

static void solve(const struct toeplitz *t, const double *b, struct vector *x, struct vector *y, struct vector *copy) {
  double error = t->row[0];
  append(y, -t->row[1] / t->row[0]);
  append(x, b[0] / t->row[0]);
  while (x->size < t->order) {
    int k = x->size;
    error *= 1 - y->data[k - 1] * y->data[k - 1];
    double step = weighted(t, x, b[k], -1) / error;
    add_reversed(x, y, step);
    append(x, step);
    if (k == t->order - 1)
      break;
    double reflection = -weighted(t, y, t->row[k + 1], 1) / error;
    memcpy(copy->data, y->data, k * sizeof *y->data);
    copy->size = k;
    add_reversed(y, copy, reflection);
    append(y, reflection);
  }
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  struct toeplitz t = {n, malloc(n * sizeof(double))};
  double *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) {
    t.row[i] = i == 0 ? 1 : 0.2 * affine_value(i, 0, 1) / i;
    b[i] = affine_value(i, 0, 2);
  }
  struct vector x = new_vector(n), y = new_vector(n), copy = new_vector(n);
  double begin = affine_now();
  solve(&t, b, &x, &y, &copy);
  affine_kernel(begin);
  affine_doubles("x", x.data, n);
  free(t.row);
  free(b);
  free(x.data);
  free(y.data);
  free(copy.data);
  return 0;
}
