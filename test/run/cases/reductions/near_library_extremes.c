/* SEQUENTIAL */
/* fmax and fmin where the order of the iterations counts. */
#include <math.h>
#include <stdio.h>

static double x[3000], y[3000];

/* A maximum and a minimum of one variable. */
static double clamped(int n) {
  double result = 0;
  for (int i = 0; i < n; i++) {
    result = fmax(result, x[i]);
    result = fmin(result, y[i]);
  }
  return result;
}

/* A term that depends on the maximum so far. */
static double growing(int n) {
  double result = 1;
  for (int i = 0; i < n; i++)
    result = fmax(result, x[i] + result * 0.25);
  return result;
}

static double decaying(int n) {
  double result = 0;
  for (int i = 0; i < n; i++)
    result = fmax(result * 0.99, x[i]);
  return result;
}

static double running(int n) {
  double result = 0;
  for (int i = 0; i < n; i++) {
    result = fmax(result, x[i]);
    y[i] += result;
  }
  return result;
}

/* Rounded to another type each time. */
static float rounded(int n) {
  float result = 0;
  for (int i = 0; i < n; i++)
    result = (float)(fmax(result, x[i]) + 0.1);
  return result;
}

int main(void) {
  unsigned seed = 1;
  for (int i = 0; i < 3000; i++) {
    seed = seed * 1103515245u + 12345u;
    x[i] = (double)(seed >> 16) / 65536.0;
    y[i] = x[i] * 3 - 1;
  }
  double sum = clamped(3000);
  sum += growing(2900 + (int)sum);
  sum += decaying(2900 + (int)sum);
  sum += rounded(2900 + (int)sum % 100);
  sum += running(2900 + (int)sum % 100);
  for (int i = 0; i < 3000; i++)
    sum = sum * 0.5 + y[i];
  printf("%.17g\n", sum);
  return 0;
}
