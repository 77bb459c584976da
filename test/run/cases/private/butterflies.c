/* PARALLEL: 3
 * A fast Fourier transform of radix 4 whose butterflies keep everything in scalars. What the layer's tasks set has no
 * address in the function: `-mavx2` vectorises the code beside the layer as it does the original. */
#include <stdio.h>

enum { SIZE = 4096 };
static double signal[2 * SIZE], roots[2 * SIZE];

/* Powers of the first one, which is that of 1 of order SIZE. */
static void fill_roots(void) {
  double r = 1, i = 0;
  const double first_r = 0.99999882345170188, first_i = -0.0015339801862847655;
  for (int k = 0; k < SIZE; k++) {
    const double next = r * first_r - i * first_i;
    roots[2 * k] = r;
    roots[2 * k + 1] = i;
    i = r * first_i + i * first_r;
    r = next;
  }
}

static void reorder(double *a) {
  for (int i = 1, j = 0; i < SIZE; i++) {
    int digit = SIZE / 4;
    while (j >= 3 * digit) {
      j -= 3 * digit;
      digit /= 4;
    }
    j += digit;
    if (i < j)
      for (int part = 0; part < 2; part++) {
        double kept = a[2 * i + part];
        a[2 * i + part] = a[2 * j + part];
        a[2 * j + part] = kept;
      }
  }
}

static void first_pass(double *a) {
  int j, j1, j2, j3;
  double x0r, x0i, x1r, x1i, x2r, x2i, x3r, x3i;
  for (j = 0; j < 2 * SIZE; j += 8) {
    j1 = j + 2;
    j2 = j + 4;
    j3 = j + 6;
    x0r = a[j] + a[j2];
    x0i = a[j + 1] + a[j2 + 1];
    x1r = a[j] - a[j2];
    x1i = a[j + 1] - a[j2 + 1];
    x2r = a[j1] + a[j3];
    x2i = a[j1 + 1] + a[j3 + 1];
    x3r = a[j1] - a[j3];
    x3i = a[j1 + 1] - a[j3 + 1];
    a[j] = x0r + x2r;
    a[j + 1] = x0i + x2i;
    a[j2] = x0r - x2r;
    a[j2 + 1] = x0i - x2i;
    a[j1] = x1r + x3i;
    a[j1 + 1] = x1i - x3r;
    a[j3] = x1r - x3i;
    a[j3 + 1] = x1i + x3r;
  }
}

static void later_pass(int length, double *a) {
  int j, j1, j2, j3, k, quarter = length / 4, stride = SIZE / length;
  double w1r, w1i, w2r, w2i, w3r, w3i;
  double x0r, x0i, x1r, x1i, x2r, x2i, x3r, x3i, t;
  x0r = a[0];
  x0i = a[1];
  x1r = a[2 * quarter];
  x1i = a[2 * quarter + 1];
  x2r = x0r * x0r + x0i * x0i;
  x3r = x1r * x1r + x1i * x1i;
  if (x2r + x3r < 0)
    return;
  for (k = 0; k < 2 * SIZE; k += 2 * length) {
    for (j = 0; j < 2 * quarter; j += 2) {
      w1r = roots[stride * j];
      w1i = roots[stride * j + 1];
      w2r = roots[2 * stride * j];
      w2i = roots[2 * stride * j + 1];
      w3r = w1r * w2r - w1i * w2i;
      w3i = w1r * w2i + w1i * w2r;
      j1 = j + k + 2 * quarter;
      j2 = j1 + 2 * quarter;
      j3 = j2 + 2 * quarter;
      t = a[j1] * w1r - a[j1 + 1] * w1i;
      a[j1 + 1] = a[j1] * w1i + a[j1 + 1] * w1r;
      a[j1] = t;
      t = a[j2] * w2r - a[j2 + 1] * w2i;
      a[j2 + 1] = a[j2] * w2i + a[j2 + 1] * w2r;
      a[j2] = t;
      t = a[j3] * w3r - a[j3 + 1] * w3i;
      a[j3 + 1] = a[j3] * w3i + a[j3 + 1] * w3r;
      a[j3] = t;
      x0r = a[j + k] + a[j2];
      x0i = a[j + k + 1] + a[j2 + 1];
      x1r = a[j + k] - a[j2];
      x1i = a[j + k + 1] - a[j2 + 1];
      x2r = a[j1] + a[j3];
      x2i = a[j1 + 1] + a[j3 + 1];
      x3r = a[j1] - a[j3];
      x3i = a[j1 + 1] - a[j3 + 1];
      a[j + k] = x0r + x2r;
      a[j + k + 1] = x0i + x2i;
      a[j2] = x0r - x2r;
      a[j2 + 1] = x0i - x2i;
      a[j1] = x1r + x3i;
      a[j1 + 1] = x1i - x3r;
      a[j3] = x1r - x3i;
      a[j3 + 1] = x1i + x3r;
    }
  }
}

/* The last butterflies of a transform whose length is twice a power of 4 are of radix 2. */
static double halves(double *a) {
  int j, l = SIZE;
  double x0r, x0i;
  for (j = 0; j < l; j += 2) {
    x0r = a[j] - a[l + j];
    x0i = a[j + 1] - a[l + j + 1];
    a[j] += a[l + j];
    a[j + 1] += a[l + j + 1];
    a[l + j] = x0r;
    a[l + j + 1] = x0i;
  }
  return a[l] * a[l] + a[l + 1] * a[l + 1];
}

int main(void) {
  double sum = 0;
  fill_roots();
  for (int k = 0; k < 2 * SIZE; k++)
    signal[k] = ((k * 7919) % 1009) / 1009.0 - 0.5;
  for (int round = 0; round < 20; round++) {
    reorder(signal);
    first_pass(signal);
    for (int length = 16; length <= SIZE; length *= 4)
      later_pass(length, signal);
    for (int k = 0; k < 2 * SIZE; k++)
      signal[k] /= 64;
  }
  double last = halves(signal);
  for (int k = 0; k < 2 * SIZE; k++)
    sum += signal[k] * ((k * 31) % 17 - 8);
  printf("%.17g %.17g %.17g\n", sum, last, signal[1234]);
  return 0;
}
