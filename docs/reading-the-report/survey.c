// How much light falls on a landscape: smoothed rows, shadows, the mean and the spread.
#include <math.h>
#include <stdio.h>

enum { ROWS = 1500, COLUMNS = 1000 };
static double height[ROWS][COLUMNS], light[ROWS][COLUMNS], line[COLUMNS];

static void read_heights(void) {
  unsigned state = 1;
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) {
      state = state * 1103515245u + 12345u;
      height[r][c] = (state >> 16) % 1000;
    }
}

static void smooth(int r, int width) {
  for (int c = 0; c < width; c++)
    line[c] = height[r][c];
  for (int c = 1; c < width - 1; c++)
    height[r][c] = 0.25 * line[c - 1] + 0.5 * line[c] + 0.25 * line[c + 1];
}

static void survey(int width, double *mean, double *spread) {
  double sum = 0;
  for (int r = 0; r < ROWS; r++) {
    smooth(r, width);
    for (int c = 1; c < width; c++) {
      double slope = height[r][c] - height[r][c - 1];
      light[r][c] = 1 / sqrt(1 + slope * slope);
      sum += light[r][c];
      *spread += light[r][c] * light[r][c];
    }
  }
  *mean = sum / ROWS / width;
}

int main(int count, char **words) {
  double mean = 0, spread = 0;
  (void)words;
  read_heights();
  for (int pass = 0; pass < 10; pass++)
    survey(COLUMNS - count, &mean, &spread);
  printf("%.9f %.9f\n", mean, spread);
}
