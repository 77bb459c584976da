/* PARALLEL: 6 */
/* Subscripts by masks of several runs of bits, and grids whose start depends on the sign of a remainder. */
#include <stdio.h>

enum { N = 512, SIZE = 32768 };
static int grid[N][N], from[SIZE], to[SIZE];

static void start(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      grid[i][j] = i * 31 + j * 17;
}

static void red_black(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 2 + (i + color) % 2; j < n - 1; j += 2)
      grid[i][j] = (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) & 0xffff;
}

static void red_black_bits(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + ((i + color) & 1); j < n - 1; j += 2)
      grid[i][j] = (grid[i - 1][j] * 3 + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) & 0xffff;
}

static void red_black_unsigned(int n, unsigned color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (int)(((unsigned)i + color) & 1); j < n - 1; j += 2)
      grid[i][j] = (grid[i - 1][j] * 5 + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) & 0xffff;
}

static unsigned sum_of(const int *values, int count) {
  unsigned sum = 0;
  for (int i = 0; i < count; i++)
    sum = sum * 31u + (unsigned)values[i];
  return sum;
}

int main(void) {
  start();
  for (int color = -2; color < 2; color++) {
    red_black(N, color);
    red_black_bits(N, color);
    red_black_unsigned(N, (unsigned)color);
    printf("%d %u\n", color, sum_of(grid[0], N * N));
  }
  for (int i = 0; i < SIZE; i++)
    from[i] = i * 7 % 1013;
  for (int i = 0; i < SIZE; i++)
    to[i ^ 0x15] = from[i];
  printf("%u\n", sum_of(to, SIZE));
  for (int i = 0; i < SIZE; i++)
    to[0x654 ^ i] += from[i];
  printf("%u\n", sum_of(to, SIZE));
  return 0;
}
