/* PARALLEL: 4 */
/* Tests of a sum of the counter and of what stays the same. */
#include <stdio.h>

struct window {
  int width, step;
};

static double a[5000], b[5000];

static void windows(double *p, int n, int width) {
  for (int i = 0; i + width <= n; i++)
    p[i] += b[i + width - 1] * 0.5;
}

static void last(double *p, int n, int length) {
  for (int i = 1; i + length - 1 <= n; i += 2)
    p[i] = p[i] * 0.5 + b[i + length - 1];
}

static void members(double *p, int n, const struct window *w) {
  int i = w->step;
  for (; 2 * (i + w->width) - w->step * 3 < n; i += 3)
    p[i] += b[i] * w->width;
}

static void down(double *p, int from, int margin, int least) {
  for (long i = from; i - margin > least; i--)
    p[i] = p[i] * 0.75 + b[i - margin];
}

int main(void) {
  struct window w = {40, 7};
  for (int i = 0; i < 5000; i++)
    b[i] = i % 19 - 7.5;
  windows(a, 4000, 16);
  windows(a, 15, 16);
  windows(a, 16, 16);
  windows(a, 100, -2000000000 + 2000000000);
  last(a, 4000, 100);
  last(a, 3999, 0);
  last(a, 5, 1000);
  last(a, -2147483647 - 1, -2147483647);
  members(a, 6000, &w);
  members(a, 10, &w);
  down(a, 4900, 20, 11);
  down(a, 30, 20, 11);
  down(a, 32, 20, 11);
  double sum = 0;
  for (int i = 0; i < 5000; i++)
    sum = sum * 0.5 + a[i];
  printf("%.17g\n", sum);
  return 0;
}
