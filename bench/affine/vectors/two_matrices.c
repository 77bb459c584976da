/* y = alpha * A * x + beta * B * x, again and again. */
#include "../affine.h"

#ifndef N
#define N 2000
#endif
#define STEPS 60

static double a[N][N], b[N][N], x[N], y[N], sums[N], alpha = 1.5, beta = 1.2;

static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      a[i][j] = affine_value(i, j, 1);
      b[i][j] = affine_value(i, j, 2);
    }
    x[i] = affine_value(i, 0, 3);
    y[i] = sums[i] = 0;
  }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < N; i++) {
      sums[i] = 0;
      y[i] = 0;
      for (int j = 0; j < N; j++) {
        sums[i] += a[i][j] * x[j];
        y[i] += b[i][j] * x[j];
      }
      y[i] = alpha * sums[i] + beta * y[i];
    }
    for (int i = 0; i < N; i++)
      x[i] = y[i] / N;
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("x", x, N);
  return 0;
}
