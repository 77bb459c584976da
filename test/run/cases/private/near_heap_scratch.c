/* PARALLEL: 0 */
/* Almost scratch: filled too little, of a size that has changed, one that another pointer reaches
 * or that is kept, whose address is looked at, resized or freed inside, left differently, and one
 * allocated on one way only. */
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 12, N = 40 };
static int x[ROWS][N], y[ROWS][N];
static int *kept;
static int by_length(int n, int m) {
  int *t = calloc(N, sizeof(int));
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = x[r][i];
    for (int i = 0; i < m; i++)
      y[r][i] += t[i];
  }
  int last = t[0];
  free(t);
  return last;
}
static void by_size(int n) {
  int m = n;
  int *t = malloc((size_t)m * sizeof(int));
  m = 2;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = x[r][i] + m;
    for (int i = 0; i < n; i++)
      y[r][i] += t[n - 1 - i];
  }
  free(t);
}
static int by_pointer(int n) {
  int *t = malloc((size_t)n * sizeof(int));
  int *p = t + 1;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = x[r][i];
    y[r][0] += *p;
  }
  int last = *p;
  free(t);
  return last;
}
static int outlived(int n) {
  int *t = malloc((size_t)n * sizeof(int));
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = x[r][i] * 2;
    y[r][1] += t[n - 1];
    kept = &t[r % 3];
  }
  int last = *kept;
  free(t);
  return last;
}
static void looked_at(int n) {
  int *t = malloc((size_t)n * sizeof(int));
  int *start = t;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = x[r][i] * 3;
    if (t == start)
      y[r][2] += t[n - 1];
  }
  free(t);
}
static int left_differently(int n) {
  int *t = calloc((size_t)n, sizeof(int));
  for (int r = 0; r < ROWS; r++) {
    t[r] = x[r][0];
    y[r][3] += t[r];
    t[0] = x[r][1];
    y[r][4] += t[0];
  }
  int sum = t[0] + t[3] + t[n - 1];
  free(t);
  return sum;
}
static void replaced(int n) {
  int *t = malloc((size_t)n * sizeof(int));
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = x[r][i] - r;
    y[r][5] += t[n - 1];
    t = realloc(t, (size_t)n * sizeof(int));
  }
  free(t);
}
static void lazily(int rounds) {
  int *t = NULL;
  for (int k = 1; k < rounds; k++) {
    int m = N / k;
    if (!t)
      t = malloc((size_t)m * sizeof(int));
    for (int r = 0; r < ROWS; r++) {
      for (int i = 0; i < N; i++)
        t[i] = x[r][i] * k;
      y[r][6] += t[N - 1];
    }
  }
  free(t);
}
int main(void) {
  int seed = 7;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++) {
      seed = seed * 75 % 65537;
      x[r][i] = seed % 1000;
    }
  printf("%d\n", by_length(3, 7));
  by_size(N);
  printf("%d\n", by_pointer(N));
  printf("%d\n", outlived(N));
  looked_at(N);
  printf("%d\n", left_differently(N));
  replaced(N);
  lazily(5);
  long sum = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      sum = sum * 31 + y[r][i];
  printf("%ld\n", sum % 1000003);
  return 0;
}
