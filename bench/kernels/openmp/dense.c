/* Decomposition, covariance and relaxation of a fixed matrix. With pragmas of OpenMP, by hand. */
#include <stdio.h>

#define N 600

static double a[N][N], b[N][N], mean[N], cov[N][N];

static void decompose(void) {
  for (int k = 0; k < N; k++)
#pragma omp parallel for schedule(static)
    for (int i = k + 1; i < N; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < N; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
}

static void covariance(void) {
#pragma omp parallel for schedule(static)
  for (int j = 0; j < N; j++) {
    mean[j] = 0;
    for (int i = 0; i < N; i++)
      mean[j] += a[i][j];
    mean[j] /= N;
  }
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] -= mean[j];
#pragma omp parallel for schedule(dynamic, 8)
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++) {
      cov[i][j] = 0;
      for (int k = 0; k < N; k++)
        cov[i][j] += a[k][i] * a[k][j];
      cov[j][i] = cov[i][j] /= N - 1;
    }
}

static void relax(void) {
#pragma omp parallel
  for (int t = 0; t < 100; t++) {
#pragma omp for schedule(static)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = 0.2 * (cov[i][j] + cov[i][j - 1] + cov[i][j + 1] + cov[i + 1][j] + cov[i - 1][j]);
#pragma omp for schedule(static)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        cov[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
  }
}

int main(void) {
  double sum = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i == j ? N : 1.0 / (1 + i + j);
  decompose();
  covariance();
  relax();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += cov[i][j] * (i + j);
  printf("%.17g\n", sum);
  return 0;
}
