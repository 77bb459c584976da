/* A picture whose points take very different times. With pragmas of OpenMP, by hand. */
#include <stdio.h>

#define WIDTH 800
#define HEIGHT 600

static int picture[HEIGHT][WIDTH];

static int escape(double cr, double ci) {
  double zr = 0, zi = 0;
  int n = 0;
  while (n < 500 && zr * zr + zi * zi < 4) {
    double t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    n++;
  }
  return n;
}

int main(void) {
  long sum = 0;
#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      picture[y][x] = escape(-2 + 3.0 * x / WIDTH, -1 + 2.0 * y / HEIGHT);
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      sum += picture[y][x] * (x ^ y);
  printf("%ld\n", sum);
  return 0;
}
