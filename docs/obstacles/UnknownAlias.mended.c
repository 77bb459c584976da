// Multiplies a sparse matrix by a vector, which is promised not to be the result.
#include <stdio.h>

enum { ROWS = 50000 };

void multiply(double *restrict y, const double *x, const int *column, const double *value,
              int rows) {
  for (int i = 0; i < rows; i++) // this loop
    for (int k = 4 * i; k < 4 * i + 4; k++)
      y[i] += value[k] * x[column[k]];
}

static double y[ROWS], x[ROWS], value[4 * ROWS];
static int column[4 * ROWS];

int main(void) {
  for (int k = 0; k < 4 * ROWS; k++) {
    value[k] = k % 9;
    column[k] = k * 7 % ROWS;
  }
  for (int i = 0; i < ROWS; i++)
    x[i] = i % 5;
  multiply(y, x, column, value, ROWS);
  multiply(x, y, column, value, 10);
  printf("%f %f\n", y[ROWS - 1], x[9]);
}
