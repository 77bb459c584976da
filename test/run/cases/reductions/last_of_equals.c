/* PARALLEL: 5 */
/* Of equal maxima the last is kept, with what goes with it: also if it equals the value before. */
#include <limits.h>
#include <math.h>
#include <stdio.h>

struct place {
  int row, column;
};

static int v[4000];
static double x[4000];
static struct place where;

static int greatest(int before, int n, int *most) {
  int at = -1;
  for (int i = 0; i < n; i++)
    if (v[i] >= before) {
      before = v[i];
      at = i;
    }
  *most = before;
  return at;
}

static double least(double before, int n, int *at) {
  for (int i = 0; i < n; i++)
    if (before >= x[i]) {
      *at = i;
      before = x[i];
    }
  return before;
}

/* Which of two zeros is the last decides its sign. */
static double zero(double before, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] >= before)
      before = x[i];
  return before;
}

static int guarded(int n, int *most) {
  int at = -1, best = INT_MIN;
  for (int i = 0; i < n; i++) {
    if (v[i] % 2 == 0)
      continue;
    if (!(v[i] < best)) {
      best = v[i];
      at = i;
    }
  }
  *most = best;
  return at;
}

static void in_grid(int n) {
  int best = 0;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < 40; c++)
      if (v[r * 40 + c] >= best) {
        best = v[r * 40 + c];
        where.row = r;
        where.column = c;
      }
}

static void show(int n) {
  int most, other, at = -1;
  int first = greatest(INT_MIN, n, &most);
  int second = guarded(n, &other);
  double low = least(1e30, n, &at);
  in_grid(n / 40);
  printf("%d %d %d %d %g %d %d %d\n", first, most, second, other, low, at, where.row, where.column);
  printf("%d %d\n", greatest(97, n, &most), greatest(98, n, &most));
}

int main(void) {
  for (int i = 0; i < 4000; i++) {
    v[i] = i * 37 % 98;
    x[i] = i * 53 % 211 - 100.5;
  }
  show(4000);
  show(1);
  show(0);
  show(555);
  x[7] = x[3999] = NAN;
  show(4000);
  for (int i = 0; i < 4000; i++)
    x[i] = i % 3 ? -1.0 : i & 1 ? -0.0 : 0.0;
  printf("%g %g %g %g\n", zero(-5, 4000), zero(-5, 3998), zero(-5, 3997), zero(-0.0, 2));
  printf("%d\n", isnan(zero(NAN, 4000)));
  return 0;
}
