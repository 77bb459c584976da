/* PARALLEL: 1 */
/* What a statement of an arm waits for is waited for by those behind it, too: it may not run. */
#include <stdio.h>
enum { N = 20000 };
static double a[N], b[N], c[N], d[N];
static double fill(double *x, const double *from, double v) {
  for (int i = 0; i < N; i++)
    v = x[i] = v * 0.5 + from[i] * 0.25 + (i * 7) % 13;
  return v;
}
static double work(int k) {
  double u, v = 0, w = 0, x, y;
  u = fill(a, a, k);
  if (k % 3 == 1) {
    v = fill(b, a, u);
    w = fill(c, d, 2);
  }
  x = fill(d, a, 1) + b[N - 1]; /* reads what the first statement writes, taken or not */
  y = fill(a, b, v);            /* and this overwrites it */
  return u + v * 2 + w + x * 3 + y;
}
int main(void) {
  double s = 0;
  for (int k = 0; k < 40; k++)
    s = s * 0.5 + work(k);
  printf("%.17g %g %g %g\n", s, a[9], b[9], c[9]);
  return 0;
}
