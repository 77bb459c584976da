/* PARALLEL: 2
 * Iterations use a structure as scratch. Behind the loop one member is read, and what no iteration touches. */
#include <stdio.h>

enum { W = 40, N = 700 };
static int in[N][W], out[N];

static struct space {
  int values[W];
  int used;
  int rest[W];
} space;

static void collect(int n) {
  for (int r = 0; r < n; r++) {
    space.used = 0;
    for (int c = 0; c < W; c++)
      if (in[r][c] % 3 != r % 3)
        space.values[space.used++] = in[r][c];
    int sum = 0;
    for (int k = 0; k < space.used; k++)
      sum = sum * 3 + space.values[k];
    out[r] = sum % 10007;
  }
}

int main(void) {
  unsigned sum = 0;
  for (int r = 0; r < N; r++)
    for (int c = 0; c < W; c++)
      in[r][c] = (r * 31 + c * c * 7) % 101;
  for (int k = 0; k < W; k++)
    space.rest[k] = k * 5;
  space.used = -3;
  collect(0);
  printf("%d %d\n", space.used, space.rest[7]);
  for (int n = 1; n <= N; n += 233) {
    collect(n);
    for (int r = 0; r < N; r++)
      sum = sum * 31 + (unsigned)out[r];
    printf("%d: %u %d %d\n", n, sum, space.used, space.rest[n % W]);
  }
  return 0;
}
