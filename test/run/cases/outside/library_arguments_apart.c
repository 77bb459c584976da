// The same functions where each iteration has memory of its own, or fills all that it reads.
// PARALLEL: 1
#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 400 };

static char files[STEPS][48], homes[STEPS][48], row[STEPS][24];
static double values[STEPS], wholes[STEPS], parsed[STEPS];
static double numbers[STEPS];

int main(void) {
  for (int i = 0; i < STEPS; ++i) {
    memcpy(files[i], "/home/user/", 11);
    files[i][11] = (char)('a' + i % 26);
    memcpy(files[i] + 12, "/x.txt", 7);
    memcpy(row[i], "0.5e+00", 8);
    row[i][0] = (char)('1' + i % 9);
  }
  for (int i = 0; i < STEPS; ++i) {
    char copy[48];
    memcpy(copy, files[i], sizeof copy);
    const char *home = dirname(copy);
    for (int j = 0; j < 13; ++j)
      homes[i][j] = home[j];
  }
  double whole;
  for (int i = 0; i < STEPS; ++i) {
    values[i] = modf(i * 0.37, &whole);
    wholes[i] = whole * 2;
  }
  for (int i = 0; i < STEPS; ++i)
    parsed[i] = strtod(row[i], NULL);
  for (int i = 0; i < STEPS; ++i)
    numbers[i] = i % 3 ? sqrt(i) : nan("7");
  for (int i = 0; i < STEPS; i += 7)
    printf("%s %a %a %a %g\n", homes[i], values[i], wholes[i], parsed[i], fabs(numbers[i]));
  return 0;
}
