/* Stencils on lines, planes and volumes, from one array to another and in place. */
#include <string.h>

#include "suite.h"

enum { SIZE = 48, DEPTH = 12 };

static double a[SIZE][SIZE], b[SIZE][SIZE], line[SIZE * SIZE], next_line[SIZE * SIZE];
static float u[DEPTH][SIZE][SIZE], v[DEPTH][SIZE][SIZE];
static unsigned char life[SIZE][SIZE], after[SIZE][SIZE];
static double ex[SIZE][SIZE], ey[SIZE][SIZE], hz[SIZE][SIZE];
static int distance[SIZE][SIZE];

static void smooth_line(int n) {
  /* parallel */
  for (int i = 1; i < n - 1; i++)
    next_line[i] = 0.25 * line[i - 1] + 0.5 * line[i] + 0.25 * line[i + 1];
}

static void jacobi(int n) {
  /* parallel */
  for (int i = 1; i < n - 1; i++)
    /* parallel */
    for (int j = 1; j < n - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static double residual(int n) {
  double most = 0;
  /* parallel: reduction(most) */
  for (int i = 1; i < n - 1; i++)
    /* parallel: reduction(most) */
    for (int j = 1; j < n - 1; j++) {
      double d = a[i][j] - b[i][j];
      if (d < 0)
        d = -d;
      if (d > most)
        most = d;
    }
  return most;
}

static void iterate(int n, int steps) {
  /* sequential: each step works on the one before */
  for (int s = 0; s < steps; s++) {
    jacobi(n);
    /* parallel */
    for (int i = 1; i < n - 1; i++)
      memcpy(&a[i][1], &b[i][1], (size_t)(n - 2) * sizeof(double));
  }
}

static void heat(int n) {
  /* parallel */
  for (int z = 1; z < DEPTH - 1; z++)
    /* parallel */
    for (int y = 1; y < n - 1; y++)
      /* parallel */
      for (int x = 1; x < n - 1; x++)
        v[z][y][x] = 0.4f * u[z][y][x] + 0.1f * (u[z - 1][y][x] + u[z + 1][y][x] + u[z][y - 1][x] + u[z][y + 1][x] +
                                                u[z][y][x - 1] + u[z][y][x + 1]);
}

static void generations(int n) {
  /* parallel */
  for (int y = 0; y < n; y++)
    /* parallel */
    for (int x = 0; x < n; x++) {
      int alive = 0;
      /* parallel: reduction(alive) */
      for (int dy = -1; dy <= 1; dy++)
        /* parallel: reduction(alive) */
        for (int dx = -1; dx <= 1; dx++)
          if (dx || dy)
            alive += life[(y + dy + n) % n][(x + dx + n) % n];
      after[y][x] = (unsigned char)(alive == 3 || (alive == 2 && life[y][x]));
    }
}

static void red_black(int n, int color) {
  /* parallel */
  for (int i = 1; i < n - 1; i++)
    /* parallel */
    for (int j = 1 + (i + color) % 2; j < n - 1; j += 2)
      a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static void red_black_tested(int n) {
  /* parallel */
  for (int i = 1; i < n - 1; i++)
    /* parallel */
    for (int j = 1; j < n - 1; j++)
      if (((i + j) & 1) == 0)
        b[i][j] = 0.5 * b[i][j] + 0.125 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
}

static void fields(int n) {
  /* parallel */
  for (int i = 1; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++)
      ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 1; j < n; j++)
      ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
  /* parallel */
  for (int i = 0; i < n - 1; i++)
    /* parallel */
    for (int j = 0; j < n - 1; j++)
      hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
}

static void flat_stencil(double *to, const double *from, int width, int height) {
  /* parallel */
  for (int y = 1; y < height - 1; y++)
    /* parallel */
    for (int x = 1; x < width - 1; x++) {
      int at = y * width + x;
      to[at] = from[at] * 4 - from[at - 1] - from[at + 1] - from[at - width] - from[at + width];
    }
}

static void borders(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    a[0][i] = a[1][i];
    a[n - 1][i] = a[n - 2][i];
  }
  /* parallel */
  for (int i = 0; i < n; i++) {
    a[i][0] = a[i][1];
    a[i][n - 1] = a[i][n - 2];
  }
}

static void clamped(int n) {
  /* parallel */
  for (int y = 0; y < n; y++)
    /* parallel */
    for (int x = 0; x < n; x++) {
      int up = y > 0 ? y - 1 : 0, down = y < n - 1 ? y + 1 : n - 1;
      b[y][x] = a[up][x] + a[down][x] - 2 * a[y][x];
    }
}

static void coarser(int n) {
  /* parallel */
  for (int i = 0; i < n / 2; i++)
    /* parallel */
    for (int j = 0; j < n / 2; j++)
      b[i][j] = 0.25 * (a[2 * i][2 * j] + a[2 * i + 1][2 * j] + a[2 * i][2 * j + 1] + a[2 * i + 1][2 * j + 1]);
}

static void finer(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++)
      a[i][j] = a[i][j] * 0.5 + b[i / 2][j / 2];
}

