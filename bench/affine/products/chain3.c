/* G = (A * B) * (C * D): three products. */
#include "../affine.h"

#ifndef N
#define N 800
#endif

static double a[N][N], b[N][N], c[N][N], d[N][N], e[N][N], f[N][N], g[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = affine_value(i, j, 1);
      b[i][j] = affine_value(i, j, 2);
      c[i][j] = affine_value(i, j, 3);
      d[i][j] = affine_value(i, j, 4);
      e[i][j] = f[i][j] = g[i][j] = 0;
    }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  int i, j, k;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      e[i][j] = 0;
      for (k = 0; k < N; k++)
        e[i][j] += a[i][k] * b[k][j];
    }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      f[i][j] = 0;
      for (k = 0; k < N; k++)
        f[i][j] += c[i][k] * d[k][j];
    }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      g[i][j] = 0;
      for (k = 0; k < N; k++)
        g[i][j] += e[i][k] * f[k][j];
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("g", &g[0][0], (size_t)N * N);
  return 0;
}
