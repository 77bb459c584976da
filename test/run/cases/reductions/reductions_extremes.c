/* PARALLEL: 4 */
/* Minimum and maximum, guarded and selected, with the first place where they were found. */
#include <math.h>
#include <stdio.h>
static double x[1000];
static short y[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) {
    x[i] = (i * 7919 % 1009) * 0.5 - 200;
    y[i] = (short)(i * 31 % 997 - 500);
  }
  x[17] = NAN;
  x[400] = x[800] = 900; /* twice the greatest: the first counts */
  double best = -1e9, low = 1e9;
  int at = -1;
  for (int i = 0; i < 1000; i++) {
    if (x[i] > best) {
      best = x[i];
      at = i;
    }
    low = x[i] < low ? x[i] : low;
  }
  short top = -32768, bottom = 32767;
  for (int i = 0; i < 1000; i++) {
    top = top > y[i] ? top : y[i];
    if (y[i] <= bottom)
      bottom = y[i];
  }
  int none = 7, where = 3;
  for (int i = 0; i < 500; i++)
    if (i % 3 == 0 && y[i] > 30000) {
      none = y[i];
      where = i;
    }
  int peak = 0;
  for (int i = 0; i < 10; i++)
    for (int k = 0; k < 100; k++)
      if (y[i * 100 + k] > peak)
        peak = y[i * 100 + k];
  printf("%g %d %g %d %d %d %d %d\n", best, at, low, top, bottom, none, where, peak);
  return 0;
}
