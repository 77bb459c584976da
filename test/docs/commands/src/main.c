#include <math.h>
#include <stdio.h>

#include "length.h"

static double x[200000], y[200000];

int main(void) {
  for (int i = 0; i < 200000; i++)
    x[i] = sin(i) * COUNT;
  for (int i = 0; i < 200000; i++)
    y[i] = sqrt(fabs(x[i])) + cos(x[i]);
  printf("%.9f\n", length(y, 200000));
  return 0;
}
