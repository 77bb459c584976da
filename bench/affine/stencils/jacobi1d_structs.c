/* The mean of three neighbors on a rod with two buffers, which change places. */
#include "../affine.h"

#ifndef N
#define N 200000
#endif
#ifndef STEPS
#define STEPS 2000
#endif

struct rod {
  int cells, now;
  double *heat[2];
};

static struct rod *new_rod(int cells) {
  struct rod *r = malloc(sizeof *r);
  r->cells = cells;
  r->now = 0;
  for (int which = 0; which < 2; which++) {
    r->heat[which] = malloc(cells * sizeof(double));
    for (int i = 0; i < cells; i++)
      r->heat[which][i] = affine_value(i, i / 97, 1);
  }
  return r;
}

static void free_rod(struct rod *r) {
  free(r->heat[0]);
  free(r->heat[1]);
  free(r);
}

static void step(struct rod *r) {
  const double *from = r->heat[r->now];
  double *to = r->heat[!r->now];
  for (int i = 1; i < r->cells - 1; i++)
    to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
  r->now = !r->now;
}

int main(int argc, char **argv) {
  struct rod *r = new_rod(affine_size(argc, argv, 1, N));
  int steps = 2 * affine_size(argc, argv, 2, STEPS);
  double begin = affine_now();
  for (int t = 0; t < steps; t++)
    step(r);
  affine_kernel(begin);
  affine_doubles("a", r->heat[r->now], r->cells);
  free_rod(r);
  return 0;
}
