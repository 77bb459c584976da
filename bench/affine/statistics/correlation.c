/* The correlation of each pair of columns. */
#include "../affine.h"

#include <math.h>

#ifndef N
#define N 700
#endif
#ifndef M
#define M (N * 5 / 4)
#endif

static double data[M][N], mean[N], deviation[N], corr[N][N];

static void fill(void) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      data[i][j] = affine_value(i, j, 1);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      corr[i][j] = 0;
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
  for (int j = 0; j < N; j++) {
    deviation[j] = 0;
    for (int i = 0; i < M; i++)
      deviation[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
    deviation[j] = sqrt(deviation[j] / M);
    if (deviation[j] < 0.05)
      deviation[j] = 1;
  }
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      data[i][j] = (data[i][j] - mean[j]) / (sqrt(M) * deviation[j]);
  for (int i = 0; i < N; i++) {
    corr[i][i] = 1;
    for (int j = i + 1; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < M; k++)
        sum += data[k][i] * data[k][j];
      corr[i][j] = corr[j][i] = sum;
    }
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("corr", &corr[0][0], (size_t)N * N);
  return 0;
}
