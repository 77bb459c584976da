/* PARALLEL: 0 */
/* A getter that is called behind a test, in the source or in another getter, reads nothing where the
 * test fails: a guard may not read it either. */
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int width;
  double *cell;
};

static int width_of(const struct grid *g) { return g->width; }
static int width_or(const struct grid *g, int other) { return g ? width_of(g) : other; }
static double *cells_of(const struct grid *g, double *other) { return g ? g->cell : other; }

static void fill(const struct grid *g, double *to, int height, int width) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      to[y * width_or(g, width) + x] = y + x;
}

static void copy(const struct grid *g, double *other, double *to, int height, int width) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      to[y * width + x] = cells_of(g, other)[y * width + x] + 1;
}

static void blend(const struct grid *g, double *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] += g && width_of(g) > i ? g->cell[i] : 1;
}

int main(void) {
  double *a = malloc(60 * 40 * sizeof *a), *b = malloc(60 * 40 * sizeof *b);
  struct grid g = {60, b};
  fill(NULL, a, 40, 60);
  fill(&g, b, 40, 60);
  copy(NULL, a, b, 40, 60);
  copy(&g, NULL, a, 40, 60);
  blend(NULL, a, 2000);
  blend(&g, a, 50);
  double sum = 0;
  for (int i = 0; i < 60 * 40; i++)
    sum = sum * 0.5 + a[i] - b[i];
  printf("%.17g\n", sum);
  return 0;
}
