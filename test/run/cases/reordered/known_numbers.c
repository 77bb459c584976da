// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// PARALLEL: 4
// AGAIN: --tile=8
// Sums of two products whose factors are variables, parameters and members of which the unit tells the numbers: other
// orders of the loops fuse what the compiler fuses. Where it tells several, the order may stay, and the bits must.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 170, STEPS = 7 };
static double a[N][N], b[N][N];
static float from[N * N], to[N * N];
static double own = 0.4, other = 0.15;

struct weights {
  double own, other;
};
struct line {
  float a1, a2, b1, b2;
};

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = 1.0 / (1 + i * 3 + j);
      b[i][j] = (i - j) / 9.0;
      from[i * N + j] = 1.0f / (1 + i % 5 + j);
    }
}

__attribute__((noinline)) static void variables(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = own * a[i][j] + other * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - 0.3 * (b[i - 1][j] - b[i][j - 1]);
  }
}

static void parameters(double r) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = r * a[i][j - 1] + (1 - 2 * r) * a[i][j] + r * a[i][j + 1];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = r * b[i - 1][j] + (1 - 2 * r) * b[i][j] + r * b[i + 1][j];
  }
}

__attribute__((noinline)) static void members(const struct weights *w) {
  for (int j = 1; j < N; j++)
    for (int i = 0; i < N; i++)
      b[i][j] = w->own * a[i][j] + w->other * b[i][j - 1];
}

/// Of any stride.
static void filter(const struct line *f, float *out, const float *in, int count, size_t stride) {
  float x1 = 0, y1 = 0, y2 = 0;
  for (int i = 0; i < count; i++) {
    float y = f->a1 * in[i * stride] + f->a2 * x1 + f->b1 * y1 + f->b2 * y2;
    x1 = in[i * stride];
    y2 = y1;
    y1 = out[i * stride] = y;
  }
}

static void filterAll(const struct line *f, int rows, int cols) {
  for (int i = 0; i < rows; i++)
    filter(f, to + (size_t)i * cols, from + (size_t)i * cols, cols, 1);
  for (int j = 0; j < cols; j++)
    filter(f, from + j, to + j, rows, cols);
}

/* Near misses. */

// Its calls differ, and either product may be the one that is fused.
static void twice(double v, double w) {
  for (int j = 1; j < N; j++)
    for (int i = 0; i < N; i++)
      b[i][j] = v * a[i][j] + w * a[i][j - 1];
}

struct zeroed {
  double own, other;
};

static void zeros(const struct zeroed *w) {
  for (int j = 1; j < N; j++)
    for (int i = 0; i < N; i++)
      a[i][j] = w->own * b[i][j] + w->other * b[i][j - 1];
}

static double choice = 0.7;

__attribute__((noinline)) static void chosen(void) {
  for (int j = 1; j < N; j++)
    for (int i = 0; i < N; i++) {
      double y = i < j ? choice * b[i][j] + 0.2 * a[i][j - 1] : 0.2 * b[i][j] + choice * a[i][j - 1];
      a[i][j] = y;
    }
}

static void print(const char *name, const void *data, size_t bytes) {
  unsigned long long hash = 14695981039346656037ULL;
  for (size_t i = 0; i < bytes; i++)
    hash = (hash ^ ((const unsigned char *)data)[i]) * 1099511628211ULL;
  printf("%s %llx\n", name, hash);
}

int main(int argc, char **argv) {
  (void)argv;
  const struct weights w = {0.3, 0.25};
  const struct line f = {0.25f, 0.125f, 0.8f, -0.2f};
  fill();
  variables();
  print("variables", a, sizeof a);
  parameters(0.3);
  print("parameters", a, sizeof a);
  members(&w);
  print("members", b, sizeof b);
  filterAll(&f, N, N);
  print("filter", from, sizeof from);
  twice(0.4, 0.1);
  print("twice", b, sizeof b);
  twice(0.1, 0.4);
  print("turned", b, sizeof b);
  struct zeroed *z = calloc(1, sizeof *z);
  if (argc > 1) {
    z->own = 0.4;
    z->other = 0.1;
  }
  zeros(z);
  free(z);
  print("zeros", a, sizeof a);
  memcpy(a, b, sizeof a);
  chosen();
  choice = argc > 1 ? 0.2 : 0.6;
  chosen();
  print("chosen", a, sizeof a);
  return 0;
}
