/* The coefficients that predict a signal from its autocorrelation (Levinson and Durbin). */
#include "../affine.h"

#ifndef N
#define N 24000
#endif

static double r[N + 1], a[N + 1], next[N + 1];

static void fill(void) {
  for (int i = 0; i <= N; i++) {
    r[i] = i == 0 ? 1 : 0.2 * affine_value(i, 0, 1) / i;
    a[i] = next[i] = 0;
  }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  double error = r[0];
  for (int k = 1; k <= N; k++) {
    double rest = r[k];
    for (int j = 1; j < k; j++)
      rest -= a[j] * r[k - j];
    double reflection = rest / error;
    for (int j = 1; j < k; j++)
      next[j] = a[j] - reflection * a[k - j];
    for (int j = 1; j < k; j++)
      a[j] = next[j];
    a[k] = reflection;
    error *= 1 - reflection * reflection;
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("a", a, N + 1);
  return 0;
}
