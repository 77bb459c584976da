/* PARALLEL: 4 AGAIN: --dispatch=dynamic */
/* Layers that go on behind branches that leave if errno says so: what tasks in front have set, in the order of the
   source, or what was there before the layer. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 3000 };
static double a[N], b[N], c[N];
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

/* Set by a task, or left as it was. */
static double root(int k) {
  double u, v, w;
  u = fill(a, k);
  v = sqrt(k - 3.0);
  if (errno == EDOM)
    return u;
  w = fill(b, k);
  u += total(a, v) + total(b, w);
  return u + v + w;
}

/* By one after the other: the last counts, and a task that sets nothing changes nothing. */
static double two(const char *text, int k) {
  double u, v;
  long number;
  u = fill(a, k);
  number = strtol(text, NULL, 10);
  v = log(k % 4);
  if (errno == ERANGE)
    return number % 1000 + u;
  c[1] = fill(b, v > 0 ? v : k);
  if (errno)
    return u + c[1];
  u += total(a, 1);
  v = fill(c, k);
  return u + total(b, 2) + v + (double)(number % 7);
}

/* By parts of a loop. */
static double parts(int k) {
  double u = 0, v;
  v = fill(c, k);
  for (int i = 0; i < N; i++)
    a[i] = sqrt(i - k * (i % 2));
  if (errno != 0)
    return v + k;
  u = fill(b, k);
  u += total(b, v) + total(c, u);
  return u + total(a, 3);
}

/* Behind a statement that may leave and may set it. */
static double behind(int k) {
  double u, v = 0;
  u = fill(a, k);
  for (int i = 0; i < k; i++) {
    v += log(5.0 - i);
    if (v != v)
      return i + 0.5;
  }
  if (errno == ERANGE)
    return -u;
  v = fill(b, k);
  u += total(b, v);
  return u + v;
}

int main(void) {
  double s = 0;
  const char *texts[] = {"12", "99999999999999999999999", "-7"};
  for (int k = 0; k < 12; k++) {
    errno = k % 5 == 4 ? EDOM : 0;
    s = s * 0.5 + root(k);
    printf("%d %d", k, errno);
    errno = k % 3 == 2 ? ERANGE : 0;
    s = s * 0.5 + two(texts[k % 3], k);
    printf(" %d", errno);
    errno = 0;
    s = s * 0.5 + parts(k - 5);
    printf(" %d", errno);
    errno = 0;
    s = s * 0.5 + behind(k);
    printf(" %d %.17g %g %g %g\n", errno, s, a[3], b[5], c[7]);
  }
  return 0;
}
