// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// PARALLEL: 1
// AGAIN: --tile=8
// Sums of which GCC's account says what is fused, in loops over sizes that are known at run time only: the new order is for
// those that compilers do not unroll as a whole.
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int height, width;
  double *cells;
};

static double *cell(const struct grid *g, int i, int j) { return &g->cells[(size_t)i * g->width + j]; }

static struct grid made(int height, int width, int salt) {
  struct grid g = {height, width, malloc(sizeof(double) * (height * width + 1))};
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++)
      *cell(&g, i, j) = 1.0 / (1 + i * 3 + j + salt);
  return g;
}

static double mixed(const struct grid *g, int i, int j) {
  return 0.4 * *cell(g, i, j) +
         0.15 * (*cell(g, i - 1, j) + *cell(g, i + 1, j) + *cell(g, i, j - 1) + *cell(g, i, j + 1));
}

static void diffuse(struct grid *to, const struct grid *from) {
  for (int i = 1; i < from->height - 1; i++)
    for (int j = 1; j < from->width - 1; j++)
      *cell(to, i, j) = mixed(from, i, j);
}

__attribute__((noinline)) static void heat(struct grid *now, struct grid *next, int steps) {
  for (int t = 0; t < steps; t++) {
    diffuse(next, now);
    diffuse(now, next);
  }
}

__attribute__((noinline)) static void waves(struct grid *e, struct grid *h, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < e->height; i++)
      for (int j = 0; j < e->width; j++)
        *cell(e, i, j) -= 0.5 * (*cell(h, i, j) - *cell(h, i - 1, j));
    for (int i = 0; i < h->height - 1; i++)
      for (int j = 0; j < h->width; j++)
        *cell(h, i, j) -= 0.65 * (*cell(e, i + 1, j) - *cell(e, i, j));
  }
}

/* Lines of lengths that depend on the line. */
__attribute__((noinline)) static void lower(struct grid *to, const struct grid *from, int n) {
  for (int j = 0; j < n; j++)
    for (int i = 1; i < n; i++)
      for (int k = 0; k < i; k++)
        *cell(to, i, j) = (*cell(to, i, j) - *cell(from, i, k) * 0.3) - 0.2 * (*cell(from, k, j) - *cell(from, i, k));
}

static void print(const char *name, const struct grid *g) {
  unsigned long hash = 1;
  for (size_t i = 0; i < (size_t)g->height * g->width * sizeof *g->cells; i++)
    hash = hash * 31 + ((const unsigned char *)g->cells)[i];
  printf("%s %d %d %lu\n", name, g->height, g->width, hash);
}

static void all(int height, int width, int steps) {
  struct grid a = made(height, width, 0), b = made(height, width, 5);
  heat(&a, &b, steps);
  print("heat", &a);
  waves(&a, &b, steps);
  print("e", &a);
  print("h", &b);
  lower(&a, &b, height < width ? height : width);
  print("lower", &a);
  free(a.cells);
  free(b.cells);
}

int main(void) {
  all(50, 70, 21);
  all(64, 19, 30);
  all(64, 18, 30); // 16 iterations
  all(64, 17, 30);
  all(64, 6, 30);
  all(3, 80, 9);
  all(1, 1, 5);
  all(40, 40, 0);
  return 0;
}
