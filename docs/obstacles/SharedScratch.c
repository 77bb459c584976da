// Reverses the beginning of each row by way of a buffer that the caller lends.
#include <stdio.h>

enum { ROWS = 2000, COLUMNS = 256 };
static int table[ROWS][COLUMNS];

static void reverse_all(int *buffer) {
  for (int r = 0; r < ROWS; r++) { // this loop
    int length = r % COLUMNS;
    for (int i = 0; i < length; i++)
      buffer[i] = table[r][i];
    for (int i = 0; i < length; i++)
      table[r][i] = buffer[length - 1 - i];
  }
}

int main(void) {
  int buffer[COLUMNS];
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++)
      table[r][c] = r * c % 1000;
  reverse_all(buffer);
  printf("%d\n", table[ROWS - 1][3]);
}
