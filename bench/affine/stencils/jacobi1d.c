/* The mean of three neighbors on a line, from one array to the other and back. */
#include "../affine.h"

#ifndef N
#define N 200000
#endif
#ifndef STEPS
#define STEPS 2000
#endif

static double a[N], b[N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = affine_value(i, i / 97, 1);
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (int i = 1; i < N - 1; i++)
      a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("a", a, N);
  return 0;
}
