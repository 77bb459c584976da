// PARALLEL: 1
// AGAIN: --tile=8
// Loops without dependences that move inside of loops with dependences, and into each of several loops in them.
#include <stdio.h>
#include <string.h>

enum { N = 91, W = 5 };
static double b[N][N], l[N][N], image[N + W][N + W], result[N][N], weight[W][W];
static int counts[N][N];

static void show(const char *name, const void *numbers, size_t size) {
  unsigned hash = 1;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)numbers)[i];
  printf("%s %u\n", name, hash);
}

__attribute__((noinline)) static void in_place(int n) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      b[i][j] = l[i][i] * b[i][j];
      for (int k = 0; k < i; k++)
        b[i][j] += l[i][k] * b[k][j];
    }
}

__attribute__((noinline)) static void convolve(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      result[i][j] = 0;
      for (int y = 0; y < W; y++)
        for (int x = 0; x < W; x++)
          result[i][j] += weight[y][x] * image[i + y][j + x];
    }
}

/* The columns are independent, the rows in them not. */
__attribute__((noinline)) static void columns(int n, int first) {
  for (int j = first; j < n; j++)
    for (int i = 1; i < n; i++) {
      counts[i][j] += counts[i - 1][j] & 7;
      for (int k = 0; k < i; k++)
        counts[i][j] ^= counts[k][j] * (k + 1);
    }
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 9, 64, N};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        b[i][j] = (i * 7 + j * 3) % 19 / 8.0;
        l[i][j] = (i + j * 5) % 13 / 64.0;
        counts[i][j] = i * j % 11;
      }
    for (int i = 0; i < N + W; i++)
      for (int j = 0; j < N + W; j++)
        image[i][j] = (i * j) % 23 / 4.0;
    for (int y = 0; y < W; y++)
      for (int x = 0; x < W; x++)
        weight[y][x] = (y - x) / 16.0;
    in_place(sizes[s]);
    show("in place", b, sizeof b);
    convolve(sizes[s]);
    show("convolution", result, sizeof result);
    columns(sizes[s], 1);
    show("columns", counts, sizeof counts);
  }
  return 0;
}
