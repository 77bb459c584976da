/* The lower triangle of C = beta * C + alpha * (A * transposed B + B * transposed A). */
#include "../affine.h"

#ifndef N
#define N 1200
#endif
#ifndef K
#define K (N / 3 * 2)
#endif

static double a[N][K], b[N][K], c[N][N], alpha = 1.5, beta = 1.2;

static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < K; k++) {
      a[i][k] = affine_value(i, k, 1);
      b[i][k] = affine_value(i, k, 2);
    }
    for (int j = 0; j < N; j++)
      c[i][j] = affine_value(i, j, 3);
  }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = 0; k < K; k++)
        sum += a[i][k] * b[j][k] + b[i][k] * a[j][k];
      c[i][j] = beta * c[i][j] + alpha * sum;
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
