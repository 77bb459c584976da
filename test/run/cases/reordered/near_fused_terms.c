// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// PARALLEL: 0
// AGAIN: --tile=8
// Sums of products of which nobody can say for certain which product the compiler fuses: one that
// is computed for another sum, too, in vectors with another sum, in a loop that is unrolled, or
// that is no product in the text.
#include <stdio.h>
#include <string.h>

enum { N = 60, STEPS = 7, P = 8 };
static double a[N][N], b[N][N], c[N][N], d[N][P], e[N][P];

/* What one sum computes, the other one computes in the next iteration, with the products the other
 * way round. */
__attribute__((noinline)) static void twins(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = (0.4 * a[i][j] + 0.1 * a[i][j - 1]) * (0.1 * a[i - 1][j] + 0.4 * a[i - 1][j + 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

/* Both products may be the same. */
__attribute__((noinline)) static void same(double v, double w) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = v * a[i][j] + w * a[i][j - 1];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

/* Two statements may become one of vectors. */
__attribute__((noinline)) static void together(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        b[i][j] = 0.4 * a[i][j] + 0.1 * a[i][j - 1];
        c[i][j] = 0.3 * a[i][j] + 0.2 * a[i][j - 1];
      }
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - c[i][j - 1];
  }
}

/* The inner loop is unrolled as a whole. */
__attribute__((noinline)) static void unrolled(void) {
  for (int t = 0; t < 9 * STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < P - 1; j++)
        e[i][j] = 0.4 * d[i][j] + 0.1 * (d[i - 1][j] + d[i + 1][j]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < P - 1; j++)
        d[i][j] = 0.4 * e[i][j] + 0.1 * (e[i - 1][j] + e[i + 1][j]);
  }
}

/* A quarter is a factor, too. */
__attribute__((noinline)) static void divided(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = a[i][j] / 4 + 0.1 * a[i][j - 1];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

/* What is doubled is a product. */
__attribute__((noinline)) static void doubled(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = (a[i][j] + a[i][j]) + 0.1 * a[i][j - 1];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] - b[i][j - 1];
  }
}

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      a[i][j] = 1.0 / (1 + i * 3 + j);
    for (int j = 0; j < P; j++)
      d[i][j] = 1.0 / (2 + i + j * 5);
  }
  twins();
  same(0.7, 0.2);
  together();
  unrolled();
  divided();
  doubled();
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("d", d, sizeof d);
  return 0;
}
