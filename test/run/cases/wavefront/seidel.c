// PARALLEL: 6
// Gauss-Seidel in place, with 5 and 9 neighbors: rows run behind each other; rows of odd lengths, none, and one.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 700, M = 901 };
static double a[N][M];

static void fill(double *b, int n) {
  for (int i = 0; i < n; i++)
    b[i] = (double)((i * 7919) % 1009) / 64;
}

static void five(void) {
  int i, j;
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < M - 1; j++)
      a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static void nine(int n, int m, double b[n][m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j <= m - 2; j++)
      b[i][j] = 0.1 * (b[i - 1][j - 1] + b[i - 1][j] + b[i - 1][j + 1] + b[i][j - 1] + b[i][j] + b[i][j + 1] +
                       b[i + 1][j - 1] + b[i + 1][j] + b[i + 1][j + 1]);
}

static void linear(double *b, const double *f, int n, int m, double w) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double old = b[i * m + j];
      double next = 0.25 * (b[(i - 1) * m + j] + b[(i + 1) * m + j] + b[i * m + j - 1] + b[i * m + j + 1] + f[i * m + j]);
      b[i * m + j] = old + w * (next - old);
    }
}

/* With the greatest change, until that is small. */
static int until(double *b, int n, int m, double least) {
  int sweeps = 0;
  double most;
  do {
    most = 0;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        double next = 0.25 * (b[(i - 1) * m + j] + b[(i + 1) * m + j] + b[i * m + j - 1] + b[i * m + j + 1]);
        double change = fabs(next - b[i * m + j]);
        b[i * m + j] = next;
        if (change > most)
          most = change;
      }
    sweeps++;
  } while (most > least && sweeps < 30);
  printf("%a\n", most);
  return sweeps;
}

static void back(void) {
  for (int i = N - 2; i > 0; i--)
    for (int j = M - 2; j > 0; j--)
      a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j - 1]);
}

static void steps(double *x, int n, int times) {
  for (int t = 0; t < times; t++)
    for (int i = 1; i < n - 1; i++)
      x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
}

static double sum(const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.999 + b[i];
  return s;
}

int main(void) {
  static const int sizes[][2] = {{300, 500}, {3, 4000}, {2, 9}, {1, 1}, {0, 0}, {800, 3}, {5, 2}, {257, 255}};
  double *b = malloc(N * M * sizeof *b), *f = malloc(N * M * sizeof *f);
  fill((double *)(void *)a, N * M);
  five();
  printf("%a\n", sum((double *)(void *)a, N * M));
  back();
  printf("%a\n", sum((double *)(void *)a, N * M));
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k][0], m = sizes[k][1];
    fill(b, n * m);
    fill(f, n * m);
    nine(n, m, (void *)b);
    printf("%a\n", sum(b, n * m));
    linear(b, f, n, m, 1.5);
    printf("%a\n", sum(b, n * m));
    printf("%d\n", until(b, n, m, 0.5));
  }
  fill(b, 20000);
  steps(b, 20000, 60);
  steps(b, 2, 60);
  steps(b, 0, 3);
  printf("%a\n", sum(b, 20000));
  free(b);
  free(f);
  return 0;
}
