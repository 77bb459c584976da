/* PARALLEL: 3 */
/* How often a loop runs is found by an earlier task of its layer: its head is evaluated when that is over. */
#include <stdio.h>
enum { N = 4000 };
static double x[N], y[N];

static int first(double most) {
  int at = 0;
  for (int round = 0; round < 20; round++)
    for (at = 0; at < N && x[at] < most - round; at++)
      ;
  return at;
}

static double weigh(const double *from) {
  double sum = 0;
  for (int round = 0; round < 20; round++)
    for (int i = 1; i < N; i++)
      sum = sum * 0.5 + from[i];
  return sum;
}

static double all(double most) {
  int n = 0;
  double w = 0;
  w = weigh(x);
  n = first(most);
  for (int i = 0; i < n; i++)
    for (int k = 1; k < 100; k++)
      y[i] += x[i] / k;
  return w;
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i;
  double w = all(3000);
  printf("%g %g %g %g\n", w, y[10], y[2900], y[3500]);
  return 0;
}
