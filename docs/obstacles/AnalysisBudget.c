// Deals numbers out: 500 and 701 have no common divisor, so no two pairs of 'r' and 'c' get the same element.
#include <stdio.h>

enum { ROWS = 701, COLUMNS = 500 };
static int dealt[ROWS * COLUMNS * 2];

int main(void) {
  for (int r = 0; r < ROWS; r++) // this loop
    for (int c = 0; c < COLUMNS; c++)
      dealt[COLUMNS * r + ROWS * c] = r ^ c;
  int sum = 0;
  for (int i = 0; i < ROWS * COLUMNS * 2; i++)
    sum += i % 7 * dealt[i];
  printf("%d\n", sum);
}
