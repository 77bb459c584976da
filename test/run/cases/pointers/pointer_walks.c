/* PARALLEL: 12 */
/* Pointers and counters that the body advances, tests on top of endless loops, two at once. */
#include <stdio.h>

struct item { short key; int value; };
static int a[1000], b[1000];
static struct item items[500];

static long each(int *p, int *end) { int *q; for (q = p; q != end; q++) *q += 3; return q - p; }
static long fill(int *p, int *end) { int *q = p; while (q != end) *q++ ^= 7; return q - p; }
static long pairs(int *p, int *end) { int *q = p; for (; q < end; q += 2) q[0] += q[1]; return q - p; }
static long twoNames(int *p, const int *from, int n) {
  int *q = p, *end = p + n;
  while (q < end)
    *q++ += *from++;
  return q - p;
}
static long fours(int *p, int n) {
  int *q = p;
  while (n > 0) {
    q[0] += n;
    q[3] -= q[1];
    q += 4;
    n -= 4;
  }
  return (q - p) * 10 + n;
}
static long foursUnsigned(int *p, unsigned n) {
  int *q = p;
  while (n >= 4) {
    *q++ += 1;
    *q++ += 2;
    *q++ += 3;
    *q++ += 4;
    n -= 4;
  }
  return (q - p) * 10 + n;
}
static long inBody(int *p, int n) { int i; for (i = 0; i < n;) { p[i] += i; i++; } return i; }
static long testOnTop(int *p, int n) {
  int i = 0;
  while (1) {
    if (i >= n)
      break;
    p[i] += p[i] & n;
    i++;
  }
  return i;
}
static long endless(int *p, int n) {
  int i;
  for (i = 0;; i++) {
    if (i == n) {
      break;
    }
    if (p[i] & 1)
      continue;
    p[i] += 5;
  }
  return i;
}
static long together(int *p, int *q, int n) {
  int i, *x, *y;
  for (i = 0, x = p, y = q; i < n; i++, x++, y += 1)
    *x -= *y;
  return i + (x - p) + (y - q);
}
static long last(int *p, int n) {
  int i, end, sum;
  for (i = 0, end = n - 1, sum = 0; i <= end; ++i)
    sum += p[i];
  return sum % 1000 + i + end;
}
static long structs(struct item *first, int n) {
  struct item *e;
  for (e = first; e != first + n; ++e)
    e->value += e->key++;
  return e - first;
}

int main(void) {
  long r = 0;
  for (int n = 0; n <= 800; n += 200) {
    r = r * 31 + each(a, a + n);
    r = r * 31 + fill(b, b + n);
    r = r * 31 + pairs(a, a + n - (n > 0));
    r = r * 31 + twoNames(a, b, n);
    r = r * 31 + fours(a, n - 1);
    r = r * 31 + foursUnsigned(b, n + 3);
    r = r * 31 + inBody(a, n);
    r = r * 31 + testOnTop(a, n);
    r = r * 31 + endless(b, n);
    r = r * 31 + together(a, b, n);
    r = r * 31 + last(a, n);
    r = r * 31 + structs(items, n / 2);
    r %= 1000003;
    for (int i = 0; i < 1000; i++)
      r = (r * 31 + a[i] + 3 * b[i] + items[i / 2].value) % 1000003;
    printf("%d %ld\n", n, r);
  }
  return 0;
}
