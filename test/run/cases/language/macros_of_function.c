/* PARALLEL: 3
 * Macros that a function defines in front of its loops, and forgets or defines again behind them. */
#include <stdio.h>

enum { N = 900 };
static double a[N], b[N];
#define KEPT 7

static void scaled(int n) {
#define SCALE 3
#define AT(x)                                                                                       \
  a[(x)] /* in front
            of this */
#define KEPT 7
  for (int i = 0; i < n; i++) {
    AT(i) = i * SCALE + KEPT;
    for (int k = 0; k < SCALE; k++)
      AT(i) += b[i] * k;
  }
#undef SCALE
#define SCALE 4
  printf("%d\n", SCALE);
#undef SCALE
#undef AT
}

static long kept(long x) { return x + KEPT; }

static long by_local(int n) {
  const int by = n / 3;
#define PART(x) ((x) % by) /* a variable of the function */
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += PART(i * 7) * kept(i);
  return sum;
}

static long other(int n) {
  long sum = 0;
#define AT(x) (x)
  for (int i = 0; i < n; i++)
    sum += AT(i) * b[i] > 100;
#undef PART
  return sum;
}

int main(void) {
  for (int i = 0; i < N; i++)
    b[i] = i % 11;
  scaled(N);
  printf("%ld %ld\n", by_local(N), other(N));
#undef AT
  printf("%g %g %ld\n", a[N - 1], a[N / 2], kept(1));
  return 0;
}
