// PARALLEL: 4
// AGAIN: --tile=4
// Loops over time steps that run as a wavefront of tiles: in two arrays, in place, with boundaries that steps set, along a
// line, in three dimensions, and eliminations. Numbers of steps and sizes are known at run time, 0 and 1 among them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 67, LINE = 9001, SIDE = 19 };
static double a[N][N], b[N][N], ex[N][N], ey[N][N], hz[N][N], p[LINE], q[LINE], u[SIDE][SIDE][SIDE], v[SIDE][SIDE][SIDE];
static int counts[N][N];

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

__attribute__((noinline)) static void both_ways(int steps, int n) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
  }
}

__attribute__((noinline)) static void in_place(int steps, int n) {
  for (int t = 0; t < steps; t++)
    for (int i = 2; i < n - 2; i++)
      for (int j = 1; j < n; j++)
        counts[i][j] = (counts[i - 2][j] + counts[i][j - 1] * 3 + counts[i + 2][j - 1] + t) & 0xffff;
}

__attribute__((noinline)) static void fields(int steps, int n) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++)
      ey[0][j] = t;
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < n; i++)
      for (int j = 1; j < n; j++)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < n - 1; j++)
        hz[i][j] -= 0.75 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

/* Each step begins with the newest value of the one before. */
__attribute__((noinline)) static void line(int steps, int n) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      q[i] = (p[i - 1] + p[i] + p[i + 1]) / 3;
    for (int i = 1; i < n - 1; i++)
      p[i] = q[i];
  }
}

__attribute__((noinline)) static void cube(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < SIDE - 1; i++)
      for (int j = 1; j < SIDE - 1; j++)
        for (int k = 1; k < SIDE - 1; k++)
          v[i][j][k] = 0.25 * (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j][k + 1]);
    for (int i = 1; i < SIDE - 1; i++)
      for (int j = 1; j < SIDE - 1; j++)
        for (int k = 1; k < SIDE - 1; k++)
          u[i][j][k] = v[i][j][k] + v[i + 1][j][k];
  }
}

__attribute__((noinline)) static void eliminate(int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
}

/* The loop over j writes what it reads in each iteration. */
__attribute__((noinline)) static void column(int steps, int n) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++)
        b[i][j] = 0.5 * b[i - 1][j] + b[i][5];
}

/* All rows of an array in one loop. */
__attribute__((noinline)) static void flat(int steps, int n) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < N * N; j++)
      ((double *)ex)[j] += t;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        hz[i][j] += 0.125 * ex[i][j];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        ex[i][j] -= 0.25 * hz[i][j];
  }
}

/* Rows that pointers lead to, which may overlap. */
__attribute__((noinline)) static void rows(double *to, double *from, int steps, int n, int width) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 0; j < width; j++)
        to[i * width + j] = from[(i - 1) * width + j] + from[(i + 1) * width + j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 0; j < width; j++)
        from[i * width + j] = 0.5 * to[i * width + j];
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = b[i][j] = ex[i][j] = ey[i][j] = hz[i][j] = (i * 31 + j * 17) % 101 / 8.0 + (i == j) * 100;
      counts[i][j] = i * 7 + j;
    }
  for (int i = 0; i < LINE; i++)
    p[i] = q[i] = i % 97;
  for (int i = 0; i < SIDE * SIDE * SIDE; i++)
    (&u[0][0][0])[i] = (&v[0][0][0])[i] = i % 89;
  for (int steps = 0; steps < 40; steps = steps * 3 + 1) {
    both_ways(steps, N);
    both_ways(steps, steps);
    in_place(steps, N);
    fields(steps, N);
    line(steps, LINE);
    cube(steps);
  }
  both_ways(5, 0);
  both_ways(5, 3);
  in_place(-1, N);
  show("both_ways", a, sizeof a);
  eliminate(N);
  eliminate(1);
  show("eliminate", a, sizeof a);
  show("in_place", counts, sizeof counts);
  show("fields", ex, sizeof ex);
  show("fields", ey, sizeof ey);
  show("fields", hz, sizeof hz);
  show("line", p, sizeof p);
  show("cube", u, sizeof u);
  column(5, N);
  flat(20, N);
  show("column", b, sizeof b);
  show("flat", ex, sizeof ex);
  rows(&a[0][0], &b[0][0], 9, N, N);
  rows(&a[0][0], &a[3][0], 9, N - 3, N);
  show("rows", a, sizeof a);
  show("rows", b, sizeof b);
  return 0;
}
