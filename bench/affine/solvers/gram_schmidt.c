/* A = Q * R: each column is normalized, and its part in all later ones removed. */
#include "../affine.h"

#include <math.h>

#ifndef N
#define N 700
#endif

static double a[N][N], q[N][N], r[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = affine_value(i, j, 1) + (i == j ? 20 : 0);
      q[i][j] = r[i][j] = 0;
    }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int k = 0; k < N; k++) {
    double squares = 0;
    for (int i = 0; i < N; i++)
      squares += a[i][k] * a[i][k];
    r[k][k] = sqrt(squares);
    for (int i = 0; i < N; i++)
      q[i][k] = a[i][k] / r[k][k];
    for (int j = k + 1; j < N; j++) {
      for (int i = 0; i < N; i++)
        r[k][j] += q[i][k] * a[i][j];
      for (int i = 0; i < N; i++)
        a[i][j] -= q[i][k] * r[k][j];
    }
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("q", &q[0][0], (size_t)N * N);
  affine_doubles("r", &r[0][0], (size_t)N * N);
  return 0;
}
