/* PARALLEL: 4 */
/* Small functions that compute a place or a value are seen through with the arguments of each call:
 * wrapped neighbours, clamped neighbours, elements by way of a getter, a getter of a getter. */
#include <stdio.h>
#include <stdlib.h>

enum { W = 96, H = 80 };

struct grid {
  int width, height;
  double *cell;
};

static char *cur, *next;

static int alive(const char *g, int x, int y) { return g[((y + H) % H) * W + (x + W) % W]; }

static void step(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int n = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          if (i || j)
            n += alive(cur, x + i, y + j);
      next[y * W + x] = n == 3 || (n == 2 && alive(cur, x, y));
    }
  char *kept = cur;
  cur = next;
  next = kept;
}

static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
static int place(const struct grid *g, int x, int y) { return y * g->width + x; }
static double get(const struct grid *g, int x, int y) { return g->cell[place(g, x, y)]; }
static double *at(struct grid *g, int x, int y) { return &g->cell[y * g->width + x]; }

static double near(const struct grid *g, int x, int y) {
  int column = clamp(x, 0, g->width - 1);
  int row = clamp(y, 0, g->height - 1);
  return get(g, column, row);
}

static void smooth(const struct grid *from, struct grid *to) {
  for (int y = 0; y < from->height; y++)
    for (int x = 0; x < from->width; x++)
      *at(to, x, y) = (near(from, x - 1, y) + near(from, x + 1, y) + near(from, x, y - 1) +
                       near(from, x, y + 1)) *
                      0.25;
}

int main(void) {
  cur = malloc(W * H);
  next = malloc(W * H);
  struct grid a = {W, H, malloc(W * H * sizeof(double))}, b = {W, H, malloc(W * H * sizeof(double))};
  for (int i = 0; i < W * H; i++) {
    cur[i] = (i * 7 + i / 13) % 5 == 0;
    a.cell[i] = i % 101;
  }
  for (int t = 0; t < 10; t++)
    step();
  smooth(&a, &b);
  smooth(&b, &a);
  smooth(&a, &a);
  long n = 0;
  double sum = 0;
  for (int i = 0; i < W * H; i++) {
    n = n * 3 + cur[i];
    sum = sum * 0.5 + a.cell[i];
  }
  printf("%ld %.17g\n", n, sum);
  return 0;
}
