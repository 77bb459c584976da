/* Heat by alternating directions, with one solver for lines of any stride. */
#include "../affine.h"

#ifndef N
#define N 1000
#endif
#ifndef STEPS
#define STEPS 20
#endif

struct solver {
  int size;
  double r, *c, *scale, *d;
};

static struct solver *new_solver(int size, double r) {
  struct solver *s = malloc(sizeof *s);
  s->size = size;
  s->r = r;
  s->c = calloc(size, sizeof *s->c);
  s->scale = calloc(size, sizeof *s->scale);
  s->d = calloc(size, sizeof *s->d);
  return s;
}

static void prepare(struct solver *s) {
  for (int i = 1; i < s->size - 1; i++) {
    s->scale[i] = 1 / (1 + 2 * s->r - s->r * s->c[i - 1]);
    s->c[i] = s->r * s->scale[i];
  }
}

/* Along `along` it is implicit, across it explicit. */
static void solve_line(struct solver *s, double *to, const double *from, ptrdiff_t along, ptrdiff_t across) {
  double r = s->r;
  for (int i = 1; i < s->size - 1; i++) {
    const double *p = from + i * along;
    s->d[i] = (r * p[-across] + (1 - 2 * r) * *p + r * p[across] + r * s->d[i - 1]) * s->scale[i];
  }
  for (int i = s->size - 2; i > 0; i--)
    to[i * along] = s->d[i] + s->c[i] * to[(i + 1) * along];
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), steps = affine_size(argc, argv, 2, STEPS);
  double *u = malloc((size_t)n * n * sizeof *u), *v = calloc((size_t)n * n, sizeof *v);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      u[(size_t)i * n + j] = affine_value(i, j, 1);
  struct solver *s = new_solver(n, 0.3);
  double begin = affine_now();
  prepare(s);
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      solve_line(s, v + j, u + j, n, 1);
    for (int i = 1; i < n - 1; i++)
      solve_line(s, u + (size_t)i * n, v + (size_t)i * n, 1, n);
  }
  affine_kernel(begin);
  affine_doubles("u", u, (size_t)n * n);
  free(u);
  free(v);
  free(s->c);
  free(s->scale);
  free(s->d);
  free(s);
  return 0;
}
