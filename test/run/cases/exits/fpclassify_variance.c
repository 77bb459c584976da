/* fpclassify(x[i]) is taken as loop-invariant. */
#include <math.h>
#include <stdio.h>
static unsigned y[4000];
static double x[4000];
int main(void) {
  for (int i = 0; i < 4000; i++)
    x[i] = i & 1 ? 0.0 : 1.0 / 0.0;
  for (int i = 0; i < 3000; i++) {
    int k = i + fpclassify(x[i]);
    y[k] = y[k] * 3 + i;
  }
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
