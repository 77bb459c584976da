/* T * x = b, where an element of T, which is symmetric, depends on the distance from the diagonal (Levinson). */
#include "../affine.h"

#ifndef N
#define N 16000
#endif

static double t[N], b[N], x[N], y[N], z[N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    t[i] = i == 0 ? 1 : 0.2 * affine_value(i, 0, 1) / i;
    b[i] = affine_value(i, 0, 2);
    x[i] = y[i] = z[i] = 0;
  }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  double error = t[0];
  y[0] = -t[1] / t[0];
  x[0] = b[0] / t[0];
  for (int k = 1; k < N; k++) {
    error *= 1 - y[k - 1] * y[k - 1];
    double rest = b[k];
    for (int i = 0; i < k; i++)
      rest -= t[k - i] * x[i];
    double step = rest / error;
    for (int i = 0; i < k; i++)
      x[i] += step * y[k - 1 - i];
    x[k] = step;
    if (k == N - 1)
      break;
    double sum = t[k + 1];
    for (int i = 0; i < k; i++)
      sum += t[k - i] * y[i];
    double reflection = -sum / error;
    for (int i = 0; i < k; i++)
      z[i] = y[i] + reflection * y[k - 1 - i];
    for (int i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = reflection;
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_doubles("x", x, N);
  return 0;
}
