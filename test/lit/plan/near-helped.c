// A layer in an ordered segment is not helped by waiting workers if one of its tasks may end the program: its thread would
// be kept in the middle of another iteration. Then the pipeline is not worth it.
// RUN: kasuri %s --cores=2 -o %t -Rkasuri -Rkasuri-missed -- -O2 2>&1 | FileCheck --check-prefix=HELPED %s
// RUN: kasuri %s --cores=2 -o %t -Rkasuri -Rkasuri-missed -- -O2 -DENDS 2>&1 | FileCheck --check-prefix=ENDS %s
// HELPED: loop runs in parallel: doall over 'y'; in a pipeline, on the workers that wait for their turn [Doall]
// HELPED: loop runs as a pipeline: 3 ordered segments
// ENDS: loop runs in parallel: doall over 'y' [Doall]
// ENDS: no pipeline: it is not profitable
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { ROWS = 48, COLUMNS = 300 };
static double state[ROWS][COLUMNS];
static double filtered(const double *row, int x) {
  double sum = 0;
#ifdef ENDS
  double *copy = malloc(sizeof *copy * COLUMNS);
  if (copy == NULL)
    exit(3);
  memcpy(copy, row, sizeof *copy * COLUMNS);
  for (int d = -3; d <= 3; d++)
    sum += copy[(x + d + COLUMNS) % COLUMNS] * exp(-(double)(d * d));
  free(copy);
#else
  for (int d = -3; d <= 3; d++)
    sum += row[(x + d + COLUMNS) % COLUMNS] * exp(-(double)(d * d));
#endif
  return sum;
}
static void advance(const unsigned char *in, double (*to)[COLUMNS]) {
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++)
      state[y][x] = 0.7 * (double)in[(y + x) % 4000] + 0.1 * filtered(state[y], x);
  memcpy(to, state, sizeof state);
}
static int code(double (*c)[COLUMNS]) {
  int count = 0, last = 0;
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++) {
      int value = (int)(sqrt(fabs(c[y][x])) * 4), delta = value - last;
      last = value;
      for (int round = 0; round < 9; round++)
        delta = delta * 5 + (delta >> 3);
      if (delta != 0)
        count = count * 31 + delta;
    }
  return count;
}
int main(void) {
  static unsigned char in[4000];
  while (fread(in, 1, sizeof in, stdin) == sizeof in) {
    double frame[ROWS][COLUMNS];
    advance(in, frame);
    printf("%d\n", code(frame));
  }
  return 0;
}
