/* C = A * B. */
#include "../affine.h"

#ifndef N
#define N 1100
#endif

static double a[N][N], b[N][N], c[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = affine_value(i, j, 1);
      b[i][j] = affine_value(i, j, 2);
      c[i][j] = 0;
    }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
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
