/* Functions of the library in loops: mathematics, errno, allocation, random numbers, output, and time. */
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "suite.h"

enum { SIZE = 800 };

static double x[SIZE], y[SIZE], z[SIZE];
static float f[SIZE], g[SIZE];
static long rounded[SIZE];
static int signs[SIZE], exponents[SIZE], codes[SIZE];
static double complex spectrum[SIZE];
static volatile int control;

static void elementary(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    y[i] = sin(x[i]) * cos(x[i] * 0.5);
  /* parallel */
  for (int i = 0; i < n; i++)
    z[i] = exp(-fabs(x[i])) + log(fabs(x[i]) + 1.0);
  /* parallel */
  for (int i = 0; i < n; i++)
    y[i] = pow(fabs(x[i]), 1.5) + sqrt(y[i] * y[i]);
  /* parallel */
  for (int i = 0; i < n; i++)
    z[i] = atan2(y[i], x[i]) + hypot(x[i], z[i]);
}

static void singles(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    f[i] = sqrtf(fabsf(g[i])) + floorf(g[i]) - powf(2.0f, (float)(i % 5));
}

static void rounding(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    rounded[i] = lrint(x[i] * 10) + lround(y[i]);
  /* parallel */
  for (int i = 0; i < n; i++)
    z[i] = floor(x[i]) + ceil(y[i]) + fmod(z[i], 3.0);
}

static void parts(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    double whole, fraction = modf(x[i], &whole);
    int exponent;
    double mantissa = frexp(x[i], &exponent);
    z[i] = whole + fraction + mantissa;
    exponents[i] = exponent;
  }
}

static void signs_of(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    signs[i] = signbit(x[i]) ? -1 : x[i] > 0;
  /* parallel */
  for (int i = 0; i < n; i++)
    y[i] = copysign(y[i], x[i]) + fmin(fmax(x[i], -1.0), 1.0);
}

static void complexes(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    spectrum[i] = cexp(I * x[i]) * y[i];
  /* parallel */
  for (int i = 0; i < n; i++)
    z[i] = cabs(spectrum[i]);
}

static void error_of_each(int n) {
  /* parallel: private(errno) */
  for (int i = 0; i < n; i++) {
    errno = 0;
    y[i] = log(x[i]);
    codes[i] = errno;
  }
}

static void absolute(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    signs[i] = abs(signs[i] - exponents[i]) + (int)labs(rounded[i] % 7);
}

static void sort_each(int rows, int (*compare)(const void *, const void *)) {
  /* parallel */
  for (int r = 0; r < rows; r++)
    qsort(codes + r * 8, 8, sizeof *codes, compare);
}

static int compare_ints(const void *a, const void *b) {
  int left = *(const int *)a, right = *(const int *)b;
  return (left > right) - (left < right);
}

static void own_seed(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    unsigned seed = (unsigned)i + 1;
    codes[i] = rand_r(&seed) % 100;
  }
}

static double integrate(int n) {
  double h = 1.0 / n, sum = 0;
  /* parallel: reduction(sum) */
  for (int i = 0; i < n; i++) {
    double t = (i + 0.5) * h;
    sum += 4.0 / (1.0 + t * t);
  }
  return sum * h;
}

static void polynomials(int n) {
  static const double c[5] = {1.0, -0.5, 0.25, -0.125, 0.0625};
  /* parallel */
  for (int i = 0; i < n; i++) {
    double value = 0;
    /* sequential: Horner's scheme */
    for (int k = 4; k >= 0; k--)
      value = value * x[i] + c[k];
    y[i] = value;
  }
}

static void newton(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    double target = fabs(x[i]) + 0.5, root = target;
    /* sequential: each step improves the one before */
    for (int k = 0; k < 20; k++)
      root = 0.5 * (root + target / root);
    z[i] = root;
  }
}

/* Near misses. */

static void shared_random(int n) {
  /* sequential: rand keeps its state, unseen */
  for (int i = 0; i < n; i++)
    codes[i] = rand() % 100;
}

static int shared_seed(int n) {
  unsigned seed = 1;
  int sum = 0;
  /* sequential: the seed is handed on */
  for (int i = 0; i < n; i++) {
    int number = rand_r(&seed) % 10;
    codes[i] = number;
    sum += number;
  }
  return sum;
}

static void outputs(int n) {
  /* sequential: output in order, unseen */
  for (int i = 0; i < n; i++)
    printf("%d ", codes[i]);
  printf("\n");
}

static void computed_outputs(int n) {
  /* parallel: ordered(printf) */
  for (int i = 0; i < n; i++) {
    double t = sin(x[i]) * cos(y[i]) + sqrt(fabs(z[i]));
    printf("%.3f ", t * t);
  }
  printf("\n");
}

static int first_error(int n) {
  errno = 0;
  /* sequential: a search that ends early, unseen */
  for (int i = 0; i < n; i++) {
    y[i] = log(x[i] - 11.0);
    if (errno)
      return i;
  }
  return -1;
}

static double map(int n) {
  double value = 0.3;
  /* sequential: chaotic recurrence */
  for (int i = 0; i < n; i++) {
    value = 3.7 * value * (1.0 - value);
    z[i] = value;
  }
  return value;
}

static int until_converged(double target) {
  double value = target, before = 0;
  int steps = 0;
  /* sequential: until it no longer changes */
  while (fabs(value - before) > 1e-12 && steps < 100) {
    before = value;
    value = cos(value);
    steps++;
  }
  return steps;
}

static void polled(int n) {
  /* sequential: volatile accesses keep their order, unseen */
  for (int i = 0; i < n; i++) {
    control = i;
    codes[i] = control;
  }
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 200, SIZE);
  suite_doubles(x, SIZE);
  suite_floats(g, SIZE);
  elementary(n);
  singles(n);
  rounding(n);
  parts(n);
  signs_of(n);
  complexes(n);
  suite_show("z", z, sizeof z);
  error_of_each(n);
  absolute(n);
  own_seed(n);
  sort_each(n / 8, compare_ints);
  printf("%.17g\n", integrate(n));
  outputs(n < 20 ? n : 20);
  polynomials(n);
  newton(n);
  suite_show("z", z, sizeof z);
  computed_outputs(n < 20 ? n : 20);
  srand(1);
  shared_random(n);
  outputs(5);
  int sum = shared_seed(n), first = first_error(n), steps = until_converged(0.5);
  printf("%d %d %g %d\n", sum, first, map(n), steps);
  polled(n);
  suite_show("y", y, sizeof y);
  suite_show("f", f, sizeof f);
  suite_show("rounded", rounded, sizeof rounded);
  suite_show("signs", signs, sizeof signs);
  suite_show("codes", codes, sizeof codes);
  suite_show("exponents", exponents, sizeof exponents);
  return 0;
}
