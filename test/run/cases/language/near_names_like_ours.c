/* PARALLEL: 1 */
/* Names that the text around a task declares mean what the source declares. */
#include <stdio.h>

static double a[1000];
static int ks_k = 6, ks_last = 4;
#define FACTOR ks_last

static double work(double s) {
  for (int i = 0; i < 300; i++)
    s = s * 0.999 + 1.0 / (s + 1);
  return s;
}

int main(void) {
  int ks_f = 4, ks_trip_0 = 900, i;
  for (i = 0; i < ks_trip_0; i++)
    a[i] = work(i + ks_f);
  printf("%d %g\n", i, a[899]);
  for (i = 0; i < 1000; i++)
    a[i] = work(i + FACTOR);
  printf("%d %g\n", i, a[899]);
  for (i = 0; i < 1000; i++) {
    int ks_first = i;
    a[i] += work(ks_first);
  }
  printf("%d %g\n", i, a[899]);
  double s = 0;
  for (i = 0; i < 1000; i++)
    s += a[i] * ks_k;
  printf("%d %g\n", i, s);
  for (i = 0; i < 1000; i++)
    a[i] = work(i);
  printf("%d %g\n", i, a[899]);
  return 0;
}
