// A sum over a table: parallel loops and a reduction
#include <math.h>
#include <stdio.h>

enum { POINTS = 1000000 };
static double height[POINTS];

int main(void) {
  for (int i = 0; i < POINTS; i++)
    height[i] = sin(i * 0.001) * cos(i * 0.0003);

  double sum = 0;
  for (int i = 0; i < POINTS; i++)
    sum += sqrt(fabs(height[i]));

  printf("mean %.6f\n", sum / POINTS);
}
