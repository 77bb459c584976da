/* C = alpha * A * B + beta * C; of A, which is symmetric, only the lower triangle is stored. */
#include "../affine.h"

#ifndef N
#define N 800
#endif

static double a[N][N], b[N][N], c[N][N], alpha = 1.5, beta = 1.2;

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = j <= i ? affine_value(i, j, 1) : -999;
      b[i][j] = affine_value(i, j, 2);
      c[i][j] = affine_value(i, j, 3);
    }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k <= i; k++)
        sum += a[i][k] * b[k][j];
      for (int k = i + 1; k < N; k++)
        sum += a[k][i] * b[k][j];
      c[i][j] = alpha * sum + beta * c[i][j];
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("c", &c[0][0], (size_t)N * N);
  return 0;
}
