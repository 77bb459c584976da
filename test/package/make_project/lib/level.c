#include <math.h>
#include "filter.h"

double level(const double *row) {
  double sum = 0;
  for (int c = 0; c < COLUMNS; c++)
    sum += row[c] * row[c];
  return sqrt(sum);
}
