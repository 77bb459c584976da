/* PARALLEL: 2 */
/* Small functions with early returns, or with variables that an `if` sets, are seen through: a clamp
 * keeps an index in its row, a rounded place stays beside it. */
#include <stdio.h>

enum { W = 64, H = 60 };

struct row {
  int cell[W];
  int sum;
};

static struct row rows[H];
static int plane[H][W], used[H][8];

static int clamp(int v, int low, int high) {
  if (v < low)
    return low;
  if (v > high)
    return high;
  return v;
}

static int level(int v) {
  int at = v / 8;
  if (at > 7)
    at = 7;
  if (at < 0)
    at = 0;
  return at;
}

static int *cell(int *base, int x) {
  if (x >= W)
    x = W - 1;
  else if (x < 0)
    x = 0;
  return base + x;
}

static void smear(int *all) {
  for (int y = 0; y < H; y++)
    for (int x = -3; x < W + 3; x++)
      all[y * W + clamp(x * 2, 0, W - 1)] += y + x;
}

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = -2; x < W + 2; x++) {
      int *at = &rows[y].cell[0];
      at[clamp(x, 0, W - 1)] += x * y;
      rows[y].sum += x;
    }
  smear(&plane[0][0]);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      used[y][level(rows[y].cell[x])]++;
      *cell(plane[y], x + y) ^= x;
    }
  long sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      sum = sum * 31 % 1000003 + rows[y].cell[x] + plane[y][x] + used[y][x % 8] + rows[y].sum;
  printf("%ld\n", sum);
  return 0;
}
