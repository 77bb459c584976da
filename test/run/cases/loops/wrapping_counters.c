/* PARALLEL: 6 */
/* Variables that the types would let wrap around; a test in front of the loop says that they do not. */
#include <stdio.h>
#include <stdlib.h>

static double a[1000], b[1000];

/* The bound's type is wider than the variable's. */
static void wide(double *p, size_t n) {
  for (unsigned i = 0; i < n; i++)
    p[i] = p[i] * 0.5 + i;
}

static void far_start(double *p, unsigned from, size_t n) {
  for (unsigned i = from; i < n; i++)
    p[i] = p[i] * 0.25 + i;
}

/* Steps that may pass the bound and the type's end. */
static void thirds(double *p, unsigned n) {
  for (unsigned i = 1; i < n; i += 3)
    p[i] = p[i] * 0.75 + i;
}

/* A walk down that may pass zero. */
static void down(double *p, unsigned low) {
  for (unsigned i = 999; i >= low; i--)
    p[i] = p[i] * 1.25 + i;
}

/* Something else may end it. */
static void filled(double *p, size_t n) {
  for (size_t i = 0; i <= n; i++) {
    double *term = malloc(4 * sizeof *term);
    if (!term)
      exit(1);
    for (int k = 0; k < 4; k++)
      term[k] = p[i] + k;
    p[i] = term[0] * term[1] - term[2] + term[3];
    free(term);
  }
}

static unsigned last(double *p, unsigned long n) {
  unsigned i;
  for (i = 2; i < n; i += 2)
    p[i] -= 0.5 * i;
  return i;
}

int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = i % 37, b[i] = i % 41;
  wide(a, 1000);
  wide(b, 0);
  far_start(a, 17, 1000);
  far_start(b, 900, 17);
  thirds(b, 998);
  thirds(a, 0);
  down(b, 1);
  down(a, 1000);
  filled(a, 999);
  printf("%u %u %u\n", last(b, 999), last(a, 1000), last(b, 1));
  double sum = 0;
  for (int i = 0; i < 1000; i++)
    sum = sum * 0.5 + a[i] - b[i];
  printf("%.17g %.17g %.17g\n", sum, a[999], b[998]);
  return 0;
}
