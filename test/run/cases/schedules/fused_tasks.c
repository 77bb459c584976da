/* PARALLEL: 2 */
/* Cheap statements, and a branch, fused with calls beside them: own variables, lines, early values. */
#include <stdio.h>
enum { N = 6000 };
static double a[N], b[N], c[N];
static int odd, even, lines;
static double fill(double *x, double start) {
  for (int i = 0; i < N; i++)
    start = x[i] = start * 0.5 + i % 17;
  return start;
}
static double total(const double *x, double s) {
  for (int i = 0; i < N; i++)
    s = s * 0.25 + x[i];
  return s;
}
static double work(int k) {
  double scale, sum, other, t;
  sum = fill(a, k);
  t = sum + 1;
  scale = sum * 2 + t;
  /* odd calls count */
  if (k & 1)
    odd++;
  else
    even += 2;
  other = fill(b, k + 1);
  t = other - 1;
  other *= t;
  sum = total(a, scale);
  lines += __LINE__;
  other = total(b, other);
  t = sum - other;
  fill(c, t);
  return sum + other + total(c, t);
}
/* A cheap branch whose arms have a loop each is one task. */
static int few[4];
static double branches(int k) {
  double x, y;
  x = fill(a, fill(a, k));
  y = fill(b, k);
  if (k > 2) {
    for (int i = 0; i < 4; i++)
      few[i] += i;
  } else {
    for (int i = 0; i < 4; i++)
      few[i] -= k;
  }
  y = total(b, total(b, y));
  x += total(a, x);
  return x - y;
}
int main(void) {
  double s = 0;
  for (int k = 0; k < 6; k++) {
    s += work(k);
    s = s * 0.5 + branches(k);
  }
  printf("%.17g %d %d %d %d %d\n", s, odd, even, lines, few[1], few[3]);
  return 0;
}
