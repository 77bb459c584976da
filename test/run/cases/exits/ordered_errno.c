// What sets errno is turned round with what the statements in order do to it. PARALLEL: 4
#include <errno.h>
#include <math.h>
#include <stdio.h>

static double root(double v) {
  double s = 0;
  for (int k = 0; k < 30; k++)
    s += sqrt(v + k);
  return s;
}

int main(void) {
  double s = 0;
  for (int i = 0; i < 100; i++) {
    double r = root(i - 20.0);
    printf("%d %d\n", i, r != r);
    s = s * 0.5 + (r == r ? r : 0);
  }
  printf("%g %d\n", s, errno != 0);
  errno = ERANGE;
  for (int i = 0; i < 600; i++) {
    double r = root(i);
    s = s * 0.5 + (i == 7 ? log(i - 7.0) : r);
  }
  printf("%g %d\n", s, errno == ERANGE);
  errno = 0;
  for (int i = 0; i < 600; i++) {
    double r = i == 300 ? sqrt(-1.0 * i) : root(i);
    s = s * 0.5 + (i == 7 ? log(i - 7.0) : i == 300 ? 1 : r);
  }
  printf("%g %d\n", s, errno == EDOM);
  for (int i = 0; i < 50; i++) {double r = root(i - 20.0); // a declaration right behind the brace
    printf("%d %d\n", i, r != r);
    s = s * 0.5 + (r == r ? r : 0);
  }
  return 0;
}
