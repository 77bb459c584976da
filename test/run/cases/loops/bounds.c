/* PARALLEL: 8 */
/* Bounds that are not linear, but stay the same while the loop runs. */
#include <stdio.h>

static double a[400], b[400];
static int limits[4] = {100, 120, 150, 90};

static void half(int n) { for (int i = 0; i < n / 2; i++) a[i] += b[i] * 2; }
static void part(unsigned n) { for (unsigned i = 0; i < n / 3; i++) a[i] += b[i] * 3; }
static void masked(int n) { for (int i = 0; i < (n & 127); i++) a[i] += b[i] * 4; }
static void shifted(int n) { for (int i = 0; i < n >> 1; i++) a[i] += b[i] * 5; }
static void rest(int n) { for (int i = 0; i < n % 77; i++) a[i] += b[i] * 6; }
static void least(int n, int m) { for (int i = 0; i < (n < m ? n : m); i++) a[i] += b[i] * 7; }
static void product(int n, int m) { for (int i = 0; i < n * m; i++) a[i] += b[i] * 8; }
static void narrowed(int k) { for (int i = 0; i < (short)(limits[k] * 2); i++) a[i] += b[i] * 9; }

int main(void) {
  for (int i = 0; i < 400; i++)
    b[i] = i % 9 * 0.5;
  for (int k = 0; k < 4; k++) {
    half(300 + k);
    part(900u + (unsigned)k);
    masked(1000 + k);
    shifted(300 + k);
    rest(300 + k);
    least(300, 200 + k);
    product(20 + k, 11);
    narrowed(k);
  }
  double sum = 0;
  for (int i = 0; i < 400; i++)
    sum += a[i] * i;
  printf("%g\n", sum);
  return 0;
}
