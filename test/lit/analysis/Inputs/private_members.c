/* PARALLEL: 4 */
/* Members and elements that each iteration writes before it reads them, beside others that stay. */
#include <stdio.h>
#include <string.h>
enum { ROWS = 40, N = 16 };
struct Work { int count; double gain; };
struct State { int kept; int tmp[N]; struct Work w; short grid[2][4]; long sum; };
static int x[ROWS][N], y[ROWS][N];
static struct State fixed = {7, {1}, {2, 3}, {{4}}, 5};
static int shared;
static void through_pointer(struct State *s, int k) {
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < N; i++)
      s->tmp[i] = x[r][i] * k;
    s->w.count = 0;
    for (int i = 0; i < N; i++)
      if (s->tmp[i] & 1)
        s->w.count++;
    for (int i = 0; i < N; i++)
      y[r][i] += s->tmp[N - 1 - i] + s->w.count + s->kept;
  }
  printf("%d %d %d %d\n", s->w.count, s->tmp[0], s->tmp[N - 1], s->kept);
}
static void by_name(void) {
  for (int r = 0; r < ROWS; r++) {
    fixed.w.gain = x[r][0] * 0.5;
    for (int i = 0; i < 3; i++)
      fixed.grid[1][i] = (short)(x[r][i] + r);
    fixed.sum += fixed.grid[1][2] + fixed.grid[0][0];
    shared = x[r][3];
    y[r][1] += (int)fixed.w.gain * fixed.grid[1][0] + shared;
  }
  printf("%g %d %d %d %ld %d\n", fixed.w.gain, fixed.grid[1][0], fixed.grid[1][2], fixed.grid[1][3],
         fixed.sum, shared);
}
static void element(int *a, int k) {
  for (int r = 0; r < ROWS; r++) {
    a[k] = x[r][5];
    if (a[k] > 10)
      a[k] -= 3;
    y[r][2] ^= a[k] + r;
  }
  printf("%d %d\n", a[k], a[3]);
}
static void none(struct State *s, int n) {
  for (int r = 0; r < n; r++) {
    s->w.count = r;
    y[r][0] += s->w.count;
  }
  puts("none");
}
int main(void) {
  static struct State s;
  int a[4] = {1, 2, 3, 4};
  int seed = 7;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++) {
      seed = seed * 75 % 65537;
      x[r][i] = seed % 100;
    }
  s.kept = 3;
  through_pointer(&s, 3);
  by_name();
  element(a, 1);
  none(NULL, y[0][0] > 1000000);
  long sum = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      sum = (sum * 31 + y[r][i]) % 1000003;
  printf("%ld\n", sum);
  return 0;
}
