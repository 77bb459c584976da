/* Heat by alternating directions: an implicit half step along columns, then one along rows. */
#include "../affine.h"

#ifndef N
#define N 1000
#endif
#ifndef STEPS
#define STEPS 20
#endif

static double u[N][N], v[N][N], d[N][N], c[N], scale[N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      u[i][j] = affine_value(i, j, 1);
      v[i][j] = d[i][j] = 0;
    }
    c[i] = scale[i] = 0;
  }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  const double r = 0.3;
  for (int i = 1; i < N - 1; i++) {
    scale[i] = 1 / (1 + 2 * r - r * c[i - 1]);
    c[i] = r * scale[i];
  }
  for (int t = 0; t < STEPS; t++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = 1; i < N - 1; i++)
        d[i][j] = (r * u[i][j - 1] + (1 - 2 * r) * u[i][j] + r * u[i][j + 1] + r * d[i - 1][j]) * scale[i];
      for (int i = N - 2; i > 0; i--)
        v[i][j] = d[i][j] + c[i] * v[i + 1][j];
    }
    for (int i = 1; i < N - 1; i++) {
      for (int j = 1; j < N - 1; j++)
        d[i][j] = (r * v[i - 1][j] + (1 - 2 * r) * v[i][j] + r * v[i + 1][j] + r * d[i][j - 1]) * scale[j];
      for (int j = N - 2; j > 0; j--)
        u[i][j] = d[i][j] + c[j] * u[i][j + 1];
    }
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("u", &u[0][0], (size_t)N * N);
  return 0;
}
