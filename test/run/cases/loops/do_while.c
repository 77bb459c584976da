/* PARALLEL: 7 */
/* do-while runs at least once, whatever its bound. */
#include <stdio.h>

static int a[1000];

static long down(int *p, int k) { do { p[k] += k; } while (--k > 0); return k; }
static long downPost(int *p, unsigned k) { do { p[k] += (int)k; } while (k--); return (long)k; }
static long up(int *p, int n) { int i = 0; do { p[i] += 2; } while (++i < n); return i; }
static long upBody(int *p, int n) { int i = 5; do { p[i] += i; i++; } while (i < n); return i; }
static long upUnsigned(int *p, int n) { unsigned i = 0; do { p[i] += 3; i++; } while (i != 300u + 0u * (unsigned)n); return i; }
static long upPost(int *p, int n) { int i = 0; do { p[i] ^= 3; } while (i++ < n); return i; }
static long walk(int *p, int *end) {
  int *q = p;
  do
    *q++ += 4;
  while (q < end);
  return q - p;
}

int main(void) {
  long r = 0;
  for (int n = 0; n <= 900; n += 300) {
    r = r * 31 + down(a, n);
    r = r * 31 + downPost(a, n);
    r = r * 31 + up(a, n - 7);
    r = r * 31 + upBody(a, n);
    r = r * 31 + upUnsigned(a, n);
    r = r * 31 + upPost(a, n);
    r = r * 31 + walk(a, a + n);
    r %= 1000003;
    for (int i = 0; i < 1000; i++)
      r = (r * 31 + a[i]) % 1000003;
    printf("%d %ld\n", n, r);
  }
  return 0;
}
