#include "fill.h"
#include "limits.h"

static double values[most];

double fill(int count) {
  double sum = 0;
  for (int i = 0; i < most; i++)
    values[i] = (i + START) % count;
  for (int i = 0; i < most; i++)
    sum += values[i];
  return sum;
}
