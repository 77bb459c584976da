/* PARALLEL: 0 */
/* Functions of the value so far that look at it for more, or loops that do. */
#include <stdio.h>

#define N 800

static int seen;

static int term(int i) {
  return (i * 7919 ^ i << 3) & 1023;
}
static int max_of(int a, int b) {
  return a > b ? a : b;
}
static double fmax_of(double a, double b) {
  return a > b ? a : b;
}
static int add(int a, int b) {
  return a + b;
}
static double step(double sum, double x) {
  return sum + x;
}
static float narrow(float sum, double x) {
  return (float)(sum + x);
}
static int log_add(int sum, int x) {
  seen ^= sum;
  return sum + x;
}
static int clamp(int sum, int x) {
  sum = sum > 5000 ? 5000 : sum;
  return sum + x;
}
static int twisted(int best, int x) {
  return best > x ? x + 1 : best;
}
static int minus(int sum, int x) {
  return x - sum;
}
static int counted(int sum, int x) {
  static int calls;
  return sum + x + calls++;
}
static int mixed(int sum, int x) {
  if (x & 1)
    return sum + x;
  return sum * 3 % 1000003;
}
static int moved(int best, int x) {
  if (best > x--)
    return best;
  return x;
}

int main(void) {
  int a = 0, b = 0, out = 0;
  double d = 0.1;
  float f = 0.1f;
  int (*either)(int, int) = term(3) & 1 ? add : max_of;
  for (int i = 0; i < N; i++) {
    a = max_of(a, term(i));
    out ^= a;
  }
  printf("%d %d\n", a, out);
  for (int i = 0; i < N; i++)
    b = a = add(a, term(i));
  printf("%d %d\n", a, b);
  for (int i = 0; i < N; i++)
    d = fmax_of(d, i == 500 ? __builtin_nan("") : term(i));
  printf("%g\n", d);
  d = 0.1;
  for (int i = 0; i < N; i++) {
    d = step(d, term(i) * 1e-3);
    d = step(d, 1e-9 * i);
  }
  printf("%.17g\n", d);
  for (int i = 0; i < N; i++)
    f = narrow(f, term(i) * 1e-3);
  printf("%.9g\n", (double)f);
  for (int i = 0; i < N; i++)
    a = log_add(a, term(i));
  printf("%d %d\n", a, seen);
  for (int i = 0; i < N; i++)
    a = clamp(a, term(i));
  printf("%d\n", a);
  for (int i = 0; i < N; i++)
    a = twisted(a, term(i));
  printf("%d\n", a);
  for (int i = 0; i < N; i++)
    a = minus(a, term(i));
  printf("%d\n", a);
  for (int i = 0; i < N; i++)
    a = mixed(a, term(i));
  printf("%d\n", a);
  for (int i = 0; i < N; i++)
    a = counted(a, term(i));
  printf("%d\n", a);
  for (int i = 0; i < N; i++)
    a = moved(a, term(i) + i);
  printf("%d\n", a);
  for (int i = 0; i < N; i++)
    a = either(a, term(i));
  printf("%d\n", a);
  for (int i = 0; i < N; i++) {
    a = add(a, term(i));
    a = max_of(a, 77);
  }
  printf("%d\n", a);
  for (int i = 0; i < N && a < 100000000; i++)
    a = add(a, term(i));
  for (int i = 0; i < N; i++)
    a = add(a & 1, add(b & 1, a & 1));
  printf("%d\n", a & 1);
  return 0;
}
