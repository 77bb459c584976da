#include "filter.h"
#include "table.h"

double rows[ROWS][COLUMNS];

void filter(void) {
  for (int r = 0; r < ROWS; r++) {
    double out[COLUMNS] = {0};
    for (int c = 2; c < COLUMNS - 2; c++)
      for (int k = 0; k < 5; k++)
        out[c] += weights[k] * rows[r][c + k - 2];
    for (int c = 2; c < COLUMNS - 2; c++)
      rows[r][c] = out[c] / 9;
  }
}
