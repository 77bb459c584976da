/* PARALLEL: 2
 * Sums in any order, of terms for which that makes no difference. */
#include <kasuri/annotations.h>
#include <stdio.h>

static double in[4000], total = 0.5;

int main(void) {
  for (int i = 0; i < 4000; i++)
    in[i] = i * 0.25;
  double sum = 1, product = 3, negative = -0.0;
  float greatest = -1;
  KASURI_REDUCTION(+, sum)
  KASURI_REDUCTION(*, product)
  KASURI_REDUCTION(max, greatest)
  KASURI_REDUCTION(+, negative)
  for (int i = 0; i < 4000; i++) {
    sum += in[i];
    if (i % 3 == 0)
      sum -= in[i] / 2;
    product *= i % 1000 == 7 ? 2 : 1;
    product *= 1;
    greatest = (float)(i * 37 % 4000) >= greatest ? (float)(i * 37 % 4000) : greatest;
    negative += i < 5000 ? -0.0 : 1;
    negative += -0.0;
  }
#pragma kasuri reduction(+ : total)
  for (int i = 0; i < 4000; i++)
    for (int k = 0; k < 3; k++)
      total += in[i] * k;
  printf("%.17g %.17g %.17g %g %g\n", sum, product, total, greatest, negative);
  return 0;
}
