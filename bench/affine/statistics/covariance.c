/* The covariance of each pair of columns. */
#include "../affine.h"

#ifndef N
#define N 700
#endif
#ifndef M
#define M (N * 5 / 4)
#endif

static double data[M][N], mean[N], cov[N][N];

static void fill(void) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      data[i][j] = affine_value(i, j, 1);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      cov[i][j] = 0;
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int j = 0; j < N; j++) {
    mean[j] = 0;
    for (int i = 0; i < M; i++)
      mean[j] += data[i][j];
    mean[j] /= M;
  }
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      data[i][j] -= mean[j];
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++) {
      cov[i][j] = 0;
      for (int k = 0; k < M; k++)
        cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= M - 1;
      cov[j][i] = cov[i][j];
    }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("cov", &cov[0][0], (size_t)N * N);
  return 0;
}
