// PARALLEL: 8
// Rows of wavefronts that are calls: with results, early returns, edges before the columns, more behind them,
// parameters that change, and structures by value.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 500, M = 1201 };
static double a[N][M];
static int d[N][M], skip[N], last[N];

typedef struct grid {
  double *points, *source;
  int width, height;
} grid;
typedef struct weights {
  double own, others;
  int kind[3];
} weights;

static void fill(void) {
  for (int i = 0; i < N; i++) {
    skip[i] = i % 7 == 3;
    for (int j = 0; j < M; j++) {
      a[i][j] = (double)((i * 7919 + j * 31) % 1009) / 64;
      d[i][j] = (i * 7919 + j * 31) % 1009;
    }
  }
}

static double relax_row(grid *g, int y, double factor) {
  double *row = g->points + (size_t)y * g->width;
  const double *above = row - g->width, *below = row + g->width;
  double most = 0;
  for (int x = 1; x < g->width - 1; x++) {
    double mean = (row[x - 1] + row[x + 1] + above[x] + below[x] + g->source[x]) / 4;
    double change = mean - row[x];
    row[x] += factor * change;
    if (fabs(change) > most)
      most = fabs(change);
  }
  return most;
}

static int solve(grid *g, double least) {
  int sweeps = 0;
  for (double most = 1; most > least && sweeps < 20; sweeps++) {
    most = 0;
    for (int y = 1; y < g->height - 1; y++) {
      double change = relax_row(g, y, 1.5);
      if (change > most)
        most = change;
    }
  }
  return sweeps;
}

static void weighted_row(double (*m)[M], weights w, int i) {
  w.own *= w.kind[i % 3];
  for (int j = M - 2; j > 0; j--)
    m[i][j] = w.own * m[i][j] + w.others * (m[i - 1][j - 1] + m[i][j + 1]);
}

static void weigh(void) {
  const weights w = {0.5, 0.125, {1, 2, 3}};
  for (int i = 1; i < N; i++)
    weighted_row(a, w, i);
}

static void some_rows(int i) {
  if (skip[i])
    return;
  for (int j = 1; j < M - 1; j++)
    d[i][j] = (d[i - 1][j + 1] * 3 + d[i][j - 1] + d[i][j]) % 65537;
}

static void rows_but_some(void) {
  for (int i = 1; i < N; i++)
    some_rows(i);
}

static int first_and_last(int i, int scale) {
  int left = d[i][0] = (d[i - 1][0] * 5 + scale) % 65537;
  scale = scale * 3 + i;
  for (int j = 1; j < M - 2; j++) {
    int best = d[i - 1][j - 1] > d[i - 1][j] ? d[i - 1][j - 1] : d[i - 1][j];
    if (left > best)
      best = left;
    left = d[i][j] = (best + (j * scale) % 97) % 65537;
  }
  last[i] = last[i - 1] * 3 + left;
  return left;
}

static long all_rows(int scale) {
  long sum = 0;
  for (int i = 1; i < N; i++) {
    int left = first_and_last(i, scale);
    sum += left;
    last[i] ^= (int)(last[i - 1] % 1000);
  }
  return sum;
}

/* Rows of other lengths, and none. */
static void part_of_row(int *row, const int *before, int from, int to) {
  for (int j = from; j < to; j++)
    row[j] = (row[j - 1] + before[j + 2] * 7) % 65537;
}

static void triangle(void) {
  for (int i = 1; i < N; i++)
    part_of_row(d[i], d[i - 1], 1, i < 10 ? 0 : 2 * i);
}

/* What one row writes, another thread reads meanwhile: the promise of `restrict` ends there. */
static void restricted(int *restrict row, const int *restrict before, int count) {
  for (int j = 1; j < count; j++)
    row[j] = (row[j - 1] + before[j] * 3 + before[0]) % 65537;
}

static void all_restricted(int (*restrict t)[M]) {
  for (int i = 1; i < N; i++) {
    t[i][0] = (t[i - 1][0] * 5 + i) % 65537;
    restricted(t[i], t[i - 1], M);
  }
}

/* The order of the call and of p[-1] is open. */
static int mixed(int value) {
  unsigned bits = (unsigned)value;
  for (int round = 0; round < 300; round++)
    bits = bits * 1664525u + 1013904223u;
  return (int)(bits >> 8);
}

static void unsequenced(int *p) {
  for (int i = 0; i < 300; i++)
    p[i] = mixed(i) + p[i ? i - 1 : 0] % 1000;
}

static unsigned long checksum(void) {
  unsigned long sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      sum = sum * 31 + (unsigned long)d[i][j] + (unsigned long)(a[i][j] * 1024);
  return sum;
}

int main(void) {
  grid g = {malloc(sizeof(double) * 700 * 900), malloc(sizeof(double) * 900), 900, 700};
  if (g.points == NULL || g.source == NULL)
    return 1;
  for (int i = 0; i < g.width * g.height; i++)
    g.points[i] = i % 101;
  for (int i = 0; i < g.width; i++)
    g.source[i] = i % 11;
  fill();
  printf("%d sweeps\n", solve(&g, 1e-9));
  double sum = 0;
  for (int i = 0; i < g.width * g.height; i++)
    sum = sum * 0.999 + g.points[i];
  printf("%.17g\n", sum);
  for (int round = 0; round < 4; round++) {
    weigh();
    printf("%lx\n", checksum());
    rows_but_some();
    printf("%lx\n", checksum());
    printf("%ld\n", all_rows(round));
    triangle();
    printf("%lx\n", checksum());
    all_restricted(d);
    unsequenced(d[1]);
    printf("%lx %d\n", checksum(), last[N - 1]);
  }
  return 0;
}
