/* FOUND BY: orders oracle
 * Rows of a table of pointers, each of which is worked on from left to right. */
#include <kasuri/annotations.h>
#include <stdio.h>
enum { ROWS = 48, LENGTH = 90 };
static unsigned cells[ROWS][LENGTH], *row_of[ROWS];

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < ROWS; i++)
    row_of[i] = cells[i];
#ifdef BROKEN
  row_of[29] = row_of[7];
#endif
  KASURI_DISTINCT(row_of)
  for (int i = 0; i < ROWS; i++)
    for (int k = 1; k < LENGTH; k++)
      row_of[i][k] = 5 * row_of[i][k] + row_of[i][k - 1] + (unsigned)i;
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < LENGTH; k++)
      sum = sum * 17 + row_of[i][k];
  printf("%u\n", sum);
  return 0;
}
