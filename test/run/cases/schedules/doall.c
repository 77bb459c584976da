/* PARALLEL: 1 */
#include <stdio.h>
static double a[1000], b[1000];
int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = i * 0.5;
  for (int i = 1; i < 999; i++)
    b[i] = a[i - 1] + a[i] + a[i + 1];
  double s = 0;
  for (int i = 0; i < 1000; i++)
    s += b[i] * (i % 7);
  printf("%.17g\n", s);
  return 0;
}
