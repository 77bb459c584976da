/* SEQUENTIAL */
/* An ordered sum whose update is the argument of a macro cannot be rewritten there. */
#include <math.h>
#include <stdio.h>

#define ONE(...) __VA_ARGS__
#define TWICE(x) ((x) + (x))

static double a[1000];

int main(void) {
  for (volatile int i = 0; i < 1000; i++)
    a[i] = i * 0.3;
  double sum = 1;
  for (int i = 0; i < 1000; i++)
    ONE(sum += sin(a[i]) * 0.7);
  printf("%.17g\n", sum);
  for (int i = 0; i < 1000; i++) {
    ONE(sum += TWICE(cos(a[i])) / 3;)
  }
  printf("%.17g\n", sum);
  return 0;
}
