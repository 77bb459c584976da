#include <math.h>
#include <stdio.h>

enum { N = 100000 };
double sum_up(const double *x, int n);

static double x[N], y[N];

int main(void) {
  int first = getchar();
  for (int i = 0; i < N; i++)
    x[i] = sin(i + first);
  for (int i = 0; i < N; i++)
    y[i] = x[i] * sqrt(i) + cos(x[i]);
  printf("%.12f\n", sum_up(y, N));
  return 0;
}
