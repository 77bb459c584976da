/* A function with a deadline that leaves time: code between its two layers runs at a level of its
 * own. Kasuri makes the layers; paced.py compares the plan with what was requested. */
#include <stdio.h>

enum { FRAMES = 6 };

static double a, b, c, d, sum;

static double big(double x) {
  for (int i = 0; i < 300000; i++)
    x = x * 1.0001 + 1;
  return x;
}

static double between(double x) {
  for (int i = 0; i < 90000; i++)
    x = x * 1.0001 + 1;
  return x;
}

static int frame(int i) {
  sum = between(sum + i);
  a = big(sum);
  b = big(sum + 1);
  sum = between(a + b);
  c = big(sum);
  d = big(sum + 1);
  sum = between(c - d);
  return sum > 1e300;
}

int main(void) {
  int odd = 0;
  for (int i = 0; i < FRAMES; i++)
    odd += frame(i);
  printf("%g %d\n", sum, odd);
}
