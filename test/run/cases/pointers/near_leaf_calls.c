/* SEQUENTIAL */
/* Getters whose places meet: a neighbour that the loop writes, a wrapped one, a place that a global
 * moves, and one that reads what the loop changes on the way. */
#include <stdio.h>

enum { W = 64, H = 40 };

struct grid {
  int width;
  int *cell;
};

static int cells[W * H], more[W * H];
static struct grid grid = {W, cells};
static int origin;

static int get(const struct grid *g, int x, int y) { return g->cell[y * g->width + x]; }
static int wrapped(const int *c, int x, int y) { return c[(y + H) % H * W + (x + W) % W]; }
static int moved(const int *c, int i) { return c[origin + i]; }
static int *row(struct grid *g, int y) { return g->cell + y * g->width; }
static int identity(int v) { return v; }

int main(void) {
  int seed = 1;
  for (int i = 0; i < W * H; i++) {
    seed = seed * 75 % 65537;
    cells[i] = seed % 1000;
    more[i] = cells[i] % 7;
  }
  for (int y = 1; y < H; y++)
    for (int x = 0; x < W; x++)
      row(&grid, y)[0] += get(&grid, 0, y - 1) + x;
  for (int y = 0; y < H; y++)
    cells[y * W] += wrapped(cells, 0, y - 1);
  for (int i = 0; i < W; i++) {
    more[i] = moved(cells, 0) + i;
    origin = more[i] % 9;
  }
  for (int i = 1; i < W * H; i++)
    cells[i] = identity(cells[identity(i) - 1]) * 3 % 1009;
  unsigned long sum = 0;
  for (int i = 0; i < W * H; i++)
    sum = sum * 31 + (unsigned)cells[i] + (unsigned)more[i];
  printf("%lu\n", sum);
  return 0;
}
