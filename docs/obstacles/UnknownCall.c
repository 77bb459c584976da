// Weighs measurements by a function of another file, which Kasuri is not given.
#include "curve.h"

#include <stdio.h>

enum { VALUES = 100000 };
static double value[VALUES];

int main(void) {
  for (int i = 0; i < VALUES; i++) // this loop
    value[i] = curve(i * 0.001);
  printf("%f\n", value[VALUES - 1]);
}
