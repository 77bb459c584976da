/* PARALLEL: 3 */
/* Sums and products of complex numbers, in the order of the source. */
#include <complex.h>
#include <stdio.h>
enum { N = 3000 };
static double x[N];
static float complex z[N];
struct Field { double complex total; int used; };
static void print(double complex value) { printf("%.17g %.17g\n", creal(value), cimag(value)); }
static void locals(void) {
  double complex sum = 0.5, product = 1;
  float complex narrow = 0;
  for (int i = 0; i < N; i++) {
    double complex term = x[i] * (1 + 2 * I);
    sum = sum + term * x[i];
    product *= 1 + z[i] * 1e-3f;
    if (i % 3)
      narrow -= z[i];
  }
  print(sum);
  print(product);
  print(narrow);
}
static void members(struct Field *f, int k) {
  double complex pair[3] = {1, 2, 3};
  for (int i = 0; i < N; i++) {
    f->total += x[i];
    pair[k] -= conj(z[i]);
  }
  print(f->total);
  print(pair[k]);
}
static void real_of(void) {
  double sum = 0;
  double complex last = 0;
  for (int i = 0; i < N; i++) {
    last = z[i] * x[i];
    sum += creal(last);
  }
  print(sum + last);
}
int main(void) {
  int seed = 7;
  for (int i = 0; i < N; i++) {
    seed = seed * 75 % 65537;
    x[i] = seed / 1000.0;
    z[i] = (float)(seed % 100) / 7.0f + (float)(seed % 13) * I;
  }
  struct Field f = {1, 2};
  locals();
  members(&f, 1);
  real_of();
  return 0;
}
