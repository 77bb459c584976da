// PARALLEL: 0
// Loops over time steps that only look like those that tiles may cut: what a step needs is as far away as may be, in a row
// that all rows use, or behind the row that is overwritten next.
#include <stdio.h>
#include <string.h>

enum { N = 61 };
static double a[N][N], b[N][N], total[N];

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

/* The first row follows the last one. */
__attribute__((noinline)) static void ring(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < N; j++)
      b[0][j] = a[N - 1][j];
    for (int i = 1; i < N; i++)
      for (int j = 0; j < N; j++)
        b[i][j] = 0.5 * (a[i - 1][j] + a[i][j]);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = b[i][j] + 1;
  }
}

__attribute__((noinline)) static void mirrored(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        b[i][j] = 0.5 * a[N - 1 - i][j] + t;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = b[i][j];
  }
}

__attribute__((noinline)) static void one_for_all(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        total[j] += b[i][j];
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        b[i][j] -= total[j] / N;
  }
}

/* Rows move up by one in each step, which the next one reads below. */
__attribute__((noinline)) static void upwards(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = N - 2; i >= 0; i--)
      for (int j = 1; j < N; j++)
        a[i][j] = a[i + 1][j - 1] + 0.25 * a[i][j];
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = (i * 31 + j * 17) % 101 / 8.0;
  for (int steps = 1; steps < 30; steps += 9) {
    ring(steps);
    mirrored(steps);
    one_for_all(steps);
    upwards(steps);
  }
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
