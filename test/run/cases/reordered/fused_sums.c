// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// PARALLEL: 1
// AGAIN: --tile=8
// Sums of products of numbers that are not exact. The compiler fuses all products of some, none of others, and of some
// those of the last iterations; scaling stands in front of sums.
#include <stdio.h>
#include <string.h>

enum { N = 75, M = 107, K = 64 };
static double a[N][K], b[N][K], data[M][N], c[N][N], d[N][N], e[N][N], f[N][N];
static float g[N][K], h[K][N], s[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < K; k++) {
      a[i][k] = 1.0 / (1 + i * 3 + k);
      b[i][k] = 0.1 * (i % 7) + k / 3.0;
      g[i][k] = 1.0f / (1 + i + k);
      h[k][i] = 0.3f * (k % 5) - i / 7.0f;
    }
    for (int j = 0; j < N; j++)
      c[i][j] = d[i][j] = e[i][j] = f[i][j] = s[i][j] = (i - j) / 9.0;
  }
  for (int k = 0; k < M; k++)
    for (int i = 0; i < N; i++)
      data[k][i] = (k * 7 + i * 3) % 31 / 7.0;
}

__attribute__((noinline)) static void rows_by_rows(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < K; k++)
        sum += a[i][k] * b[j][k];
      c[i][j] = sum;
    }
}

/* A rest of iterations is fused. */
__attribute__((noinline)) static void covariance(void) {
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++) {
      d[i][j] = 0;
      for (int k = 0; k < M; k++)
        d[i][j] += data[k][i] * data[k][j];
      d[i][j] /= M - 1;
      d[j][i] = d[i][j];
    }
}

__attribute__((noinline)) static void scaled(double alpha, double beta) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++)
      e[i][j] *= beta;
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < K; k++)
        e[i][j] += alpha * a[i][k] * a[j][k];
  }
}

__attribute__((noinline)) static void fused(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < K; k++)
        s[i][j] -= g[i][k] * h[k][j];
}

/* Two sums with lines of their own. */
__attribute__((noinline)) static void both(double *restrict x, double *restrict y, const double *p) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      x[j] += p[i] * f[i][j];
      y[i] += f[i][j] * p[j];
    }
}

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

int main(void) {
  static double x[N], y[N];
  fill();
  rows_by_rows();
  covariance();
  scaled(1.1, 0.7);
  fused();
  both(x, y, data[3]);
  show("rows by rows", c, sizeof c);
  show("covariance", d, sizeof d);
  show("scaled", e, sizeof e);
  show("fused", s, sizeof s);
  show("x", x, sizeof x);
  show("y", y, sizeof y);
  return 0;
}
