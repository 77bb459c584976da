/* B = L * B in place, with L lower triangular: from the last row to the first. */
#include "../affine.h"

#ifndef N
#define N 1100
#endif

static double l[N][N], b[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      l[i][j] = j <= i ? affine_value(i, j, 1) : -999;
      b[i][j] = affine_value(i, j, 2);
    }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int i = N - 1; i >= 0; i--)
    for (int j = 0; j < N; j++) {
      b[i][j] = l[i][i] * b[i][j];
      for (int k = 0; k < i; k++)
        b[i][j] += l[i][k] * b[k][j];
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("b", &b[0][0], (size_t)N * N);
  return 0;
}
