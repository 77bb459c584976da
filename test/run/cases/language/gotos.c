/* PARALLEL: 8 */
/* Loops beside what a goto leaves, skips or repeats, and with such statements in their bodies. */
#include <stdio.h>

static int a[600], b[600];

static int retried(int n, int x) {
  for (int i = 0; i < n; i++)
    a[i] += i * x;
again:
  if (a[x & 15] % 7) {
    a[x & 15]++;
    goto again;
  }
  for (int i = 0; i < n; i++)
    b[i] += a[i];
  return x;
}
static int cleaned(int n, int x) {
  int done = 0;
  for (int i = 0; i < n; i++)
    a[i] ^= x;
  if (x > 3)
    goto fail;
  done = 1;
fail:
  for (int i = 0; i < n; i++)
    b[i] -= x;
  return done;
}
static int inside(int n) {
  int kept = 0;
  for (int j = 0; j < 3; j++) {
    if (b[j] & 1)
      goto next;
    kept++;
  next:
    for (int i = 0; i < n; i++)
      b[i] = b[i] * 3 + j;
  }
  return kept;
}
static int beside(int n, int x) {
  switch (x & 3) {
  case 0:
    goto out;
  case 1:
    a[1]++;
  out:
  default:
    a[2]++;
  }
  for (int i = 0; i < n; i++)
    a[i] -= b[i];
  return a[2];
}

static int again(int *p, int n, int x) {
retry:
  for (int i = 0; i < n; i++)
    p[i] += i * x;
  if (x++ < 3)
    goto retry;
  return x;
}
static int back(int *p, int n) {
  int i, s = 0;
  for (i = 0; i < n; i++) {
  more:
    p[i] += 5;
    if (p[i] & 4)
      goto more;
    s += p[i];
  }
  return s & 255;
}
static int jumpedOver(int *p, int n, int x) {
  int t = x, k = 0;
  if (x & 1)
    goto skip;
  for (k = 0; k < n; k++)
    t = p[k] + k;
skip:
  p[t & 63] += t + k;
  return t & 127;
}

int main(void) {
  int r = 0;
  for (int x = 0; x < 6; x++) {
    r = (r * 31 + retried(500, x) + 2 * cleaned(500, x) + 3 * inside(500) + 5 * beside(500, x)) & 0xffff;
    r = (r * 31 + again(a, 300, x) + back(b, 300) + jumpedOver(a, 300, x)) & 0xffff;
    printf("%d\n", r);
  }
  unsigned s = 0;
  for (int i = 0; i < 600; i++)
    s = s * 31 + a[i] + 3 * b[i];
  printf("%u\n", s);
  return 0;
}
