/* PARALLEL: 2 */
/* A pragma that no line of its own holds belongs to the loop behind it, and cannot move with it. */
#include <stdio.h>

#define INDEPENDENT _Pragma("GCC ivdep")

static double a[1000];

static double work(double s) {
  for (int i = 0; i < 300; i++)
    s = s * 0.999 + 1.0 / (s + 1);
  return s;
}

int main(void) {
  _Pragma("GCC ivdep") for (int i = 0; i < 1000; i++) a[i] = work(i);
  printf("%g\n", a[4]);
  INDEPENDENT
  for (int i = 0; i < 1000; i++)
    a[i] += work(i);
  printf("%g\n", a[4]);
  for (int i = 0; i < 1000; i++)
    a[i] += work(i);
  printf("%g\n", a[4]);
  if (a[4] > 1)
    _Pragma("GCC unroll 2") for (int i = 0; i < 1000; i++) a[i] += work(i);
  printf("%g\n", a[4]);
#pragma GCC unroll 2
  for (int i = 0; i < 1000; i++)
    a[i] += work(i);
  printf("%g\n", a[4]);
  return 0;
}
