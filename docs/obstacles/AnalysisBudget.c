// Adds up a table's columns in place: each element becomes the sum of those above it.
#include <stdio.h>

enum { ROWS = 200, COLUMNS = 1000 };
static double table[ROWS][COLUMNS];

int main(void) {
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++)
      table[r][c] = r * c % 100;
  for (int c = 0; c < COLUMNS; c++) // this loop
    for (int r = 1; r < ROWS; r++)
      table[r][c] += table[r - 1][c];
  printf("%f\n", table[ROWS - 1][COLUMNS - 1]);
}
