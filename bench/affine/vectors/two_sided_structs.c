/* q = A * p and s = transposed A * r, one function for both, of objects made at run time. */
#include "../matrix.h"

#ifndef N
#define N 3000
#endif
#define STEPS 30

struct vector {
  int size;
  double *data;
};

static struct vector new_vector(int size, int salt) {
  struct vector v = {size, malloc(size * sizeof(double))};
  for (int i = 0; i < size; i++)
    v.data[i] = affine_value(i, 0, salt);
  return v;
}

static void clear(struct vector *v) {
  for (int i = 0; i < v->size; i++)
    v->data[i] = 0;
}

static void both_products(const struct matrix *a, const struct vector *p, const struct vector *r, struct vector *q,
                          struct vector *s) {
  clear(s);
  clear(q);
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < a->cols; j++) {
      s->data[j] += r->data[i] * *at(a, i, j);
      q->data[i] += *at(a, i, j) * p->data[j];
    }
}

static void blend(struct vector *v, const struct vector *with) {
  for (int i = 0; i < v->size; i++)
    v->data[i] = 0.5 * (v->data[i] + with->data[i]);
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), steps = affine_size(argc, argv, 2, STEPS);
  struct matrix *a = new_matrix(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      *at(a, i, j) = affine_value(i, j, 1) * 2 / n;
  struct vector p = new_vector(n, 2), r = new_vector(n, 3), q = new_vector(n, 0), s = new_vector(n, 0);
  double begin = affine_now();
  for (int step = 0; step < steps; step++) {
    both_products(a, &p, &r, &q, &s);
    blend(&p, &s);
    blend(&r, &q);
  }
  affine_kernel(begin);
  affine_doubles("p", p.data, n);
  affine_doubles("r", r.data, n);
  free_matrix(a);
  free(p.data);
  free(q.data);
  free(r.data);
  free(s.data);
  return 0;
}
