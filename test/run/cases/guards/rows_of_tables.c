/* PARALLEL: 4
   Rows behind tables of pointers: distinct, in any order, shared by two iterations, overlapping by
   one element, of another table, and no rows at all. */
#include <stdio.h>
#include <stdlib.h>

enum { H = 60, W = 50 };

static void fill(double **a, int h, int w) {
  putchar('.');
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i][j] = a[i][j] * 0.25 + i + 0.5 * j;
}

static void add(double **a, double **b, int h, int w) {
  putchar('.');
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i][j] += b[i][j] * 0.75 + j;
}

static void scale(double **a, const double *x, int h, int w) {
  putchar('.');
  for (int i = h - 1; i >= 0; i--)
    for (int j = 0; j < w; j++)
      a[i][j] = a[i][j] * 0.5 + x[j];
}

static void show(double **a, int h, int w) {
  double sum = 0;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      sum = sum * 0.999 + a[i][j];
  printf("%.17g\n", sum);
}

static void all(double **a, double **b, const double *x, int h, int w) {
  fill(a, h, w);
  show(a, h, w);
  add(a, b, h, w);
  show(a, h, w);
  scale(a, x, h, w);
  show(a, h, w);
}

int main(int argc, char **argv) {
  (void)argv;
  static double block[3 * H * W];
  double *rows[H], *others[H], *shared[H], *close[H], *mixed[H];
  for (int i = 0; i < 3 * H * W; i++)
    block[i] = i % 17;
  for (int i = 0; i < H; i++) {
    rows[i] = block + i * W;
    others[i] = malloc(W * sizeof(double));
    if (!others[i])
      return 1;
    for (int j = 0; j < W; j++)
      others[i][j] = i - j;
    close[i] = block + H * W + i * (W - 1);
    mixed[i] = block + i * 37 % H * W;
  }
  for (int i = 0; i < H; i++)
    shared[i] = argc > 5 ? rows[i] : others[i / 2 * 2];
  const double *outside = block + 2 * H * W;
  all(rows, others, outside, H, W);
  all(mixed, rows, outside, H, W);
  all(shared, rows, outside, H, W);
  all(close, rows, outside, H, W);
  all(rows, mixed, block + 70, H, W);
  all(mixed, mixed + 1, outside, H - 1, W);
  all(NULL, NULL, NULL, 0, W);
  double *nothing[1] = {NULL};
  all(nothing, nothing, NULL, 1, 0);
  all(NULL, NULL, NULL, H, 0);
  return 0;
}
