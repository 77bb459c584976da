/* PARALLEL: 2 OPTIONS: --dispatch=dynamic */
/* Without a table, loops may be cut into more parts than any table has: each has a partial result of its own. */
#include <stdio.h>

static unsigned a[900];
static long histogram[16];

static unsigned worked(unsigned x, int n) {
  for (int k = 0; k < n; k++)
    x = x * 1664525u + 1013904223u;
  return x;
}
static long sum(int n) {
  long s = 0, most = 0;
  int at = -1;
  for (int i = 0; i < n; i++) {
    long x = worked(a[i], i % 7 * 10) >> 8;
    s += x;
    if (x > most) {
      most = x;
      at = i;
    }
  }
  return s + most * 3 + at;
}
/* Some iterations take very long. */
static long uneven(unsigned x) {
  long s = 0;
  for (int i = 0; i < 30; i++) {
    if (a[i] % 5 + x > 4)
      s += worked(a[i], 2000) >> 9;
  }
  return s;
}
static void count(int n) {
  for (int i = 0; i < n; i++)
    histogram[worked(a[i], 20) >> 28]++;
}

int main(void) {
  long r = 0;
  for (unsigned i = 0; i < 900; i++)
    a[i] = i * i;
  for (int k = 0; k < 10; k++) {
    r = r * 31 % 1000003 + sum(900 - k) + uneven(k);
    count(900 - k * 3);
  }
  for (int i = 0; i < 16; i++)
    r = r * 31 % 1000003 + histogram[i];
  printf("%ld\n", r);
  return 0;
}
