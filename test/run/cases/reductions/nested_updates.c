/* PARALLEL: 4
 * Sums, products and bits in updates of several operations, in types of several widths, and near ones that are none. */
#include <stdio.h>
enum { N = 300000 };
static int a[N], b[N];
static unsigned count[64];

static int sum(void) {
  int s = 5;
  for (int i = 0; i < N; i++)
    s = s + a[i] + 2;
  return s;
}
static long between(void) {
  long s = -3;
  for (int i = 0; i < N; i++)
    s = a[i] + (s - b[i]) - 7;
  return s;
}
static unsigned char narrow(void) {
  unsigned char s = 1;
  for (int i = 0; i < N; i++)
    s = s * (a[i] | 1) * (b[i] | 1);
  return s;
}
static unsigned mixed(void) {
  unsigned s = 9;
  for (int i = 0; i < N; i++)
    s = (s ^ (unsigned)a[i]) ^ (unsigned)b[i];
  return s;
}
static void counts(void) {
  for (int i = 0; i < N; i++)
    count[a[i] & 63] = count[a[i] & 63] + (unsigned)b[i] + 1;
}
static int subtracted(void) {
  int s = 0;
  for (int i = 0; i < N; i++)
    s = a[i] - (s + b[i]);
  return s;
}
static unsigned scaled(void) {
  unsigned s = 1;
  for (int i = 0; i < N; i++)
    s = (s + (unsigned)a[i]) * 3;
  return s;
}
static int kinds(void) {
  int s = 1;
  for (int i = 0; i < N; i++)
    s = (s & a[i]) | b[i];
  return s;
}
static long cut(void) {
  long s = 1L << 40;
  for (int i = 0; i < N; i++)
    s = (signed char)(s + a[i]) + b[i];
  return s;
}
static double rounded(void) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s + a[i] * 1e-3 + b[i] * 1e13;
  return s;
}

int main(void) {
  unsigned random = 7;
  for (int i = 0; i < N; i++) {
    random = random * 1103515245u + 12345u;
    a[i] = (int)(random >> 16) % 1000 - 500;
    b[i] = (int)(random >> 8) % 777;
  }
  counts();
  unsigned check = 0;
  for (int i = 0; i < 64; i++)
    check = check * 31 + count[i];
  printf("%d %ld %d %u %u\n", sum(), between(), narrow(), mixed(), check);
  printf("%d %u %d %ld %.17g\n", subtracted(), scaled(), kinds(), cut(), rounded());
  return 0;
}
