/* PARALLEL: 0 */
/* Ways out that layers do not go on behind: an arm that does not always leave, labels and static
   variables in it, a condition that may end the program, and a jump into it. */
#include <stdio.h>
#include <stdlib.h>
enum { N = 3000 };
static double a[N], b[N], c[N];
static double fill(double *x, double v) {
  for (int i = 0; i < N; i++)
    v = x[i] = v * 0.5 + (i * 7) % 13;
  return v;
}
static int check(int k) {
  if (k > 1000)
    exit(7);
  return k;
}
static double sometimes(int k) {
  double u = fill(a, k), v = 0;
  if (k % 2) {
    if (k % 3 == 0)
      return u;
    v = 5;
  }
  v += fill(b, v) + fill(c, u);
  return u + v;
}
static double labelled(int k) {
  double u = fill(a, k), v = 0;
  if (k % 4 == 1) {
    int times = 0;
  again:
    if (++times < k)
      goto again;
    return u + times;
  }
  v += fill(b, v) + fill(c, k);
  return u + v;
}
static double counted(int k) {
  double u = fill(a, k), v = 0;
  if (k % 4 == 2) {
    static int times;
    return u + ++times;
  }
  v += fill(b, v) + fill(c, k);
  return u + v;
}
static double ends(int k) {
  double u = fill(a, k), v = 0;
  if (check(k) % 5 == 2)
    return u;
  v += fill(b, v) + fill(c, k);
  return u + v;
}
int main(void) {
  double s = 0;
  for (int k = 0; k < 12; k++)
    s = s * 0.5 + sometimes(k) + labelled(k) + counted(k) + ends(k);
  printf("%.17g %g %g %g\n", s, a[9], b[9], c[9]);
  return 0;
}
