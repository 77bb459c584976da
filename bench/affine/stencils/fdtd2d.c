/* An electromagnetic wave in two dimensions: three fields that take turns. */
#include "../affine.h"

#ifndef N
#define N 1000
#endif
#ifndef STEPS
#define STEPS 120
#endif

static double ex[N][N], ey[N][N], hz[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      ex[i][j] = affine_value(i, j, 1);
      ey[i][j] = affine_value(i, j, 2);
      hz[i][j] = affine_value(i, j, 3);
    }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int j = 0; j < N; j++)
      ey[0][j] = t % 20 * 0.05;
    for (int i = 1; i < N; i++)
      for (int j = 0; j < N; j++)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < N; i++)
      for (int j = 1; j < N; j++)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < N - 1; i++)
      for (int j = 0; j < N - 1; j++)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("ex", &ex[0][0], (size_t)N * N);
  affine_doubles("ey", &ey[0][0], (size_t)N * N);
  affine_doubles("hz", &hz[0][0], (size_t)N * N);
  return 0;
}
