// PARALLEL: 3
// AGAIN: --tile=8
// Products whose sizes are no multiples of tiles or of unrolled iterations, rectangular and triangular, with sums in
// place and in variables, and sizes known only at run time, 0 among them.
#include <stdio.h>
#include <string.h>

enum { N = 77, M = 53 };
static double a[N][M], b[M][N], c[N][N], t[N][N];

static void show(const char *name) {
  unsigned long h = 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      unsigned long bits;
      memcpy(&bits, &c[i][j], sizeof bits);
      h = h * 31 + (bits ^ bits >> 32);
    }
  printf("%s %lu\n", name, h);
}

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 * 0.25;
      b[j][i] = (i * 5 + j) % 13 * 0.5;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      t[i][j] = (i + 2 * j) % 17 * 0.125;
}

static void plain(int rows, int inner) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0.1;
      for (int k = 0; k < inner; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

static void transposed(void) {
  double sum;
  int i, j, k;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      sum = 0;
      for (k = 0; k < M; k++)
        sum += a[i][k] * a[j][k];
      c[i][j] = sum * 0.3;
    }
}

static void triangular(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      for (int k = j; k <= i; k++)
        c[i][j] += t[i][k] * t[k][j];
}

static void downwards(void) {
  for (long i = N - 1; i >= 0; i--)
    for (long j = 0; j < N; j += 2) {
      double sum = c[i][j];
      for (long k = N - 1; k > i; k--)
        sum -= t[i][k] * t[j][k];
      c[i][j] = sum;
    }
}

/// The inner bound is a counter that begins far from 0.
static void lower_block(void) {
  for (int i = 40; i < N; i++)
    for (int j = 0; j < i; j++) {
      double sum = 0;
      for (int k = 0; k < M; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  for (int i = 0; i < N; i += 3)
    for (int j = 40; j < N; j++)
      for (int l = j; l < N; l++) {
        double sum = c[i][l];
        for (int k = 0; k < M; k++)
          sum += a[j][k] * b[k][l];
        c[i][l] = sum;
      }
}

int main(void) {
  static const int sizes[] = {0, 1, 3, 8, 52, 53};
  fill();
  for (unsigned n = 0; n < sizeof sizes / sizeof *sizes; n++) {
    plain(N - (int)n, sizes[n]);
    show("plain");
  }
  transposed();
  show("transposed");
  triangular();
  show("triangular");
  downwards();
  show("downwards");
  lower_block();
  show("lower block");
  return 0;
}
