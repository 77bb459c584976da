// Prints a table while it computes it, in the loop that takes long.
#include <math.h>
#include <stdio.h>

enum { ROWS = 2000 };

static void row(int r) {
  double sum = 0;
  for (int i = 1; i <= 200; i++) {
    sum += sin(r * 0.001 * i) / i;
    if (i == 200 && r % 500 == 0)
      printf("%4d %f\n", r, sum);
  }
}

int main(void) {
  for (int r = 0; r < ROWS; r++) // this loop
    row(r);
}
