/* A = L * transposed L in place, row by row. */
#include "../affine.h"

#include <math.h>

#ifndef N
#define N 1600
#endif

static double a[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = a[j][i] = affine_value(i, j, 1) + (i == j ? N : 0);
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    for (int k = 0; k < i; k++)
      a[i][i] -= a[i][k] * a[i][k];
    a[i][i] = sqrt(a[i][i]);
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("l", &a[0][0], (size_t)N * N);
  return 0;
}
