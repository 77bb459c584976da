// Computes a table, and prints it when it is there.
#include <math.h>
#include <stdio.h>

enum { ROWS = 2000 };
static double table[ROWS];

static double row(int r) {
  double sum = 0;
  for (int i = 1; i <= 200; i++)
    sum += sin(r * 0.001 * i) / i;
  return sum;
}

int main(void) {
  for (int r = 0; r < ROWS; r++) // this loop
    table[r] = row(r);
  for (int r = 0; r < ROWS; r += 500)
    printf("%4d %f\n", r, table[r]);
}
