/* PARALLEL: 3
 * Macros with the names of attributes, as projects have them: what is printed for a layer uses none of these. */
#include <stdio.h>

#define noinline __attribute__((__noinline__))
#define cold 17
#define unused bad(
#define aligned bad(
#define malloc bad(
#define offsetof bad(

enum { N = 600 };
static double a[N], sums[3];

static noinline double work(int i) {
  double s = 0;
  for (int k = 0; k < 50; k++)
    s += i * k + cold;
  return s;
}

static double total(int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    a[i] = work(i);
  for (int i = 0; i < n; i++)
    all += work(i);
  return all;
}

static void printed(int n) {
  for (int i = 0; i < n; i++) {
    int k = i * 3;
    const double w = work(i);
    printf("%g ", w + k);
    sums[i % 3] += w;
  }
}

static void apart(double *x, int n) {
  double last = 0;
  while (n--) {
    int t = n + 1;
    x[n] = work(t);
    last = last * 0.5 + t;
    sums[0] += last;
  }
}

int main(void) {
  printf("%g\n", total(N));
  printed(40);
  apart(a, N);
  printf("%g %g %g %g\n", a[7], sums[0], sums[1], sums[2]);
  return 0;
}
