/* The mean of five neighbors, from one grid to the other; the grids change places. */
#include "../affine.h"

#ifndef N
#define N 1200
#endif
#ifndef STEPS
#define STEPS 150
#endif

typedef struct {
  int height, width;
  double *cells;
} grid;

static grid *new_grid(int height, int width) {
  grid *g = malloc(sizeof *g);
  g->height = height;
  g->width = width;
  g->cells = malloc((size_t)height * width * sizeof *g->cells);
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++)
      g->cells[(size_t)i * width + j] = affine_value(i, j, 1);
  return g;
}

static void free_grid(grid *g) {
  free(g->cells);
  free(g);
}

static inline double *cell(const grid *g, int i, int j) { return g->cells + (size_t)i * g->width + j; }

static void relax(grid *to, const grid *from) {
  for (int i = 1; i < from->height - 1; i++)
    for (int j = 1; j < from->width - 1; j++)
      *cell(to, i, j) = 0.2 * (*cell(from, i, j) + *cell(from, i, j - 1) + *cell(from, i, j + 1) +
                               *cell(from, i + 1, j) + *cell(from, i - 1, j));
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), steps = affine_size(argc, argv, 2, STEPS);
  grid *now = new_grid(n, n), *next = new_grid(n, n);
  double begin = affine_now();
  for (int t = 0; t < 2 * steps; t++) {
    relax(next, now);
    grid *old = now;
    now = next;
    next = old;
  }
  affine_kernel(begin);
  affine_doubles("a", now->cells, (size_t)n * n);
  free_grid(now);
  free_grid(next);
  return 0;
}
