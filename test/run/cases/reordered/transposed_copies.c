// PARALLEL: 1
// AGAIN: --tile=8
// Products whose terms are read along columns, from copies: odd sizes, sizes known at run time, triangles, other types, and
// pointers that may overlap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 83, K = 77 };
static double a[N][K], b[N][K], c[N][N];
static float f[N + 3][K + 5];
static int words[N][N], counts[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < K; k++) {
      a[i][k] = 1.0 / (1 + i * 3 + k);
      b[i][k] = (i * 7 + k * 5) % 13 - 6.5;
      f[i][k] = 1.0f / (2 + i + k * 2);
      words[i][k] = (i * 31 + k * 17) % 101 - 50;
    }
}

__attribute__((noinline)) static void fixed(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < K; k++)
        sum += a[i][k] * b[j][k];
      c[i][j] = sum;
    }
}

/* Elements from a row and a column of its own on. */
__attribute__((noinline)) static void shifted(int rows, int terms) {
  for (int i = 1; i < rows; i++)
    for (int j = 2; j < rows; j++)
      for (int k = 3; k < terms; k++)
        c[i][j] += f[i][k] * f[j + 2][k + 4];
}

__attribute__((noinline)) static void triangle(int rows, int terms) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < terms; k++)
        counts[i][j] += words[i][k] * words[j][k];
}

/* Down and in steps. */
__attribute__((noinline)) static void down(int rows, int terms) {
  for (int i = 0; i < rows; i++)
    for (int j = rows - 1; j >= 0; j--)
      for (int k = 0; k < terms; k += 2)
        counts[i][j] ^= words[i][k] * 3 + words[j][k];
}

/* The result may be one of the factors. */
__attribute__((noinline)) static void pointers(unsigned *to, const unsigned *x, const unsigned *y, int rows) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < rows; j++)
      for (int k = 0; k < rows; k++)
        to[i * rows + j] += x[i * rows + k] * y[j * rows + k];
}

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

int main(void) {
  static const int sizes[] = {0, 1, 7, 8, 16, 17, 31, 33, 64, 72};
  static unsigned x[N * N], y[N * N], z[N * N];
  fill();
  fixed();
  show("fixed", c, sizeof c);
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    shifted(sizes[s], K - 2);
    shifted(N - 1, sizes[s]);
    triangle(sizes[s], N);
    triangle(N, sizes[s]);
    down(sizes[s], N);
    down(N, sizes[s]);
    for (int i = 0; i < N * N; i++) {
      x[i] = i % 11 - 5;
      y[i] = i % 7 - 3;
      z[i] = 0;
    }
    pointers(z, x, y, sizes[s]);
    pointers(x, x, y, sizes[s]);
    pointers(y + 1, z, y, sizes[s]);
    show("z", z, sizeof z);
    show("x", x, sizeof x);
    show("y", y, sizeof y);
  }
  show("c", c, sizeof c);
  show("counts", counts, sizeof counts);
  return 0;
}
