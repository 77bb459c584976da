/* x = transposed A * (A * x), again and again, scaled. */
#include "../affine.h"

#ifndef N
#define N 2000
#endif
#define STEPS 50

static double a[N][N], x[N], y[N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      a[i][j] = affine_value(i, j, 1);
    x[i] = affine_value(i, 0, 2);
    y[i] = 0;
  }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int step = 0; step < STEPS; step++) {
    for (int j = 0; j < N; j++)
      y[j] = 0;
    for (int i = 0; i < N; i++) {
      double product = 0;
      for (int j = 0; j < N; j++)
        product += a[i][j] * x[j];
      for (int j = 0; j < N; j++)
        y[j] += a[i][j] * product;
    }
    for (int j = 0; j < N; j++)
      x[j] = y[j] * 4 / N / N;
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
