/* PARALLEL: 14 */
/* Counters that the test itself decrements, and their values after the loop, for zero trips too. */
#include <stddef.h>
#include <stdio.h>

static int a[1000];

static long postInt(int *p, int k) { while (k--) p[k] += k; return k; }
static long postUnsigned(int *p, unsigned k) { while (k--) p[k] += (int)k * 3; return (long)k; }
static long postSize(int *p, size_t k) { while (k--) p[k] ^= 5; return (long)k; }
static long preInt(int *p, int k) { while (--k) p[k] += 7; return k; }
static long preClosed(int *p, int k) { while (--k >= 0) p[k] += 9; return k; }
static long postPositive(int *p, int k) { while (k-- > 0) p[k] -= 2; return k; }
static long postAbove(int *p, unsigned k) { while (k-- > 3) p[k] -= 2; return (long)k; }
static long postFour(int *p, int k) { while ((k -= 4) >= 0) p[k] -= 2; return k; }
static long emptyHead(int *p, int n) { int k; for (k = n; k--;) p[k] *= 3; return k; }
static long withPointer(int *p, unsigned k) {
  int *q = p;
  for (; k--; q++)
    *q = *q * 3 + (int)k;
  return (q - p) * 10 + (int)k;
}
static long upwards(int *p, unsigned n) { unsigned i = 0; while (i++ < n) p[i] += 11; return i; }
static long upFirst(int *p, int n) { int i = -1; while (++i < n) p[i] += 12; return i; }
static long pointerDown(int *p, int n) { int *q = p + n; while (q-- > p) *q += 13; return q - p; }
static long skipping(int *p, int k) {
  while (k--) {
    if (k % 3 == 0)
      continue;
    p[k] ^= k;
  }
  return k;
}

int main(void) {
  unsigned long r = 0;
  for (int n = 0; n <= 900; n += 300) {
    r = r * 31 + postInt(a, n);
    r = r * 31 + postUnsigned(a, n);
    r = r * 31 + postSize(a, n);
    r = r * 31 + preInt(a, n + 1);
    r = r * 31 + preClosed(a, n);
    r = r * 31 + postPositive(a, n ? n : -5);
    r = r * 31 + postAbove(a, n);
    r = r * 31 + postFour(a, n);
    r = r * 31 + emptyHead(a, n);
    r = r * 31 + withPointer(a, n);
    r = r * 31 + upwards(a, n);
    r = r * 31 + upFirst(a, n);
    r = r * 31 + (n ? pointerDown(a, n) : 0);
    r = r * 31 + skipping(a, n);
    r %= 1000003;
    for (int i = 0; i < 1000; i++)
      r = (r * 31 + a[i]) % 1000003;
    printf("%d %lu\n", n, r);
  }
  return 0;
}
