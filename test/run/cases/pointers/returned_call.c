/* PARALLEL: 5 */
/* The last statement of a layer may be the front part of a return: its value is not lost. */
#include <stdio.h>

static double x, y;

static double work(double s) {
  for (int i = 0; i < 300000; i++)
    s = s * 0.999999 + 1.0 / (s + 1);
  return s;
}

static double call(double p, double q, double r) {
  x = work(p);
  y = work(q);
  return work(r);
}

static int both(double p, double q, double r) {
  x = work(p);
  y = work(q);
  return work(r) > 1 && work(p) > 2;
}

static double either(double p, double q, double r) {
  if (r > 2) {
    x = work(p);
    y = work(q);
    return r > 3 ? work(r) : work(r + 1);
  }
  return 2;
}

static double statement(double p, double q) {
  x = work(p);
  y = work(q);
  return ({
    double k = 0;
    for (int i = 0; i < 300000; i++)
      k += i * p;
    k + work(p);
  });
}

#define FINISH(v)                                                                                  \
  y = work((v) + 1);                                                                               \
  return work(v)

static double macro(double p) {
  x = work(p);
  y = work(p + 2); FINISH(p);
}

int main(void) {
  double sum = 0;
  for (int i = 1; i < 4; i++) {
    sum += call(i, i + 1, i + 2);
    sum += both(i, i + 1, i + 2);
    sum += either(i, i + 1, i + 2);
    sum += statement(i, i + 1);
    sum += macro(i);
    printf("%.17g %.17g %.17g\n", sum, x, y);
  }
  return work(sum) > 100;
}
