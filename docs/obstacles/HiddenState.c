// Estimates pi by random points from rand, which has one state for the whole program.
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 100000 };

int main(void) {
  int inside = 0;
  for (int i = 0; i < POINTS; i++) { // this loop
    double x = rand() / (RAND_MAX + 1.0), y = rand() / (RAND_MAX + 1.0);
    if (x * x + y * y < 1)
      inside++;
  }
  printf("%.1f\n", 4.0 * inside / POINTS);
}
