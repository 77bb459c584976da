/* PARALLEL: 2 */
/* Generated code numbers its lines itself; they keep their numbers in tasks and behind layers. */
#include <stdio.h>

static double a[1000], x, y;

static double work(double s) {
  for (int i = 0; i < 300; i++)
    s = s * 0.999 + 1.0 / (s + 1);
  return s;
}

int main(void) {
#line 500 "rules of \"mine\".y"
  x = work(__LINE__);
  y = work(__LINE__);
#line 20
  printf("%d %s %g %g\n", __LINE__, __FILE__, x, y);
  for (int i = 0; i < 1000; i++)
    a[i] = work(i) + __LINE__;
  printf("%d %s %g\n", __LINE__, __FILE__, a[3]);
# 7 "other.y"
  x = work(__LINE__);
  y = work(sizeof __FILE__);
  printf("%d %s %g %g\n", __LINE__, __FILE__, x, y);
  return 0;
}
