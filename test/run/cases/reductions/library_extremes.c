/* PARALLEL: 5 */
/* fmax and fmin: NaN is passed over, and the operands keep their order. */
#include <math.h>
#include <stdio.h>

struct range {
  float low, high;
};

static double x[5000];
static float y[5000];
static struct range range;

static double most(double before, int n) {
  double result = before;
  for (int i = 0; i < n; i++)
    result = fmax(result, x[i]);
  return result;
}

static double least(double before, int n) {
  for (int i = 0; i < n; i++)
    before = fmin(fabs(x[i]), before);
  return before;
}

static void into_members(struct range *r, int n) {
  for (int i = 0; i < n; i++) {
    r->low = fminf(r->low, y[i]);
    r->high = fmaxf(r->high, y[i] * 2);
  }
}

static double some(int n) {
  double result = -1e30;
  for (int i = 0; i < n; i++)
    if (x[i] < 20)
      result = fmax(result, x[i] * 0.5);
  return result;
}

static double twice(int n) {
  double result = -INFINITY;
  for (int i = 0; i < n; i++) {
    result = fmax(result, x[i]);
    result = fmax(result, -x[i] * 0.5);
  }
  return result;
}

static void show(int n) {
  range.low = 1e30f, range.high = -1e30f;
  into_members(&range, n);
  printf("%g %g %g %g %g %g\n", most(-1e30, n), least(1e30, n), some(n), twice(n), range.low, range.high);
}

int main(void) {
  for (int i = 0; i < 5000; i++) {
    x[i] = i * 37 % 1013 - 500.5;
    y[i] = (float)(i * 53 % 997) - 300.25f;
  }
  show(5000);
  show(1);
  show(0);
  x[0] = x[2600] = NAN;
  y[4999] = NAN;
  show(5000);
  show(1);
  printf("%g %d\n", most(NAN, 5000), isnan(most(NAN, 1)));
  for (int i = 0; i < 5000; i++)
    x[i] = NAN;
  printf("%g %g %d\n", most(3, 5000), least(4, 5000), isnan(most(NAN, 5000)));
  return 0;
}
