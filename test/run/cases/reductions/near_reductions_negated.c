/* SEQUENTIAL */
/* A negated comparison of floating-point numbers takes NaN, and a negated strict one equals. */
#include <math.h>
#include <stdio.h>
int main(int argc, char **argv) {
  double v[90], best = -1, low = 1e9;
  int n[90], at = -1, last = -1, most = -1;
  (void)argv;
  printf("%d", argc);
  for (int i = 0; i < 90; i++)
    printf(",%g", v[i] = i == 40 ? NAN : (n[i] = i % 10) * 0.5);
  n[40] = 0;
  for (int i = 0; i < 90; i++)
    if (!(v[i] <= best)) {
      best = v[i];
      at = i;
    }
  low += best;
  for (int i = 0; i < 90; i++)
    if (!(v[i] >= low))
      low = v[i];
  most -= low > 0;
  for (int i = 0; i < 90; i++)
    if (!(n[i] < most)) {
      most = n[i];
      last += i;
    }
  printf("\n%g %d %g %d %d\n", best, at, low, most, last);
  return 0;
}
