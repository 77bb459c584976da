/* PARALLEL: 4 */
/* Allocated memory that each iteration fills before it reads it, through a callee too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { ROWS = 24, N = 300 };
static int x[ROWS][N], y[ROWS][N];
static void window(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * (i % 7) + 1;
}
static int freed(int n) {
  int *t = malloc((size_t)n * sizeof *t);
  if (!t)
    return 1;
  for (int r = 0; r < ROWS; r++) {
    window(x[r], t, n);
    for (int i = 0; i < n; i++)
      y[r][i] += t[n - 1 - i];
  }
  free(t);
  return 0;
}
static int looked_at_later(int n) {
  int *t = calloc((size_t)n + 2, sizeof(int));
  t[n] = 77;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = x[r][i] * 3;
    for (int i = 0; i < n; i++)
      y[r][i] ^= t[n - 1 - i];
  }
  int sum = t[3] + t[n] + t[n - 1];
  free(t);
  return sum;
}
static void two(int n) {
  double *a = malloc(sizeof(double) * (size_t)(n + 1));
  unsigned char *const b = (unsigned char *)malloc(N);
  for (int r = 0; r < ROWS; r++) {
    memset(b, r, N);
    a[0] = 0;
    for (int i = 0; i < n; i++)
      a[i + 1] = a[i] + x[r][i] * 0.5;
    for (int i = 0; i < n; i++)
      y[r][i] += (int)a[n - i];
    for (int i = 0; i < N; i++)
      y[r][i] += b[i];
  }
  free(a);
  free(b);
}
static long each_round(int rounds) {
  long sum = 0;
  for (int k = 1; k <= rounds; k++) {
    int m = N / k;
    int *t = malloc((size_t)m * sizeof(int));
    for (int r = 0; r < ROWS; r++) {
      for (int i = 0; i < m; i++)
        t[i] = x[r][i] + k;
      int last = 0;
      for (int i = 0; i < m; i++)
        last = last * 3 + t[m - 1 - i];
      y[r][k] += last;
    }
    sum += t[0];
    free(t);
    printf("%ld\n", sum);
  }
  return sum;
}
int main(void) {
  int seed = 7;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++) {
      seed = seed * 75 % 65537;
      x[r][i] = seed % 1000;
    }
  printf("%d\n", freed(N));
  printf("%d\n", looked_at_later(N));
  two(N);
  printf("%d\n", y[5][5]);
  printf("%ld\n", each_round(4));
  long sum = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      sum = sum * 31 + y[r][i];
  printf("%ld\n", sum % 1000003);
  return 0;
}
