/* PARALLEL: 2
 * A table of rows in memory of their own, and numbers of rows, each there once. */
#include <kasuri/annotations.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 300, COLUMNS = 40 };

static void smooth(double **rows, int n, int m) {
  KASURI_DISTINCT(rows)
  for (int i = 0; i < n; i++)
    for (int k = 1; k < m; k++)
      rows[i][k] += rows[i][k - 1] / 2;
}

static double sums[ROWS][2];

static void add(const double *values, const int *at, int n) {
  KASURI_NO_ALIAS(values, sums)
  KASURI_NO_ALIAS(at, sums)
  KASURI_DISTINCT(at)
  for (int i = 0; i < n; i++) {
    sums[at[i]][0] += values[i];
    sums[at[i]][1] += values[i] * values[i];
  }
}

int main(void) {
  double **rows = malloc(ROWS * sizeof *rows), *values = malloc(ROWS * sizeof *values), sum = 0;
  int *at = malloc(ROWS * sizeof *at);
  if (!rows || !values || !at)
    return 1;
  double *block = malloc(sizeof *block * ROWS * COLUMNS);
  if (!block)
    return 1;
  for (int i = 0; i < ROWS; i++) {
    rows[i] = block + (ptrdiff_t)COLUMNS * (i * 7 % ROWS);
    at[i] = i * 11 % ROWS;
    for (int k = 0; k < COLUMNS; k++)
      rows[i][k] = i + k;
  }
  smooth(rows, ROWS, COLUMNS);
  for (int i = 0; i < ROWS; i++)
    values[i] = rows[i][COLUMNS - 1];
  add(values, at, ROWS);
  for (int i = 0; i < ROWS; i++)
    sum += sums[i][0] * (i % 3) + sums[i][1];
  printf("%.17g\n", sum);
  return 0;
}
