// PARALLEL: 0
// Updates in place whose rows cannot follow each other at a small distance: too far to the right, as far as the row reaches,
// or around its end.
#include <stdio.h>
#include <string.h>

enum { N = 67 };
static double a[N][N];
static unsigned counts[N][N];

static void show(const char *name, const void *numbers, size_t size) {
  unsigned long hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %lu\n", name, hash);
}

__attribute__((noinline)) static void far_right(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N - 5; j++)
        a[i][j] = (a[i][j - 1] + a[i - 1][j + 5] + a[i][j]) / 3;
}

__attribute__((noinline)) static void last_of_row(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++)
        counts[i][j] = counts[i][j - 1] * 3 + counts[i - 1][N - 1] + counts[i][j];
}

/* What a row needs of the step before is any number of rows further on. */
__attribute__((noinline)) static void upside_down(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++)
        counts[i][j] = counts[i][j - 1] * 3 + counts[N - 1 - i][j] + counts[i][j];
}

/* One row is all there is. */
__attribute__((noinline)) static void one_row(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++)
        counts[0][j] = counts[0][j - 1] * 5 + counts[i][j];
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 31 + j * 17) % 97 / 99.0;
      counts[i][j] = (unsigned)(i * i + j * 3);
    }
  far_right(6);
  show("a", a, sizeof a);
  last_of_row(5);
  show("last", counts, sizeof counts);
  upside_down(5);
  show("upside down", counts, sizeof counts);
  one_row(4);
  show("one", counts, sizeof counts);
  return 0;
}
