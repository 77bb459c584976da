/* PARALLEL: 1
 * A function that is promised to be pure may say something and end the program, but never does. */
#include <kasuri/annotations.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int verbose, reports;
static double out[4000];

KASURI_PURE
static double root(double x) {
  if (verbose) {
    fprintf(stderr, "root of %g\n", x);
    reports++;
  }
  if (x < 0)
    exit(2);
  double guess = x / 2 + 1;
  for (int k = 0; k < 20; k++)
    guess = (guess + x / guess) / 2;
  return guess;
}

int main(int argc, char **argv) {
  (void)argv;
  verbose = argc > 9;
  for (int i = 0; i < 4000; i++)
    out[i] = root(i);
  double sum = 0;
  for (int i = 0; i < 4000; i++)
    sum += out[i];
  printf("%.17g %d\n", sum, reports);
  return 0;
}
