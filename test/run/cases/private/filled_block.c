/* PARALLEL: 4 */
/* Allocated scratch that an iteration fills whole, and then reads where nobody knows: as long as it
 * was allocated, also where that is known only when the program runs. */
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 14, N = 64 };
static int in[ROWS][N], sums[ROWS];

static int hop(const int *from, int *t, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    t[i] = from[i];
  for (int i = 0, j = 0; i < n; i++) {
    j = (5 * j + from[i] % 3 + 1) % n;
    t[i] += t[j] / 2;
    sum += t[i];
  }
  return sum;
}
static void constant(void) {
  int *t = malloc(N * sizeof *t);
  if (!t)
    return;
  for (int r = 0; r < ROWS; r++)
    sums[r] += hop(in[r], t, N);
  free(t);
}
static void by_length(int n) {
  int *t = malloc(n * sizeof *t);
  if (!t)
    return;
  for (int r = 0; r < ROWS; r++)
    sums[r] += hop(in[r], t, n);
  free(t);
}
static void cleared(int n) {
  int *t = calloc(n, sizeof *t);
  if (!t)
    return;
  for (int r = 0; r < ROWS; r++)
    sums[r] += hop(in[r], t, n);
  free(t);
}
static void here(int n) {
  int *t = malloc((size_t)n * sizeof *t);
  if (!t)
    return;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = in[r][i] * 3;
    for (int i = 0, j = 1; i < n; i++) {
      j = (7 * j + in[r][i]) % n;
      t[j] -= t[i] / 4;
    }
    sums[r] += t[n - 1] + t[n / 2];
  }
  free(t);
}
int main(int argc, char **argv) {
  (void)argv;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      in[r][i] = (r * 37 + i * 11) % 101;
  constant();
  by_length(N / argc);
  by_length(1);
  cleared(N - argc);
  here(N - 2 * argc);
  long total = 0;
  for (int r = 0; r < ROWS; r++)
    total = total * 7 % 1000003 + sums[r];
  printf("%ld\n", total);
  return 0;
}
