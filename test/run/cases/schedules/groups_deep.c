/* PARALLEL: 5
 * Groups of groups: a function that calls itself, calls by pointer, and histograms in them. */
#include <stdio.h>
#include <string.h>
enum { N = 256 };
static int grid[8][N];
static unsigned counts[2][16];

static int fill(int *row, int seed) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    row[i] = (seed * 31 + i * 17) & 255;
    sum += row[i];
  }
  return sum;
}
static int turn(int *row, int seed) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    row[i] ^= seed;
    sum ^= row[i] << (i & 7);
  }
  return sum;
}
static void count(const int *row, unsigned *bins) {
  for (int i = 0; i < N; i++)
    bins[row[i] & 15]++;
}
static int pair(int which, int seed) {
  int a, b;
  a = fill(grid[2 * which], seed);
  b = turn(grid[2 * which + 1], seed + 1);
  return a + b;
}
static int descend(int from, int to, int seed) {
  if (to - from < 2)
    return fill(grid[from], seed) + turn(grid[from], seed);
  int middle = (from + to) / 2, l, r;
  l = descend(from, middle, seed * 3 + 1);
  r = descend(middle, to, seed * 5 + 2);
  return l ^ r;
}
static int (*const steps[2])(int *, int) = {fill, turn};

int main(void) {
  for (int round = 0; round < 30; round++) {
    int a, b, c = 0;
    a = pair(0, round);
    b = pair(1, round + 7);
    printf("%d %d\n", a, b);
    for (int i = 4; i < 8; i++)
      grid[i][0] = steps[i & 1](grid[i], i + round);
    for (int i = 0; i < 8; i++)
      c += grid[i][i * 3];
    printf("%d %d\n", c, descend(0, 8, round));
    memset(counts, 0, sizeof counts);
    count(grid[0], counts[0]);
    count(grid[5], counts[1]);
    printf("%u %u\n", counts[0][3], counts[1][9]);
  }
  return 0;
}
