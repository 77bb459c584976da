/* PARALLEL: 1 */
/* Allocated scratch that is not filled whole: it is longer, or its length is not the number that
 * its expression says. */
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 14, N = 64 };
static int in[ROWS][N], sums[ROWS];

static int hop(const int *from, int *t, int filled, int n) {
  int sum = 0;
  for (int i = 0; i < filled; i++)
    t[i] = from[i % N];
  for (int i = 0, j = 0; i < n; i++) {
    j = (5 * j + from[i % N] % 3 + 1) % n;
    t[i] += t[j] / 2;
    sum += t[i];
  }
  return sum;
}
static void longer(int n) {
  int *t = calloc(n + 1, sizeof *t);
  if (!t)
    return;
  for (int r = 0; r < ROWS; r++)
    sums[r] += hop(in[r], t, n, n + 1);
  free(t);
}
static void grown(int n) {
  int *t = malloc(n * sizeof *t);
  int *more = t ? realloc(t, 2 * n * sizeof *t) : NULL;
  if (!more)
    return;
  for (int i = 0; i < 2 * n; i++)
    more[i] = i;
  for (int r = 0; r < ROWS; r++)
    sums[r] += hop(in[r], more, n, 2 * n);
  free(more);
}
/* 16 n - 2^16 + 512 is negative, and cut off to 512 bytes. */
static void wrapped(int n, int length) {
  unsigned short bytes = (unsigned short)(16 * n + 512);
  int *t = malloc(bytes);
  if (!t)
    return;
  for (int i = 0; i < length; i++)
    t[i] = i;
  for (int r = 0; r < ROWS; r++)
    sums[r] += hop(in[r], t, 4 * n + 128, length);
  free(t);
}
int main(int argc, char **argv) {
  (void)argv;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      in[r][i] = (r * 37 + i * 11) % 101;
  longer(N / argc);
  grown(N / argc);
  wrapped(-4096 * argc, 2 * N);
  long total = 0;
  for (int r = 0; r < ROWS; r++)
    total = total * 7 % 1000003 + sums[r];
  printf("%ld\n", total);
  return 0;
}
