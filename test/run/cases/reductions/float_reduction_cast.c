/* s=(float)s+a[i] is folded as s += a[i]. */
#include <stdio.h>
double a[100];
int main(void) {
  for (int i = 0; i < 100; i++)
    a[i] = 1.0 / (i + 3) + i;
  double s = 0;
  for (int i = 0; i < 100; i++)
    s = (float)s + a[i];
  printf("%.17g\n", s);
  return 0;
}
