/* x = x + A * y and z = z + transposed A * w: two nests that read A by rows and by columns. */
#include "../affine.h"

#ifndef N
#define N 2500
#endif
#define STEPS 20

static double a[N][N], x[N], y[N], z[N], w[N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      a[i][j] = affine_value(i, j, 1) / N;
    x[i] = affine_value(i, 0, 2);
    y[i] = affine_value(i, 0, 3);
    z[i] = affine_value(i, 0, 4);
    w[i] = affine_value(i, 0, 5);
  }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        x[i] += a[i][j] * y[j];
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        z[i] += a[j][i] * w[j];
    for (int i = 0; i < N; i++) {
      y[i] = 0.25 * x[i];
      w[i] = 0.25 * z[i];
    }
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("x", x, N);
  affine_doubles("z", z, N);
  return 0;
}
