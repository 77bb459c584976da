/* A = L * U in place, without pivots. */
#include "../affine.h"

#ifndef N
#define N 1600
#endif

static double a[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = affine_value(i, j, 1) + (i == j ? N : 0);
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int k = 0; k < N; k++)
    for (int i = k + 1; i < N; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < N; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("lu", &a[0][0], (size_t)N * N);
  return 0;
}
