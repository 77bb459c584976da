/* SEQUENTIAL */
/* The same with ends that do not hold: one way returns what is tested by nobody, the ends are the wrong
 * way round or one more than the row has, a test says nothing of what is returned. */
#include <stdio.h>

enum { W = 16, H = 40 };

static int plane[H * W + W], limit = W;

static int open_below(int v) {
  if (v > W - 1)
    return W - 1;
  return v;
}
static int one_more(int v) {
  if (v < 0)
    return 0;
  if (v > W)
    return W;
  return v;
}
static int upside_down(int v, int low, int high) {
  if (v < low)
    return low;
  if (v > high)
    return high;
  return v;
}
static int other(int v, int w) {
  if (w < 0)
    return 0;
  if (w > W - 1)
    return W - 1;
  return v;
}
static int changed(int v) {
  if (v < 0)
    v = 0;
  if (v > W - 1)
    v = W - 1;
  if (v == limit - 1)
    v = W;
  return v;
}

int main(void) {
  int *p = plane;
  for (int y = 0; y < H; y++)
    for (int x = -3; x < W + 3; x++)
      p[y * W + W + open_below(x)] = p[y * W + W + open_below(x)] * 3 + y;
  for (int y = 0; y < H; y++)
    for (int x = -3; x < W + 3; x++)
      p[y * W + one_more(x)] = p[y * W + one_more(x)] * 3 + y;
  for (int y = 0; y < H - 1; y++)
    for (int x = -3; x < W + 3; x++)
      p[y * W + upside_down(x, 2 * W - 1, 0)] = p[y * W + upside_down(x, 2 * W - 1, 0)] * 3 + x;
  for (int y = 0; y < H; y++)
    for (int x = -3; x < W + 3; x++)
      p[y * W + other(x, x / 2)] = p[y * W + other(x, x / 2)] * 3 + y;
  for (int y = 0; y < H; y++)
    for (int x = -3; x < W + 3; x++)
      p[y * W + changed(x)] = p[y * W + changed(x)] * 3 + y;
  long sum = 0;
  for (int i = 0; i < H * W + W; i++)
    sum = sum * 31 % 1000003 + plane[i] % 1000;
  printf("%ld\n", sum);
  return 0;
}
