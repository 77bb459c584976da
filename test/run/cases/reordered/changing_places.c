// PARALLEL: 5
// AGAIN: --tile=4
// Time steps from one grid to the other, which change places by their pointers: each number of steps leaves each pointer
// where the source does, with copies of the body for two or three steps, and the rest one by one.
#include <stdio.h>
#include <stdlib.h>

enum { N = 61 };
#define SWAP(type, x, y) \
  do { \
    type *kept = x; \
    x = y; \
    y = kept; \
  } while (0)

typedef double row[N];

typedef struct {
  int height, width;
  double *cells;
} grid;

static grid *new_grid(int height, int width) {
  grid *g = malloc(sizeof *g);
  if (!g || !(g->cells = malloc((size_t)height * (size_t)width * sizeof *g->cells)))
    exit(1);
  g->height = height;
  g->width = width;
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++)
      g->cells[(size_t)i * (size_t)width + (size_t)j] = (i * 31 + j * 17 + width) % 101 / 8.0;
  return g;
}

static void free_grid(grid *g) {
  free(g->cells);
  free(g);
}

static void show(const char *name, const double *numbers, size_t count) {
  unsigned hash = 1;
  for (size_t i = 0; i < count * sizeof *numbers; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

static void show_grid(const char *name, const grid *g) {
  show(name, g->cells, (size_t)g->height * (size_t)g->width);
}

static inline double *cell(const grid *g, int i, int j) { return g->cells + (size_t)i * (size_t)g->width + j; }

static void relax(grid *to, const grid *from) {
  for (int i = 1; i < from->height - 1; i++)
    for (int j = 1; j < from->width - 1; j++)
      *cell(to, i, j) =
          0.2 * (*cell(from, i, j) + *cell(from, i, j - 1) + *cell(from, i, j + 1) + *cell(from, i + 1, j) + *cell(from, i - 1, j));
}

/* Of sizes that may differ. */
__attribute__((noinline)) static void with_calls(grid *now, grid *next, int steps) {
  for (int t = 0; t < steps; t++) {
    relax(next, now);
    grid *old = now;
    now = next;
    next = old;
  }
  show_grid("now", now);
  show_grid("next", next);
}

/* The moves come first, and the counter is used. */
__attribute__((noinline)) static void moved_first(double (*a)[N], double (*b)[N], int steps) {
  for (int t = 1; t <= steps; ++t) {
    double(*kept)[N] = a;
    a = b;
    b = kept;
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = 0.5 * (b[i - 1][j] + b[i + 1][j]) + t;
  }
  show("a", a[0], (size_t)N * N);
  show("b", b[0], (size_t)N * N);
}

/* In the middle, by a macro, with a constant number of steps. */
__attribute__((noinline)) static void moved_between(double (*a)[N], double (*b)[N]) {
  int t;
  for (t = 0; t < 13; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = 0.25 * (a[i][j - 1] + 2 * a[i][j] + a[i][j + 1]);
    SWAP(row, a, b);
  }
  printf("%d\n", t);
  show("a", a[0], (size_t)N * N);
}

/* Three buffers: a wave needs the last two. */
__attribute__((noinline)) static void wave(double *before, double *now, double *after, int steps, int n) {
  double *kept = NULL;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      after[i] = 2 * now[i] - before[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
    kept = before;
    before = now;
    now = after;
    after = kept;
  }
  show("before", before, (size_t)n);
  show("now", now, (size_t)n);
  show("after", after, (size_t)n);
  printf("%d\n", kept == after);
}

/* Calls of functions with loops, and nothing that moves. */
__attribute__((noinline)) static void there_and_back(grid *a, grid *b, unsigned steps) {
  for (unsigned t = 0; t < steps; t++) {
    relax(b, a);
    relax(a, b);
  }
  show_grid("a", a);
}

static double a[N][N], b[N][N], p[3][N * N];

__attribute__((noinline)) static void run(int steps) {
  grid *now = new_grid(N, N + 6), *next = new_grid(N, N + 6), *wide = new_grid(N, N + 7);
  with_calls(now, next, steps);
  with_calls(now, wide, steps);
  with_calls(now, now, steps);
  there_and_back(now, next, (unsigned)steps);
  free_grid(now);
  free_grid(next);
  free_grid(wide);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = (i * 31 + j * 17) % 101 / 8.0;
  moved_first(a, b, steps);
  moved_between(b, a);
  for (int i = 0; i < N * N; i++)
    p[0][i] = p[1][i] = p[2][i] = i % 103 / 4.0;
  wave(p[0], p[1], p[2], steps, N * N - steps);
  wave(p[0], p[0] + 1, p[2], steps, N);
}

int main(void) {
  run(0);
  run(1);
  run(2);
  run(3);
  run(7);
  run(24);
  return 0;
}
