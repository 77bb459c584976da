#include <stdio.h>
#include "filter.h"

int main(void) {
  double sum = 0;
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++)
      rows[r][c] = r * c % 101;
  for (int pass = 0; pass < 10; pass++)
    filter();
  for (int r = 0; r < ROWS; r++)
    sum += level(rows[r]);
  printf("%.10f\n", sum);
  return 0;
}
