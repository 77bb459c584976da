// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// PARALLEL: 4
// AGAIN: --tile=8
// Sums of two products, of which the compiler fuses one, and differences that it fuses as a whole:
// other orders of the loops fuse the same ones.
#include <stdio.h>
#include <string.h>

enum { N = 70, STEPS = 21 };
static double a[N][N], b[N][N], e[N][N], h[N][N], l[3000], m[3000];
static float f[N][N], g[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = 1.0 / (1 + i * 3 + j);
      e[i][j] = 0.1 * (i % 7) + j / 3.0;
      h[i][j] = (i - j) / 9.0;
      f[i][j] = 1.0f / (1 + i + j);
    }
  for (int i = 0; i < 3000; i++)
    l[i] = 1.0 / (3 + i % 17);
}

__attribute__((noinline)) static void heat(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = 0.4 * a[i][j] + 0.15 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = 0.16 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]) + 0.41 * b[i][j];
  }
}

__attribute__((noinline)) static void waves(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++)
        e[i][j] -= 0.5 * (h[i][j] - h[i - 1][j]);
    for (int i = 0; i < N - 1; i++)
      for (int j = 0; j < N - 1; j++)
        h[i][j] -= 0.65 * (e[i + 1][j] - e[i][j]);
  }
}

__attribute__((noinline)) static void floats(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        g[i][j] = (f[i][j] - f[i - 1][j] * 0.3f) - (0.2f * (f[i + 1][j] + f[i][j + 1]));
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        f[i][j] = 0.8f * g[i][j] - (g[i][j + 1] - g[i][j - 1]);
  }
}

__attribute__((noinline)) static void line(void) {
  for (int t = 0; t < STEPS * 3; t++) {
    for (int i = 1; i < 2999; i++)
      m[i] = (l[i] * 0.7 - 0.1 * (l[i - 1] + l[i])) - 0.3 * l[i + 1];
    for (int i = 1; i < 2999; i++)
      l[i] = m[i] + m[i + 1] - 0.6 * m[i];
  }
}

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

int main(void) {
  fill();
  heat();
  waves();
  floats();
  line();
  show("a", a, sizeof a);
  show("e", e, sizeof e);
  show("h", h, sizeof h);
  show("f", f, sizeof f);
  show("l", l, sizeof l);
  return 0;
}
