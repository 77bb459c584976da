/* PARALLEL: 4 */
/* Loops that access only what has a color, by a test in the body, and its neighbors of the other color. */
#include <stdio.h>

enum { N = 300, SIZE = 20000 };
static int grid[N][N], line[SIZE];

static void red_black(int n, int color) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if (((i + j) & 1) == color)
        grid[i][j] = (grid[i - 1][j] * 3 + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1] * 5) & 0xffff;
}

static void passed(int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      if ((i + j) % 2 == 0)
        continue;
      grid[i][j] += grid[i - 1][j] - grid[i + 1][j] + grid[i][j - 1] - grid[i][j + 1];
    }
}

static void odd(int n) {
  for (int i = 0; i < n; i++)
    if (i & 1)
      line[i] = line[i - 1] * 7 + i;
}

static void lower_half(int n) {
  for (int i = 0; i < n; i++)
    line[i] = i < SIZE / 2 ? line[i + SIZE / 2] - i : 0;
}

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      grid[i][j] = i * 31 + j * 17;
  for (int i = 0; i < SIZE; i++)
    line[i] = i * 13 % 1009;
  red_black(N, 0);
  red_black(N, 1);
  red_black(N, 5);
  passed(N);
  odd(SIZE);
  for (int i = 0; i < SIZE; i++)
    sum = sum * 31u + (unsigned)line[i];
  lower_half(SIZE / 2);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 31u + (unsigned)grid[i][j];
  for (int i = 0; i < SIZE; i++)
    sum = sum * 31u + (unsigned)line[i];
  printf("%u\n", sum);
  return 0;
}
