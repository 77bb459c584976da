/* PARALLEL: 2 */
/* Functions that call themselves or each other, and stay in the row that they are given. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 64
#define SIZE 64

static int rows[ROWS][SIZE], depths[ROWS], powers[ROWS], odd[ROWS];
static const int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
static double signal[ROWS][SIZE];
static int *blocks[ROWS];

static void sort(int *values, int low, int high) {
  int i = low, j = high, pivot = values[(low + high) / 2];
  while (i <= j) {
    while (values[i] < pivot)
      i++;
    while (values[j] > pivot)
      j--;
    if (i <= j) {
      int swap = values[i];
      values[i++] = values[j];
      values[j--] = swap;
    }
  }
  if (low < j)
    sort(values, low, j);
  if (i < high)
    sort(values, i, high);
}

static void transform(double *x, double *scratch, int n) {
  if (n == 1)
    return;
  for (int i = 0; i < n / 2; i++) {
    scratch[i] = x[2 * i];
    scratch[n / 2 + i] = x[2 * i + 1];
  }
  transform(scratch, x, n / 2);
  transform(scratch + n / 2, x + n / 2, n / 2);
  for (int i = 0; i < n / 2; i++) {
    x[i] = scratch[i] + scratch[n / 2 + i];
    x[n / 2 + i] = scratch[i] - scratch[n / 2 + i];
  }
}

static int power(int log) {
  if (log < 0)
    return -power(-log);
  return table[log & 15] << (log >> 4 & 7);
}

static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

/* Carries a buffer of its own down, and fills the caller's. */
static int deepest(const int *values, int n, int *best) {
  int below[2] = {0, 0};
  if (n < 2) {
    *best = values[0];
    return 1;
  }
  int left = deepest(values, n / 2, &below[0]);
  int right = deepest(values + n / 2, n - n / 2, &below[1]);
  *best = below[0] > below[1] ? below[0] : below[1];
  return 1 + (left > right ? left : right);
}

static void fill(int *block, int n, int seed) {
  if (n == 0)
    return;
  block[n - 1] = seed * n;
  fill(block, n - 1, seed + 1);
}

int main(void) {
  for (int c = 0; c < ROWS; c++) {
    blocks[c] = malloc(SIZE * sizeof(int));
    if (!blocks[c])
      return 1;
    for (int i = 0; i < SIZE; i++) {
      rows[c][i] = (c * 37 + i * 101) % 251;
      signal[c][i] = (c + i * 7) % 13 * 0.25;
    }
  }
  for (int c = 0; c < ROWS; c++)
    sort(rows[c], 0, SIZE - 1);
  for (int c = 0; c < ROWS; c++) {
    double scratch[SIZE];
    transform(signal[c], scratch, SIZE);
  }
  for (int c = 0; c < ROWS; c++)
    powers[c] = power(rows[c][c] - 100);
  for (int c = 0; c < ROWS; c++)
    odd[c] = is_odd(rows[c][3]);
  for (int c = 0; c < ROWS; c++) {
    int best;
    depths[c] = deepest(rows[c], SIZE, &best) * 1000 + best;
  }
  for (int c = 0; c < ROWS; c++)
    fill(blocks[c], SIZE, c);
  unsigned h = 1;
  double sum = 0;
  for (int c = 0; c < ROWS; c++) {
    h = h * 31u + (unsigned)(depths[c] + powers[c] + odd[c]);
    for (int i = 0; i < SIZE; i++) {
      h = h * 31u + (unsigned)(rows[c][i] + blocks[c][i]);
      sum += signal[c][i] * i;
    }
    free(blocks[c]);
  }
  printf("%u %g\n", h, sum);
  return 0;
}
