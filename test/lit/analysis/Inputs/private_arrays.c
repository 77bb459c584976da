/* PARALLEL: 4 */
/* Scratch arrays that every iteration fills before it reads them, and what they hold afterwards. */
#include <stdio.h>
#include <string.h>
enum { ROWS = 12, N = 64 };
static float x[ROWS][N], y[ROWS][N];
static float scratch[N + 4];
static void scale(const float *from, float *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 2;
}
static void smooth(float *t, int n) {
  for (int i = 1; i < n; i++)
    t[i] = t[i - 1] * 0.5f + t[i];
}
static void rows(int n) {
  float t[N], u[N], both[2][N];
  for (int r = 0; r < ROWS; r++) { /* only a part of the array, of unknown length, through calls */
    scale(x[r], u, n);
    smooth(u, n);
    for (int i = 0; i < n; i++)
      y[r][i] = u[n - 1 - i];
  }
  for (int r = 0; r < ROWS; r++) { /* two rows, filled together */
    for (int i = 0; i < N; i++) {
      both[0][i] = x[r][i];
      both[1][i] = y[r][i];
    }
    for (int i = 0; i < N; i++)
      y[r][i] = both[1][N - 1 - i] - both[0][i];
  }
  for (int r = 0; r < ROWS; r++) { /* a recurrence from its first element on */
    t[0] = x[r][0];
    for (int i = 1; i < N; i++)
      t[i] = t[i - 1] * 0.25f + x[r][i];
    y[r][0] += t[N - 1];
  }
  y[0][1] += t[5];
}
static void kept(void) {
  memset(scratch, 0, sizeof scratch);
  scratch[N + 1] = 7; /* no iteration writes it */
  for (int r = 0; r < ROWS; r++) {
    for (int i = N - 1; i >= 0; i--)
      scratch[i] = x[r][i] + y[r][i];
    for (int i = 0; i < N; i++)
      x[r][i] = scratch[N - 1 - i];
  }
}
struct pair {
  int sum, count;
  short parts[4];
};
static int structs(void) {
  struct pair p;
  int total = 0;
  for (int r = 0; r < ROWS; r++) {
    p.sum = 0;
    p.count = r;
    for (int i = 0; i < 4; i++)
      p.parts[i] = (short)(r * i);
    for (int i = 0; i < 4; i++)
      p.sum += p.parts[i] * p.count;
    total += p.sum;
  }
  return total;
}
int main(void) {
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      x[r][i] = (float)((r * 31 + i * 7) % 50);
  rows(40);
  kept();
  double s = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      s = s * 0.99 + x[r][i] - y[r][i];
  for (int i = 0; i < N + 4; i++)
    s = s * 0.99 + scratch[i];
  printf("%.9g %d\n", s, structs());
  return 0;
}
