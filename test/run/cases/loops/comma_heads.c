/* PARALLEL: 10 */
/* Several variables in a loop's head: set before the parts begin, advanced as the source does. */
#include <stdio.h>

static int a[1000], b[1000], c[1000];

static long pair(int n) {
  int i, *p, *q;
  for (i = 0, p = a, q = b; i < n; i++, p++, q += 1)
    *p += *q + i;
  for (i = 0, p = b + n, q = c; i < n; i++, p--, q++)
    *q ^= p[-1];
  return i + (p - b) + (q - c);
}
static long bound(int n) {
  int i, end;
  for (i = 2, end = n - 2; i < end; ++i)
    c[i] = a[i - 2] + b[i + 2];
  return i * 10 + end;
}
static long kept(int n) {
  int i, last = -1;
  for (i = 0; i < n; i++, last = i * 2)
    b[i] += 3;
  return last;
}
static long sums(int n) {
  int i, sum, top;
  for (i = 0, sum = 5, top = -7; i < n; i++) {
    sum += a[i];
    if (b[i] > top)
      top = b[i];
  }
  return sum % 1000 + top;
}
static long counted(int k, int n) {
  int *q;
  for (q = a + n; k--; q--)
    q[-1] += k;
  return k + (q - a);
}
static int sum2(int n) {
  int i, k, t = 0;
  for (i = 0, k = 3; i < n; i++, k += 2)
    t += a[i] ^ k;
  return t + k;
}

static double x[1000], y[1000];

/* Floating-point variables: of an inner loop, a reduction, a copy for each part, a constant. */
static double products(int n) {
  int i, k;
  double t = 0;
  for (i = 0; i < n; i++) {
    for (k = 0, t = 0; k < 30; k++)
      t += x[i] * y[k];
    x[i] = t / 7;
  }
  return t;
}
static double ordered(int n) {
  int i;
  float sum;
  for (i = 0, sum = 0.1f; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}
static double own(int n) {
  int i;
  double t, u;
  for (i = 0, t = 5, u = n / 3.0; i < n; i++) {
    t = x[i] * 3 + u;
    y[i] = t * t;
  }
  return t + u;
}

int main(void) {
  long r = 0;
  for (int i = 0; i < 1000; i++)
    x[i] = i % 17 / 8.0, y[i] = i % 5 / 16.0;
  for (int n = 0; n <= 900; n += 300)
    printf("%d %.17g %.17g %.17g\n", n, products(n), ordered(n), own(n));
  for (int n = 0; n <= 900; n += 300) {
    r = r * 31 + pair(n) + bound(n) * 3 + kept(n) * 5 + sums(n) * 7 + counted(n, n) * 11 + sum2(n) * 13;
    for (int i = 0; i < 1000; i++)
      r = (r * 31 + a[i] + 3 * b[i] + 5 * c[i]) % 1000003;
    printf("%d %ld\n", n, r);
  }
  return 0;
}
