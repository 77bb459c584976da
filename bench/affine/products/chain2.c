/* D = scale * A * B * C: two products. */
#include "../affine.h"

#ifndef N
#define N 900
#endif

static double a[N][N], b[N][N], c[N][N], d[N][N], product[N][N], scale = 0.75;

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = affine_value(i, j, 1);
      b[i][j] = affine_value(i, j, 2);
      c[i][j] = affine_value(i, j, 3);
      d[i][j] = product[i][j] = 0;
    }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      product[i][j] = 0;
      for (int k = 0; k < N; k++)
        product[i][j] += scale * a[i][k] * b[k][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      d[i][j] = 0;
      for (int k = 0; k < N; k++)
        d[i][j] += product[i][k] * c[k][j];
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("d", &d[0][0], (size_t)N * N);
  return 0;
}
