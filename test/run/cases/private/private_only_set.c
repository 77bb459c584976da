/* PARALLEL: 1 */
/* A task's own copy of a variable that it sets and nobody reads is no reason for a warning. */
#include <stdio.h>

static double work(double s) {
  for (int i = 0; i < 3000; i++)
    s = s * 0.999 + 1.0 / (s + 1);
  return s;
}

static double only_set(double c) {
  double s;
  int flag;
  flag = work(c) > 1;
  s = work(c + 1);
  flag = 3;
  s += work(2);
  return s + flag;
}

int main(void) {
  printf("%g\n", only_set(2));
  return 0;
}
