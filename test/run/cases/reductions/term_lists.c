/* PARALLEL: 11 */
/* Floating-point sums and products with any number of terms in an iteration, in variables, at one place and at many: the
 * terms are listed, and combined in the order of the source. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 700, M = 37 };
static double x[N], y[N], fx[N], fy[N], table[N][M];
static float mass[16], narrow[N];
static int key[N];
static struct cell {
  int count;
  double weight;
} cells[32];

static double over_inner_loops(int n) {
  putchar('.');
  double s = 0.1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i % M; j++)
      s += sin(table[i][j]);
  return s;
}

static double several(int n) {
  putchar('.');
  double s = 1;
  for (int i = 0; i < n; i++) {
    if (key[i] % 3 == 0)
      continue;
    s += cos(x[i]);
    if (key[i] % 5 == 1)
      s -= x[i] * 0.37;
    else
      s = s - exp(-y[i]);
  }
  return s;
}

static double product(int n) {
  putchar('.');
  double p = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      p *= 1 + table[i][j] * 1e-4;
  return p;
}

static float mixed_precision(int n) {
  putchar('.');
  float s = 0;
  for (int i = 0; i < n; i++) {
    s += sqrt(x[i]);
    s += 0.25 * y[i];
  }
  return s;
}

static void by_key(int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    mass[key[i] & 15] += expf(narrow[i]);
}

static void pairs(int n) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double dx = x[j] - x[i], dy = y[j] - y[i], d = dx * dx + dy * dy + 0.01;
      double s = pow(d, -1.5) * sin(cos(d));
      fx[i] += dx * s;
      fy[i] += dy * s;
      fx[j] -= dx * s;
      fy[j] -= dy * s;
    }
  printf("%.17g\n", fx[n / 2]);
}

static void members(int n) {
  putchar('.');
  for (int i = 0; i < n; i++) {
    cells[(key[i] + 1) & 31].weight += log(2 + x[i]);
  }
}

static void behind_pointers(double *restrict to, const int *at, int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    to[at[i] & 63] += sin(x[i]);
}

static void allocated(int n, double *sum) {
  putchar('.');
  double *bins = calloc(64, sizeof *bins);
  for (int i = 0; i < n; i++) {
    bins[key[i] & 63] += cos(y[i]);
    bins[(key[i] >> 2) & 63] += 0.5 * x[i];
  }
  for (int i = 0; i < 64; i++)
    *sum = *sum * 0.9 + bins[i];
  free(bins);
}

static void moving(int n) {
  putchar('.');
  double *p = fx;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      p[(i * 7 + j) % N] *= 1 + y[i] * 1e-3;
}

int main(void) {
  double sum = 0.5;
  for (int i = 0; i < N; i++) {
    key[i] = (i * 7919 + 13) % 1009;
    x[i] = key[i] * 0.013;
    y[i] = (i * 31 % 101) * 0.07;
    narrow[i] = (float)(key[i] % 10) / 10;
    for (int j = 0; j < M; j++)
      table[i][j] = (i * j % 113) * 0.1;
  }
  printf("%.17g\n", over_inner_loops(N));
  printf("%.17g\n", several(N));
  printf("%.17g\n", product(N));
  printf("%.9g\n", (double)mixed_precision(N));
  by_key(N);
  pairs(N);
  members(N);
  behind_pointers(fy, key, N);
  allocated(N, &sum);
  moving(N);
  for (int i = 0; i < 16; i++)
    printf("%.9g ", (double)mass[i]);
  for (int i = 0; i < N; i += 13)
    printf("%.17g %.17g ", fx[i], fy[i]);
  for (int i = 0; i < 32; i++)
    printf("%d %.17g ", cells[i].count, cells[i].weight);
  printf("%.17g\n", sum);
  return 0;
}
