/* SEQUENTIAL */
/* Loops that look counted: each wraps around, moves its bound, skips a step or ends otherwise. */
#include <stdio.h>

static int a[2000];
static double x[300];

static long preUnsigned(int *p, unsigned k) { while (--k) p[k & 255] += 1, k = k > 300 ? 300 : k; return (long)k; }
static long startsBehind(int *p, unsigned char i, int n) { for (; i != n; i++) p[i] += 2; return i; }
static long startsAnywhere(int *p, unsigned i, unsigned n) { for (; i != n; i++) p[i + 10u] += 2; return i; }
static long narrow(int *p, signed char k) { while (k--) p[k + 128] += 3; return k; }
static long coarse(int *p, unsigned n) { while (n >= 3) { p[n & 511] += 1; n -= 4; if (n > 1000) break; } return (long)n; }
static long coarseStep(int *p, unsigned n) { unsigned k = 0; while (n >= 3 && k < 9) { p[k++] = 1; n -= 4; } return k; }
static long fromTop(int *p, unsigned i, unsigned n) { do p[i + 1u] += 5; while (++i < n); return i; }
static long extraStep(int *p, int k) { while (k--) { p[k] += 6; if (k % 5 == 0) k--; } return k; }
static long otherWay(int *p, int k) { while (k-- > 0) { if (k % 7 == 3) continue; p[k] += 1; k--; } return k; }
static long movedBound(int *p, int *end) {
  int *q = p;
  while (q != end) {
    *q++ += 7;
    if (end - q > 30)
      end--;
  }
  return q - p;
}
static long testInside(int *p, int n) { int i = 0; while (1) { p[i] += 8; if (i >= n) break; i++; } return i; }
static long testElse(int *p, int n) { int i = 0; for (;;) { if (i >= n) break; else p[i] += 9; if (p[i] == 77) break; i++; } return i; }
static long skips(int *p, int n) { int i = 0; while (i < n) { if (p[i] & 1) { i += 2; continue; } p[i] += 1; i++; } return i; }
static long sentinel(int *p, int n) { int i = 0; p[n] = -1; while (p[i] != -1) p[i++] += 1; return i; }
static long leaves(int *p, int k) { while (k--) { if (p[k] == 12345) break; p[k] += 4; } return k; }
static long returns(int *p, int *end) { for (; p != end; p++) { if (*p == 12345) return 5; *p += 4; } return 6; }
static long isVolatile(int *p, int n) { volatile int k = n; while (k--) p[k] += 1; return k; }
static void touch(int *k) { if (*k == 7) *k = 5; }
static long escapes(int *p, int k) { while (k--) { p[k] += 1; touch(&k); } return k; }
static long notAgain(int *p, int n, int s) { int i; for (i = 0, s = s + 1; i < n; i++) p[i] += s; return s; }
static long inOrder(int *p, int n) { int i, j; for (i = 0, j = i + 5; i < n; i++, j++) p[j] += 1; return j; }
static long triangle(int *p, int n) { int i, j = 0; for (i = 0; i < n; j += i, i++) p[j] += 1; return j; }
static double again(double *x, int n, double t) { int i; for (i = 0, t = t * 2; i < n; i++) x[i] += t; return t; }
static double afterOther(double *x, int n, double t) { int i; double u; for (i = 0, u = t, t = 1; i < n; i++) x[i] += u + t; return u + t; }
static double carried(double *x, int n) { int i; double t; for (i = 0, t = 1; i < n; i++) { x[i] += t; t = x[i] / 4; } return t; }
static double volatileStart(double *x, int n) { int i; volatile double t; for (i = 0, t = n; i < n; i++) x[i] += t; return t; }
static double shared;
static double sharedStart(double *x, int n) { int i; for (i = 0, shared = 2; i < n; i++) { x[i] += shared; shared = x[i] / 4; } return shared; }

/* A row ends where the inner loop meets 10, but for a break. */
static void rows(int *p, int n, int start) {
  for (int i = 1; i < n; i++)
    for (int j = start & 15; j != 10; j++) {
      if (j >= 20)
        break;
      p[i * 10 + j] = p[i * 10 + j - 10] * 3 + j;
    }
}

int main(void) {
  long r = 0;
  for (int n = 20; n <= 260; n += 80) {
    r = r * 31 + preUnsigned(a, n) + startsBehind(a, 200, n & 127);
    r = r * 31 + startsAnywhere(a, n > 50 ? -9 : 0, n) + narrow(a, n > 50 ? -3 : 9);
    r = r * 31 + coarse(a, n) + coarseStep(a, n) + fromTop(a, n > 50 ? -1 : 0, n);
    r = r * 31 + extraStep(a, n) + otherWay(a, n) + movedBound(a, a + n);
    r = r * 31 + testInside(a, n) + testElse(a, n) + skips(a, n) + sentinel(a, n);
    r = r * 31 + leaves(a, n) + returns(a, a + n) + isVolatile(a, n) + escapes(a, n);
    r = r * 31 + notAgain(a, n, n) + inOrder(a, n) + triangle(a, n / 10) + again(x, n, n) + afterOther(x, n, 0.5) +
        carried(x, n) + volatileStart(x, n) + sharedStart(x, n);
    rows(a, 20, n > 50 ? 12 : 3);
    for (int i = 0; i < 2000; i++)
      r = (r * 31 + a[i]) % 1000003;
    printf("%d %ld\n", n, r);
  }
  return 0;
}
