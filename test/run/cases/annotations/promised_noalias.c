/* PARALLEL: 2
 * Rows of a sparse matrix times a vector: what the vectors lead to is promised not to overlap. */
#include <kasuri/annotations.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 2000, PER_ROW = 6 };
double *shared_x, *shared_y;

static void multiply(double *y, const double *x, const int *column, const double *value, int n) {
  KASURI_NO_ALIAS(x, y)
  KASURI_NO_ALIAS(column, y)
  KASURI_NO_ALIAS(value, y)
  for (int i = 0; i < n; i++)
    for (int k = i * PER_ROW; k < (i + 1) * PER_ROW; k++)
      y[i] += value[k] * x[column[k]];
}

static void scale(const int *column, int n) {
#pragma kasuri noalias(shared_x, shared_y)
#pragma kasuri noalias(column, shared_x, shared_y)
  for (int i = 0; i < n; i++)
    shared_y[i] = shared_x[column[i]] * 2;
}

int main(void) {
  int *column = malloc(sizeof *column * ROWS * PER_ROW);
  double *value = malloc(sizeof *value * ROWS * PER_ROW);
  double *x = malloc(sizeof *x * ROWS), *y = calloc(ROWS, sizeof *y), sum = 0;
  if (!column || !value || !x || !y)
    return 1;
  for (int k = 0; k < ROWS * PER_ROW; k++) {
    column[k] = (int)(k * 7919L % ROWS);
    value[k] = k % 13 - 6;
  }
  for (int i = 0; i < ROWS; i++)
    x[i] = i * 0.25;
  multiply(y, x, column, value, ROWS);
  shared_x = y;
  shared_y = x;
  scale(column, ROWS);
  for (int i = 0; i < ROWS; i++)
    sum += x[i] * (i % 3);
  printf("%.17g\n", sum);
  return 0;
}
