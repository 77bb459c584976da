// Running totals of each year by itself; then what the years before have sold is added.
#include <stdio.h>

enum { YEARS = 1000, DAYS = 400 };
static long sold[YEARS][DAYS], total[YEARS][DAYS], before[YEARS];

int main(void) {
  for (int y = 0; y < YEARS; y++)
    for (int d = 0; d < DAYS; d++)
      sold[y][d] = (y * DAYS + d) % 100;
  for (int y = 0; y < YEARS; y++) { // this loop
    long sum = 0;
    for (int d = 0; d < DAYS; d++) {
      sum += sold[y][d];
      total[y][d] = sum;
    }
  }
  for (int y = 1; y < YEARS; y++)
    before[y] = before[y - 1] + total[y - 1][DAYS - 1];
  for (int y = 0; y < YEARS; y++) // this loop
    for (int d = 0; d < DAYS; d++)
      total[y][d] += before[y];
  printf("%ld\n", total[YEARS - 1][DAYS - 1]);
}
