/* Subscripts of bits, halves and unsigned numbers that come to the same place in two iterations. */
#include <stdio.h>
#include <stdlib.h>

static int a[4096];
static signed char small[64];

static void fours(int n) {
  for (int i = 0; i < n; i++)
    a[i & ~3] = a[i & ~3] * 3 + i;
}
static void exchange(int n) {
  for (int i = 0; i < n; i++)
    a[i ^ 1] = a[i] * 3 + i;
}
static void nines(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 9; j++)
      a[i << 3 | j] = a[i << 3 | j] * 3 + j;
}
static void negative(int n) {
  for (int i = -n; i < n; i++)
    a[100 + (i & 7)] = a[100 + (i | 3)] * 3 + i;
}
/* The sign comes from bit 7. */
static void sign(int n) {
  for (int i = 0; i < n; i++)
    a[200 + ((small[i] << 24) >> 24)] = a[200 + i] * 3 + i;
}
static void middle(int n) {
  for (int i = 0; i < n / 2 + 1; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t * 3;
  }
}
static void whole(unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i] + 1;
    a[n - 1 - i] = t * 3;
  }
}
static void shifted(int n, int s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= (1 << s); j++)
      a[(i << s) + j] = a[(i << s) + j] * 3 + j;
}
/* 2 i comes back to 0. */
static void around(unsigned char *p, unsigned n, unsigned step) {
  for (unsigned i = 0; i < n; i++)
    if (i % 4 == 0)
      p[step * i] = (unsigned char)(p[step * i] * 3 + i);
}
static void below(unsigned n, unsigned k) {
  for (unsigned i = 0; i < n; i++)
    if ((k - i) % 4 == 0 && (unsigned)(k - i) < 4000)
      a[k - i] = a[i] * 3 + 1;
}
static void stepped(unsigned n) {
  int *p = a + 50;
  for (unsigned i = 0; i <= n; i += 0x40000000u) {
    *p = *p * 3 + (int)(i >> 28);
    if (p++ == a + 90)
      break;
  }
}

static void show(void) {
  unsigned sum = 0;
  for (size_t i = 0; i < sizeof a / sizeof *a; i++)
    sum = sum * 31 + (unsigned)a[i];
  printf("%u ", sum);
  for (size_t i = 0; i < sizeof a / sizeof *a; i++)
    a[i] = (int)(i % 100);
}

int main(int argc, char **argv) {
  (void)argv;
  unsigned char bytes[64] = {0};
  for (int i = 0; i < 64; i++)
    small[i] = (signed char)(i * 37 % 100 - (i & 1 ? 50 : 0));
  show();
  for (int n = 1; n < 40; n += 6 * argc) {
    fours(n);
    show();
    exchange(n);
    show();
    nines(n);
    show();
    negative(n);
    show();
    sign(n);
    show();
    middle(n);
    show();
    whole((unsigned)n);
    show();
    shifted(n, n % 4);
    show();
    below((unsigned)n, (unsigned)n / 2);
    show();
    stepped(~0u - (unsigned)n);
    show();
    around(bytes, 16, n % 2 ? 1u << 30 : 3);
    for (int i = 0; i < 64; i++)
      printf("%d", bytes[i]);
  }
  puts("");
}
