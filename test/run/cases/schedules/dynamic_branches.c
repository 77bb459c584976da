/* PARALLEL: 1 OPTIONS: --dispatch=dynamic */
/* Tasks on whichever core is free: conditional ones, own variables, loops in parts behind and beside each other. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
enum { N = 3000 };
static double a[N], b[N], c[N], d[N];
static int calls;
static double fill(double *x, double v) {
  for (int i = 0; i < N; i++)
    v = x[i] = v * 0.5 + (i * 7) % 13;
  return v;
}
static double total(const double *x, double s) {
  for (int i = 0; i < N; i++)
    s = s * 0.25 + x[i];
  return s;
}
static double work(int k) {
  double u = 0, v = 0, w = 0, x = 0, y, t;
  long long hits = 0;
  t = fill(a, fill(a, k));
  y = fill(b, k + 1);
  if (k & 1) {
    u = total(a, t);
    v = total(a, k);
    for (int i = 0; i < N; i++)
      c[i] = a[i] * 2;
  } else {
    u = total(b, y);
    v = total(b, k) - 1;
    for (int i = 0; i < N; i++)
      c[i] = b[i] - 1;
  }
  if (k > 3) {
    w = total(a, 1) + k;
    x = total(b, 2);
    for (int i = 0; i < N; i++)
      d[i] = a[i] + b[i];
  }
  for (int i = 0; i < N; i++)
    hits += a[i] > b[i];
  t = total(c, total(c, u));
  y = total(d, total(d, w));
  calls += 3;
  return t + y + v + x + (double)hits;
}
int main(void) {
  double s = 0;
  for (int k = 0; k < 7; k++) {
    errno = 0;
    s = s * 0.5 + work(k);
  }
  printf("%.17g %d %d\n", s, calls, errno);
  return 0;
}
