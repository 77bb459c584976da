#include <stdio.h>

#define n 100000

static double x[n + 8], y[n], h[8] = {0.1, 0.2, 0.3, 0.1, 0.1, 0.1, 0.05, 0.05};

int main(void) {
  double t, a = 0.5;
  long sum = 0;
  for (int i = 0; i < n + 8; i++)
    x[i] = i % 17;
  for (int i = 0; i < n; i++) {
    t = 0;
    for (int k = 0; k < 8; k++)
      t += h[k] * x[i + k];
    y[i] = t;
    sum += (long)(100 * t);
  }

  for (int i = 1; i < n; i++)
    y[i] = a * y[i - 1] + x[i];
  printf("%ld %.6f\n", sum, y[n - 1]);
  return 0;
}
