/* PARALLEL: 1 */
/* Statements that share a loop counter and a temporary run side by side; the last values count. */
#include <stdio.h>
static double a[3000], b[3000], c[3000];
static double smooth(double *x, int n) {
  double v = 0;
  int i;
  for (i = 0; i < n; i++) {
    v = v * 0.5 + x[i];
    x[i] = v;
  }
  return v;
}
static int work(void) {
  int i;
  double t;
  for (i = 0; i < 3000; i++) {
    t = i * 0.5;
    a[i] = t + 1;
  }
  for (i = 0; i < 2000; i++) {
    t = i * 0.25;
    b[i] = t * t;
  }
  t = smooth(a, 3000);
  c[0] = t;
  t = smooth(b, 1500);
  c[1] = t;
  for (i = 2; i < 1000; i += 3)
    c[i] = i;
  return i + (int)t;
}
int main(void) {
  int r = work();
  double s = 0;
  for (int i = 0; i < 3000; i++)
    s = s * 0.9 + a[i] + b[i] + c[i];
  printf("%d %.17g\n", r, s);
  return 0;
}
