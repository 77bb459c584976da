/* PARALLEL: 0 */
/* Almost sums of complex numbers: conjugated on the way, by part, looked at, two parts exchanged. */
#include <complex.h>
#include <stdio.h>
enum { N = 300 };
static double complex z[N], seen[N];
int main(void) {
  double complex turned = 0, parts = 0, looked = 0;
  int seed = 7;
  for (int i = 0; i < N; i++) {
    seed = seed * 75 % 65537;
    z[i] = seed / 1000.0 + seed % 13 * I;
  }
  for (int i = 0; i < N; i++)
    turned = ~(turned + z[i]);
  for (int i = 0; i < N; i++) {
    __real__ parts += creal(z[i]);
    __imag__ parts += __real__ parts;
  }
  for (int i = 0; i < N; i++) {
    looked += z[i];
    seen[i] = looked;
  }
  printf("%.17g %.17g %.17g %.17g\n", creal(turned), cimag(turned), creal(parts), cimag(parts));
  printf("%.17g %.17g\n", creal(looked), cimag(seen[77]));
  return 0;
}
