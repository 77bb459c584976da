/* PARALLEL: 5
 * Loops run in parallel between changes of the rounding mode and the exception flags, and see them; the
 * loop and the statements that make the changes keep their places. */
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
static double up[200], down[200], mixed[200];
static volatile int start = 1;
static volatile double nothing = 0;
static void divide(double *quotients, int first) {
  for (int i = 0; i < 200; i++)
    quotients[i] = 1.0 / (first + 2 * i);
}
static int by_turning(const void *a, const void *b) {
  fesetround(FE_DOWNWARD);
  return *(const int *)a - *(const int *)b;
}
static double sum(const double *terms) {
  double total = 0;
  for (int i = 0; i < 200; i++)
    total += terms[i];
  return total;
}
int main(void) {
  int first = start, modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
  int numbers[16];
  double inside[200], after[200], zero = nothing, infinite[64];
  fesetround(FE_UPWARD);
  divide(up, first);
  fesetround(FE_DOWNWARD);
  divide(down, first);
  for (int i = 0; i < 200; i++) {
    fesetround(modes[i % 4]);
    mixed[i] = 1.0 / (first + 2 * i);
  }
  for (int i = 0; i < 16; i++)
    numbers[i] = 37 * i % 16;
  fesetround(FE_UPWARD);
  for (int i = 0; i < 200; i++)
    inside[i] = 1.0 / (first + 2 * i);
  qsort(numbers, 16, sizeof *numbers, by_turning);
  for (int i = 0; i < 200; i++)
    after[i] = 1.0 / (first + 2 * i);
  fesetround(FE_TONEAREST);
  int higher = 0, lower = 0;
  for (int i = 0; i < 200; i++) {
    higher += up[i] > down[i];
    lower += after[i] < inside[i];
  }
  printf("%d %d %.17g %.17g %.17g\n", higher, lower, sum(up), sum(down), sum(mixed));
  printf("%.17g %.17g %d\n", sum(inside), sum(after), numbers[3]);
  feclearexcept(FE_ALL_EXCEPT);
  for (int i = 0; i < 64; i++)
    infinite[i] = (i - 50.5) / zero;
  printf("%d", fetestexcept(FE_DIVBYZERO) != 0);
  feclearexcept(FE_ALL_EXCEPT);
  printf(" %d", fetestexcept(FE_DIVBYZERO) != 0);
  for (int i = 0; i < 64; i++)
    infinite[i] += 1;
  printf(" %d %g %g\n", fetestexcept(FE_DIVBYZERO) != 0, infinite[50], infinite[51]);
  return 0;
}
