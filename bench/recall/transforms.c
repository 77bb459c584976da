/* Transforms of blocks through scratch that the caller owns: their butterflies follow no affine rule. */
#include <stdlib.h>

#include "suite.h"

enum { BLOCKS = 40, SIZE = 64 };

struct transform {
  double re[SIZE], im[SIZE];
  int length;
};

static double signal[BLOCKS][SIZE], spectrum[BLOCKS][SIZE], energy[BLOCKS], window[SIZE];
static double real_part[SIZE], imaginary[SIZE];

static void swap(double *a, int i, int j) {
  double kept = a[i];
  a[i] = a[j];
  a[j] = kept;
}

static void reorder(double *re, double *im, int n) {
  /* sequential: carried(j re im) */
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    /* sequential: carried(j bit) */
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      swap(re, i, j);
      swap(im, i, j);
    }
  }
}

static void butterflies(double *re, double *im, int n) {
  /* sequential: carried(length re im) */
  for (int length = 2; length <= n; length <<= 1) {
    int half = length / 2;
    /* parallel if no group meets another one, since 'length' is positive */
    for (int i = 0; i < n; i += length) {
      /* parallel */
      for (int k = i; k < i + half; k++) {
        double x = re[k + half] * window[(k - i) * (n / length)], y = im[k + half];
        re[k + half] = re[k] - x;
        im[k + half] = im[k] - y;
        re[k] += x;
        im[k] += y;
      }
    }
  }
}

static void fourier(const double *from, double *power, double *re, double *im, int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    re[i] = from[i];
    im[i] = 0;
  }
  reorder(re, im, n);
  butterflies(re, im, n);
  /* parallel */
  for (int i = 0; i < n / 2; i++)
    power[i] = re[i] * re[i] + im[i] * im[i];
}

static void by_globals(int blocks) {
  /* parallel: private(real_part imaginary re im) */
  for (int b = 0; b < blocks; b++)
    fourier(signal[b], spectrum[b], real_part, imaginary, SIZE);
}

static void by_locals(int blocks) {
  double re[SIZE], im[SIZE], power[SIZE];
  /* parallel: private(re im power) */
  for (int b = 0; b < blocks; b++) {
    fourier(signal[b], power, re, im, SIZE);
    double sum = 0;
    /* parallel: reduction(sum) */
    for (int i = 0; i < SIZE / 2; i++)
      sum += power[i];
    energy[b] = sum;
  }
}

static void by_blocks(int blocks, int n) {
  double *re = malloc(n * sizeof *re), *im = malloc(n * sizeof *im);
  if (re && im) {
    /* parallel: private(re im) */
    for (int b = 0; b < blocks; b++)
      fourier(signal[b], spectrum[b], re, im, n);
  }
  free(re);
  free(im);
}

static void by_handle(struct transform *work, int blocks) {
  /* parallel: private(work re im) */
  for (int b = 0; b < blocks; b++) {
    fourier(signal[b], spectrum[b], work->re, work->im, SIZE);
    energy[b] += work->re[0];
  }
}

/* The second half of the scratch still holds what the block before has left. */
static void by_half(int blocks) {
  /* sequential: carried(real_part imaginary re im) */
  for (int b = 0; b < blocks; b++) {
    fourier(signal[b], spectrum[b], real_part, imaginary, SIZE / 2);
    reorder(real_part, imaginary, SIZE);
    energy[b] += real_part[1];
  }
}

static void permuted(const double *from, double *scratch, double *to, int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    scratch[i] = from[i] * window[i];
  /* parallel */
  for (int i = 0; i < n; i++)
    to[i] = scratch[(i * 37 + 11) % n] - scratch[i];
}

static void by_permutation(int blocks) {
  double scratch[SIZE];
  /* parallel: private(scratch to) */
  for (int b = 0; b < blocks; b++)
    permuted(signal[b], scratch, spectrum[b], SIZE);
}

int main(int argc, char **argv) {
  int blocks = suite_size(argc, argv, BLOCKS, BLOCKS);
  struct transform *work = calloc(1, sizeof *work);
  if (!work)
    return 1;
  suite_doubles(signal[0], BLOCKS * SIZE);
  suite_doubles(window, SIZE);
  by_globals(blocks);
  suite_show("spectrum", spectrum, sizeof spectrum);
  by_locals(blocks);
  by_blocks(blocks, SIZE / 2);
  suite_show("spectrum", spectrum, sizeof spectrum);
  by_handle(work, blocks);
  by_half(blocks);
  by_permutation(blocks);
  suite_show("spectrum", spectrum, sizeof spectrum);
  suite_show("energy", energy, sizeof energy);
  free(work);
  return 0;
}
