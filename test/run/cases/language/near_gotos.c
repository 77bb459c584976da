/* SEQUENTIAL */
/* Gotos that enter a loop or leave it: the loops that they touch keep order. */
#include <stdio.h>

static int a[600];

static int entered(int *p, int n, int x) {
  int i = 5;
  if (x > 1)
    goto in;
  for (i = 0; i < n; i++) {
    p[i] += 3;
  in:
    p[i] *= 2;
  }
  return i;
}
static int left(int *p, int n, int x) {
  int i;
  for (i = 0; i < n; i++) {
    if (p[i] % 97 == x)
      goto out;
    p[i]++;
  }
out:
  return i;
}
/* The callee moves its index by a goto: what it touches is not one element. */
static void spread(int *p, int *x) {
more:
  p[*x] = p[*x] * 3 + 1;
  if (*x % 8 != 7) {
    *x = *x + 1;
    goto more;
  }
}
static void spreads(int *p, int n) {
  for (int i = 0; i < n; i++) {
    int x = 4 * i;
    spread(p, &x);
  }
}

int main(void) {
  int r = 0;
  for (int x = 0; x < 6; x++) {
    r = (r * 31 + 2 * entered(a, 300, x) + 3 * left(a, 300, x + 60)) & 0xffff;
    spreads(a, 20);
    printf("%d %d\n", r, a[7]);
  }
  unsigned s = 0;
  for (int i = 0; i < 600; i++)
    s = s * 31 + a[i];
  printf("%u\n", s);
  return 0;
}
