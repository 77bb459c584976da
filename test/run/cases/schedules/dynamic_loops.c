/* PARALLEL: 4 OPTIONS: --dispatch=dynamic */
/* Loops in parts that go to whichever core is free: reductions, extremes, a histogram, last values, scratch. */
#include <stdio.h>
#include <stdlib.h>
enum { N = 5000 };
static int a[N], h[16];
static double x[N], y[N];
static void triangle(void) {
  for (int i = 0; i < N; i++) {
    double s = i;
    for (int j = 0; j < i % 97; j++)
      s = s * 0.75 + j;
    x[i] = s;
  }
}
static long sum(void) {
  long s = 3;
  for (int i = 0; i < N; i++)
    s += a[i] ^ i;
  return s;
}
static int least(int *where) {
  int m = a[0], at = 0;
  for (int i = 1; i < N; i++)
    if (a[i] < m) {
      m = a[i];
      at = i;
    }
  *where = at;
  return m;
}
static void histogram(void) {
  for (int i = 0; i < N; i++)
    h[(a[i] & 0x7fff) % 16] += i & 3;
}
static double last(void) {
  double t = 0;
  int i;
  for (i = 0; i < N; i++) {
    t = x[i] * 2;
    y[i] = t + i;
  }
  return t + i;
}
static double inner(void) {
  double total = 0;
  for (int i = 0; i < N; i++)
    total += x[i] * y[i];
  return total;
}
static double rows(int k) {
  double s = 0;
  for (int i = 0; i < 40; i++) {
    double *own = malloc(100 * sizeof *own);
    if (!own)
      exit(1);
    for (int j = 0; j < 100; j++)
      own[j] = i * j + k;
    for (int j = 1; j < 100; j++)
      own[j] += own[j - 1] * 0.5;
    y[i] = own[99];
    free(own);
  }
  for (int i = 0; i < 40; i++)
    s += y[i];
  return s;
}
int main(void) {
  int at;
  for (int i = 0; i < N; i++)
    a[i] = (int)((unsigned)(i + 1) * 2654435761u >> 7);
  for (int k = 0; k < 3; k++) {
    triangle();
    long s = sum();
    int m = least(&at);
    histogram();
    double t = last();
    printf("%ld %d %d %.17g %.17g %.17g\n", s, m, at, t, inner(), rows(k));
    a[k * 11] -= 1000 * k;
  }
  for (int i = 0; i < 16; i++)
    printf("%d ", h[i]);
  puts("");
  return 0;
}
