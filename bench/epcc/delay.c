/* The work between constructs: a chain of additions that no compiler leaves out. */
#include "patterns.h"

static volatile float sink;

void delay(int length) {
  float sum = 0;
  for (int i = 0; i < length; i++)
    sum += (float)i;
  if (sum < 0)
    sink = sum;
}
