/* Tests of a color that do not keep neighbors apart. */
#include <stdio.h>

enum { N = 64, SIZE = 2000 };
static int grid[N][N], line[SIZE];

static void diagonal(int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if (((i + j) & 1) == 0)
        grid[i][j] = (grid[i - 1][j - 1] + grid[i][j > 1 ? j - 2 : j] * 3 + grid[i][j]) & 0xffff;
}

static void both(int n) {
  for (int i = 1; i < n; i++)
    if (i & 1)
      line[i] = (line[i - 1] * 3 + i) & 0xffff;
    else
      line[i] = (line[i - 1] * 5 + i) & 0xffff;
}

static void behind(int n) {
  for (int i = 1; i < n; i++) {
    if (i % 2 == 0)
      line[i] += i;
    line[i] = (line[i - 1] + line[i] * 3) & 0xffff;
  }
}

static void of_three(int n) {
  for (int i = 1; i < n; i++)
    if (i % 3 != 0)
      line[i] = (line[i - 1] * 7 + i) & 0xffff;
}

int main(void) {
  unsigned sum = 0;
  int x = 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      grid[i][j] = x = x * 7 % 1013;
  for (int i = 0; i < SIZE; i++)
    line[i] = x = x * 7 % 1013;
  diagonal(N);
  both(SIZE);
  behind(SIZE);
  of_three(SIZE);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 31u + (unsigned)grid[i][j];
  for (int i = 0; i < SIZE; i++)
    sum = sum * 31u + (unsigned)line[i];
  printf("%u\n", sum);
  return 0;
}
