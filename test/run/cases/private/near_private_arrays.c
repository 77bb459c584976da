/* PARALLEL: 1 */
/* Almost scratch: filled too little, only sometimes, reached by a pointer from outside, kept by a
 * pointer that outlives the loop, or left as different iterations made it. */
#include <stdio.h>
enum { ROWS = 10, N = 32 };
static int x[ROWS][N], y[ROWS][N];
static int *kept;
static int by_length(int n, int m) {
  int t[N] = {0};
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = x[r][i];
    for (int i = 0; i < m; i++)
      y[r][i] += t[i];
  }
  return t[0];
}
static int by_chance(void) {
  int t[N] = {0};
  for (int r = 0; r < ROWS; r++) {
    if (x[r][0] % 3)
      for (int i = 0; i < N; i++)
        t[i] = x[r][i];
    for (int i = 0; i < N; i++)
      y[r][i] += t[i];
  }
  return t[1];
}
static int by_pointer(void) {
  int t[N] = {0};
  int *p = t + 3;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < N; i++)
      t[i] = x[r][i];
    y[r][0] += *p;
    *p = r;
  }
  return *p;
}
static int outlived(void) {
  static int t[N];
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < N; i++)
      t[i] = x[r][i] * 2;
    for (int i = 0; i < N; i++)
      y[r][i] += t[N - 1 - i];
    kept = &t[4];
  }
  return *kept;
}
static int different(void) {
  int t[N] = {0};
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < N - r; i++)
      t[i] = x[r][i];
    for (int i = 0; i < N - r; i++)
      y[r][i] += t[i];
  }
  return t[N - 1] * 100 + t[0];
}
static int left_early(void) {
  int t[N] = {0};
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < N; i++) {
      if (x[r][i] == 41)
        break;
      t[i] = x[r][i];
    }
    for (int i = 0; i < N; i++)
      y[r][i] += t[i];
  }
  return t[2];
}
int main(void) {
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      x[r][i] = (r * 31 + i * 7) % 50;
  int a = by_length(20, 21), b = by_chance(), c = by_pointer(), d = outlived(), e = different();
  int f = left_early();
  long s = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      s = (s * 31 + y[r][i]) % 1000003;
  printf("%ld %d %d %d %d %d %d\n", s, a, b, c, d, e, f);
  return 0;
}
