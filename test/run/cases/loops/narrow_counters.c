/* PARALLEL: 3 */
/* Counters narrower than int: each step is computed as an int and cut off. */
#include <stdio.h>

static double a[70000];

static void bytes(double *p, unsigned char n) {
  for (unsigned char i = 0; i < n; i++)
    for (int k = 0; k < 100; k++)
      p[i] += i * 0.5 / (k + 1);
}

static void words(double *p, unsigned short n) {
  for (unsigned short i = 3; i < n; i += 2)
    p[i] += i * 0.25;
}

static void shorts(double *p, short n) {
  for (short i = 0; i < n; i++)
    p[i] = p[i] * 0.5 + i;
}

static void down(double *p, unsigned char n) {
  for (unsigned char i = n; i > 0; i--)
    for (int k = 0; k < 100; k++)
      p[i] = p[i] * 0.75 + i;
}

static void below(double *p, signed char n) {
  for (signed char i = 100; i > n; i--)
    p[i + 128] += i;
}

/* Reaches the end of its type only with the greatest bound: a test in front of the loop says so. */
static void closed(double *p, unsigned short n) {
  for (unsigned short i = 0; i <= n; i++)
    p[i] += i * 0.125;
}

int main(void) {
  for (int k = 0; k < 3; k++) {
    bytes(a, (unsigned char)(255 - k));
    words(a, (unsigned short)(65000 + k));
    shorts(a, (short)(32767 - k));
    down(a, (unsigned char)(255 - k));
    below(a, (signed char)(-128 + k));
    closed(a, (unsigned short)(65534 - k));
    bytes(a, 0);
    closed(a, 0);
  }
  double sum = 0;
  for (int i = 0; i < 70000; i++)
    sum = sum * 0.5 + a[i];
  printf("%.17g\n", sum);
  return 0;
}