static void two_steps(int n, int steps) {
  static double planes[2][SIZE][SIZE];
  memcpy(planes[0], a, sizeof a);
  memcpy(planes[1], a, sizeof a);
  /* sequential: each step works on the one before */
  for (int s = 0; s < steps; s++)
    /* parallel */
    for (int i = 1; i < n - 1; i++)
      /* parallel */
      for (int j = 1; j < n - 1; j++)
        planes[(s + 1) & 1][i][j] = planes[s & 1][i - 1][j] + planes[s & 1][i + 1][j] - planes[s & 1][i][j];
  memcpy(b, planes[steps & 1], sizeof b);
}

/* Near misses. */

static void gauss_seidel(int n) {
  /* sequential: neighbors above are new */
  for (int i = 1; i < n - 1; i++)
    /* sequential: neighbors on the left are new */
    for (int j = 1; j < n - 1; j++)
      a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static void rows_in_place(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    /* sequential: the neighbor on the left is new */
    for (int j = 1; j < n; j++)
      b[i][j] += 0.5 * b[i][j - 1];
}

static void columns_in_place(int n) {
  /* sequential: the neighbor above is new */
  for (int i = 1; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++)
      b[i][j] = 0.5 * b[i][j] + 0.25 * b[i - 1][j];
}

static void shift_down(int n) {
  /* sequential: old values of the next element, which is written later */
  for (int i = 0; i + 1 < n; i++)
    line[i] = line[i + 1] * 0.5;
}

static void distances(int n) {
  /* sequential: distances of the row above */
  for (int y = 1; y < n; y++)
    /* sequential: distances on the left */
    for (int x = 1; x < n; x++) {
      int up = distance[y - 1][x] + 1, left = distance[y][x - 1] + 1;
      int nearest = up < left ? up : left;
      if (nearest < distance[y][x])
        distance[y][x] = nearest;
    }
}

static void wrong_color(int n) {
  /* sequential: neighbors two rows above are new */
  for (int i = 2; i < n; i++)
    /* parallel */
    for (int j = 0; j < n; j++)
      if (((i + j) & 1) == 0)
        a[i][j] = 0.5 * (a[i][j] + a[i - 2][j]);
}

static void tridiagonal(int n) {
  /* sequential: elimination */
  for (int i = 1; i < n; i++)
    next_line[i] = (line[i] - next_line[i - 1]) / 4.0;
  /* sequential: substitution */
  for (int i = n - 2; i >= 0; i--)
    next_line[i] -= 0.25 * next_line[i + 1];
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 30, SIZE);
  n = n < 4 ? 4 : n;
  suite_doubles(&a[0][0], SIZE * SIZE);
  suite_doubles(line, SIZE * SIZE);
  suite_doubles(&hz[0][0], SIZE * SIZE);
  suite_floats(&u[0][0][0], DEPTH * SIZE * SIZE);
  suite_bytes(&life[0][0], SIZE * SIZE);
  suite_ints(&distance[0][0], SIZE * SIZE, 0, 1000);
  /* parallel */
  for (int i = 0; i < SIZE * SIZE; i++)
    life[i / SIZE][i % SIZE] &= 1;
  smooth_line(n * n);
  iterate(n, 3);
  printf("%g\n", residual(n));
  heat(n);
  generations(n);
  red_black(n, 0);
  red_black(n, 1);
  red_black_tested(n);
  fields(n);
  suite_show("next", next_line, sizeof next_line);
  flat_stencil(next_line, line, n, n);
  borders(n);
  suite_show("b", b, sizeof b);
  clamped(n);
  suite_show("b", b, sizeof b);
  coarser(n);
  finer(n);
  two_steps(n, 4);
  suite_show("b", b, sizeof b);
  suite_show("next", next_line, sizeof next_line);
  gauss_seidel(n);
  rows_in_place(n);
  columns_in_place(n);
  shift_down(n);
  distances(n);
  wrong_color(n);
  tridiagonal(n);
  suite_show("a", a, sizeof a);
  suite_show("b", b, sizeof b);
  suite_show("v", v, sizeof v);
  suite_show("after", after, sizeof after);
  suite_show("line", line, sizeof line);
  suite_show("next", next_line, sizeof next_line);
  suite_show("hz", hz, sizeof hz);
  suite_show("distance", distance, sizeof distance);
  return 0;
}
