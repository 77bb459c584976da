/* PARALLEL: 8 */
// Counters that advance by a number known in front of the loop, if it is positive.
#include <stdio.h>

enum { N = 600 };
static unsigned a[2 * N], b[2 * N];
static struct { int each, limit; } settings;

static void strided(int n, int step) {
  for (int i = 0; i < n; i += step)
    a[i] = b[i] + (unsigned)step;
}

static void closed(int from, int n, int step) {
  int i;
  for (i = from; i <= n; i = i + 2 * step)
    a[i] = b[i] - (unsigned)step;
  a[0] += (unsigned)i;
}

/* The butterflies of a transform: an iteration owns 2 * length elements. */
static void butterflies(int n, int length) {
  for (int i = 0; i < n; i += 2 * length)
    for (int j = 0; j < length; j++) {
      const unsigned u = a[i + j], v = a[i + j + length];
      a[i + j] = u + v;
      a[i + j + length] = u - v;
    }
}

static void sieve(int n, int p) {
  for (int m = p * p; m <= n; m += p)
    b[m] = 0;
}

static void in_body(long n, short step) {
  long i = 1;
  while (i < n) {
    a[i] += b[i] * 3;
    i += step;
  }
  a[1] += (unsigned)i;
}

static void from_memory(int n) {
  const int each = settings.each;
  for (int i = 0; i < n && i < settings.limit; i += each)
    a[i] += b[i] * 5;
}

static void at_least_once(int n, int step) {
  int i = 0;
  do {
    a[i] += b[i] * 7;
    i += step;
  } while (i < n);
  a[2] += (unsigned)i;
}

/* Its guard never holds: an iteration reaches into the next one. */
static void overlapping(int n, int step) {
  for (int i = 0; i < n; i += step)
    for (int j = 0; j <= step; j++)
      a[i + j] = a[i + j] * 3 + b[i];
}

static unsigned sum(void) {
  unsigned s = 0;
  for (int i = 0; i < 2 * N; i++)
    s = s * 31 + a[i] + b[i] * 7;
  return s;
}

int main(void) {
  for (int i = 0; i < 2 * N; i++)
    b[i] = (unsigned)(i * i) + 1;
  for (int step = 1; step < 40; step += 5)
    for (int n = 0; n < 500; n += 83) {
      strided(n, step);
      closed(step, n, step);
      butterflies(n - n % (2 * step), step);
      sieve(n, step + 1);
      in_body(n, (short)step);
      settings.each = step;
      settings.limit = 300;
      from_memory(n);
      at_least_once(n, step);
      overlapping(n, step);
      printf("%d %d %u\n", step, n, sum());
    }
  /* No iteration: the amount may be anything. */
  strided(0, 0);
  strided(-5, -1);
  closed(10, 9, -3);
  in_body(1, 0);
  /* One, that is left at once by a step downwards. */
  at_least_once(-20, -10);
  printf("%u\n", sum());
  return 0;
}
