/* SEQUENTIAL */
/* Functions that call themselves and leave the row that they are given. */
#include <stdio.h>

#define ROWS 16
#define SIZE 16

static int rows[ROWS][SIZE], calls;

static void spill(int (*from)[SIZE], int n) {
  if (n == 0)
    return;
  (*from)[n - 1] += n;
  spill(from + (n == 3), n - 1);
}

static int counted(int n) { return n < 2 ? n : counted(n - 1) + counted(n - 2) + (calls++ & 1); }

static void swapped(int *a, int *b, int n) {
  a[n] += b[0];
  if (n > 0)
    swapped(b, a, n - 1);
}

static void pass(int *cell, int n);
static void through(int *cell, int n) { pass(cell, n - 1); }
static void pass(int *cell, int n) {
  if (n > 0)
    through((int *)((char *)cell + sizeof(int)), n);
  else
    *cell += 3;
}

int main(void) {
  for (int k = 0; k < 4; k++) {
    for (int c = 0; c < ROWS - 1; c++)
      spill(&rows[c], SIZE);
    for (int c = 0; c < ROWS; c++)
      rows[c][1] += counted(c & 7);
    for (int c = 0; c < ROWS - 1; c++)
      swapped(rows[c], rows[c + 1], 5);
    for (int c = 0; c < ROWS - 2; c++)
      pass(rows[c], SIZE + 2);
  }
  unsigned h = (unsigned)calls;
  for (int c = 0; c < ROWS; c++) {
    for (int i = 0; i < SIZE; i++)
      h = h * 31u + (unsigned)rows[c][i];
  }
  printf("%u\n", h);
  return 0;
}
