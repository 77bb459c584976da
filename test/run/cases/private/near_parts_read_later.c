/* PARALLEL: 1
 * The elements that the last iterations have left are read: by the next call, by another function, and when the
 * program ends. */
#include <stdio.h>

enum { W = 40, N = 300 };
static int in[N][W], out[N];

static struct space {
  int values[W];
  int used;
} space, other, last;

static int collect(int n) {
  int first = space.values[W / 2 - 1];
  for (int r = 0; r < n; r++) {
    space.used = 0;
    for (int c = 0; c < W; c++)
      if (in[r][c] % 3 != r % 3)
        space.values[space.used++] = in[r][c];
    out[r] = space.used > 0 ? space.values[space.used - 1] + first : 0;
  }
  return space.used;
}

static int collect_others(int n) {
  for (int r = 0; r < n; r++) {
    other.used = 0;
    for (int c = 0; c < W; c++)
      if (in[r][c] % 5 != r % 5)
        other.values[other.used++] = in[r][c];
    out[r] += other.used > 0 ? other.values[other.used - 1] : 0;
  }
  return other.used;
}

static int collect_last(int n) {
  for (int r = 0; r < n; r++) {
    last.used = 0;
    for (int c = 0; c < W; c++)
      if (in[r][c] % 7 != r % 7)
        last.values[last.used++] = in[r][c];
    out[r] += last.used > 0 ? last.values[last.used - 1] : 0;
  }
  return last.used;
}

static int sum_of(const int *values, int count) {
  int sum = 0;
  for (int k = 0; k < count; k++)
    sum = sum * 7 % 10007 + values[k];
  return sum;
}

static void __attribute__((destructor)) at_end(void) { printf("%d\n", sum_of(last.values, W)); }

int main(void) {
  unsigned sum = 0;
  for (int r = 0; r < N; r++)
    for (int c = 0; c < W; c++)
      in[r][c] = (r * 31 + c * c * 7) % 101;
  for (int n = 1; n <= N; n += 71) {
    printf("%d %d %d\n", collect(n), collect_others(n), collect_last(n));
    for (int r = 0; r < N; r++)
      sum = sum * 31 + (unsigned)out[r];
    printf("%d: %u %d\n", n, sum, sum_of(other.values, W));
  }
  return 0;
}
