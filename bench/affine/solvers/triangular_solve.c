/* L * X = B for many right-hand sides, in place. */
#include "../affine.h"

#ifndef N
#define N 1100
#endif

static double l[N][N], x[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      l[i][j] = j < i ? affine_value(i, j, 1) : i == j ? N : -999;
      x[i][j] = affine_value(i, j, 2);
    }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      for (int k = 0; k < i; k++)
        x[i][j] -= l[i][k] * x[k][j];
      x[i][j] /= l[i][i];
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("x", &x[0][0], (size_t)N * N);
  return 0;
}
