/* Rows of a table are filled and filtered. How many there are is known when the program runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void fill(double *table, int rows, int columns) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++)
      table[r * columns + c] = sin(r) * sqrt(c + 1);
}

static double decay(const double *table, int count) {
  double value = 0;
  for (int i = 0; i < count; i++)
    value = value * 0.875 + table[i];
  return value;
}

int main(int argc, char **argv) {
  const int rows = argc > 1 ? atoi(argv[1]) : 3, columns = argc > 2 ? atoi(argv[2]) : 200000;
  double *table = malloc(sizeof *table * rows * columns);
  if (!table)
    return 1;
  fill(table, rows, columns);
  printf("%.17g\n", decay(table, rows * columns));
  return 0;
}
