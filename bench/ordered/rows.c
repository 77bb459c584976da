// Rows are analysed independently; a line is printed for each, and a filter carries on from row to row.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 1000 };

static double analyse(const double *row, int rounds) {
  double sum = 0;
  for (int k = 0; k < rounds; k++) {
    double mean = 0;
    for (int i = 0; i < COLUMNS; i++)
      mean = mean * 0.999 + row[i];
    sum += sqrt(fabs(mean));
  }
  return sum;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  const int rows = atoi(argv[1]), rounds = atoi(argv[2]);
  static double data[64][COLUMNS];
  for (int r = 0; r < 64; r++)
    for (int i = 0; i < COLUMNS; i++)
      data[r][i] = (r * 31 + i * 17) % 97 - 48;
  double filtered = 0;
  int above = 0;
  for (int r = 0; r < rows; r++) {
    double e = analyse(data[r % 64], rounds);
    if (e > 100)
      above++;
    filtered = filtered * 0.9 + e;
    printf("%d %.9g %.9g %d\n", r, e, filtered, above);
  }
  return 0;
}
