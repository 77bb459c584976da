// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// PARALLEL: 1
// AGAIN: --tile=8
// Nests without products, of which the compiler could fuse one with a sum: functions add up numbers of rows, and what
// they return is divided by 3, 9 and by a number that is known at run time only.
#include <stdio.h>
#include <stdlib.h>

enum { N = 83, M = 59 };
static double a[N][M], b[N][M], c[M][N];
static float f[N][M];

static double of_row(const double *row, int j, double before) { return before + row[j - 1] + row[j] + row[j + 1]; }

static void show(const char *name, const void *numbers, size_t size) {
  unsigned long hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %lu\n", name, hash);
}

__attribute__((noinline)) static void smooth(int steps, int rows, int columns) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < rows - 1; i++)
      for (int j = 1; j < columns - 1; j++) {
        double sum = of_row(a[i - 1], j, 0.1);
        sum = of_row(a[i], j, sum);
        sum = of_row(a[i + 1], j, sum);
        a[i][j] = sum / 9;
      }
}

/* The loop over rows is better inside. */
__attribute__((noinline)) static void spread(double divisor) {
  for (int j = 1; j < M - 1; j++)
    for (int i = 0; i < N; i++) {
      b[i][j] += of_row(a[i], j, c[j][i]) / divisor;
      f[i][j] -= (float)a[i][j] / 3.f;
    }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      a[i][j] = (i * 31 + j * 17 + i * j) % 97 / 7.0;
      b[i][j] = (i * 5 + j) % 13 / 11.0;
      c[j][i] = (i + j * 3) % 19 / 3.0;
      f[i][j] = (float)(i - j) / 3;
    }
  smooth(argc, 2, 2);
  smooth(argc + 3, N, M);
  smooth(argc + 1, N, 17 + argc);
  smooth(argc + 2, 11 + argc, M);
  spread(argc + 6);
  spread(argc + 1);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("f", f, sizeof f);
  return 0;
}
