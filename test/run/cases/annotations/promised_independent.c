/* PARALLEL: 3
 * Iterations write where an array says: a permutation, its inverse, and rows by way of a function. */
#include <kasuri/annotations.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 5000, COLUMNS = 7 };
static int place[COUNT];
static double in[COUNT], out[COUNT], back[COUNT], rows[COUNT][COLUMNS];

static void fill(double *row, double start, int n) {
  for (int k = 0; k < n; k++)
    row[k] = start / (k + 1);
}

static void scatter(double *to, const double *from, const int *at, int n) {
  KASURI_INDEPENDENT
  for (int i = 0; i < n; i++)
    to[at[i]] += from[i] / 3;
}

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    place[i] = (int)(i * 1237L % COUNT);
    in[i] = i * 0.7;
    out[i] = 1;
  }
  scatter(out, in, place, COUNT);
#pragma kasuri independent
  for (int i = 0; i < COUNT; i++) {
    double own = out[place[i]];
    if (own > 10)
      back[place[i]] = own - in[i];
  }
  KASURI_INDEPENDENT
  for (int i = 0; i < COUNT; i++)
    fill(rows[place[i]], back[i], COLUMNS);
  double sum = 0;
  for (int i = 0; i < COUNT; i++)
    sum += out[i] * (i % 5) + back[i] + rows[i][i % COLUMNS];
  printf("%.17g\n", sum);
  return 0;
}
