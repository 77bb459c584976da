/* Masks that bring two iterations to one place, and grids whose neighbors have one color. */
#include <stdio.h>

enum { N = 96, SIZE = 4096 };
static int grid[N][N], from[SIZE], to[SIZE];

static void same_start(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 2 + (2 * i + color) % 2; j < n - 1; j++)
      grid[i][j] = (grid[i - 1][j] + grid[i][j - 1] + i) & 0xffff;
}

static void three_starts(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 3 + (i + color) % 3; j < n - 1; j++)
      grid[i][j] = (grid[i - 1][j] + grid[i][j - 1] + j) & 0xffff;
}

int main(void) {
  unsigned sum = 0;
  same_start(N, -3);
  three_starts(N, -2);
  for (int i = 0; i < SIZE; i++)
    from[i] = (i ? from[i - 1] : 1) * 7 % 1013;
  for (int i = 0; i < SIZE; i++)
    to[i ^ 0x15] = to[i] + from[i];
  for (int i = 0; i < SIZE; i++)
    to[i | 0x15] = from[i];
  for (int i = 0; i < SIZE; i++)
    to[i & ~0x15] = from[i];
  for (int i = -SIZE + 1; i < SIZE; i++)
    to[1 + i % 2] = i;
  for (int i = 0; i < SIZE; i++)
    sum = sum * 31u + (unsigned)(to[i] + grid[i % N][i / N]);
  printf("%u\n", sum);
  return 0;
}
