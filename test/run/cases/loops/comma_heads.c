/* PARALLEL: 6 */
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

int main(void) {
  long r = 0;
  for (int n = 0; n <= 900; n += 300) {
    r = r * 31 + pair(n) + bound(n) * 3 + kept(n) * 5 + sums(n) * 7 + counted(n, n) * 11 + sum2(n) * 13;
    for (int i = 0; i < 1000; i++)
      r = (r * 31 + a[i] + 3 * b[i] + 5 * c[i]) % 1000003;
    printf("%d %ld\n", n, r);
  }
  return 0;
}
