/* PARALLEL: 4 */
/* Tables whose rows are exchanged, and tables of variables: no block is in two cells. */
#include <stdio.h>
#include <stdlib.h>

#define SIZE 240

static double *now, *next;
static int first[20000], second[20000], third[20000];
static int *const columns[3] = {first, second, third};

static double **make_rows(int n) {
  double **table = malloc((size_t)n * sizeof *table);
  if (!table)
    abort();
  for (int i = 0; i < n; i++) {
    table[i] = malloc((size_t)n * sizeof **table);
    if (!table[i])
      abort();
    for (int j = 0; j < n; j++)
      table[i][j] = (i * 37 + j * 101) % 199 - 90.0;
  }
  return table;
}

static void exchange(double **a, double **b) {
  double *kept = *a;
  *a = *b;
  *b = kept;
}

static void decompose(double **a, int n) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (a[i][k] > a[p][k])
        p = i;
    double *t = a[p];
    a[p] = a[k];
    a[k] = t;
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k] + 1000;
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
}

static void scale(double **a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = a[i][j] * 0.5 + i;
}

static void sweep(int n) {
  for (int i = 1; i < n - 1; i++)
    next[i] = now[i - 1] * 0.25 + now[i] * 0.5 + now[i + 1] * 0.25;
  next[0] = now[0];
  next[n - 1] = now[n - 1];
}

static void fill_columns(int n) {
  for (int c = 0; c < 3; c++)
    for (int i = 1; i < n; i++)
      columns[c][i] = (columns[c][i - 1] * 5 + c + i) % 1009;
}

int main(void) {
  double **a = make_rows(SIZE), sum = 0;
  exchange(&a[1], &a[SIZE - 2]);
  decompose(a, SIZE);
  scale(a, SIZE);
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      sum = sum * 0.75 + a[i][j];
  printf("%.17g\n", sum);
  int n = 100000;
  now = malloc((size_t)n * sizeof *now);
  next = malloc((size_t)n * sizeof *next);
  if (!now || !next)
    return 1;
  for (int i = 0; i < n; i++)
    now[i] = i * 7 % 1013;
  for (int step = 0; step < 6; step++) {
    sweep(n);
    double *kept = now;
    now = next;
    next = kept;
  }
  printf("%.17g %.17g %.17g\n", now[0], now[n / 2], now[n - 1]);
  fill_columns(20000);
  printf("%d %d %d\n", first[19999], second[19999], third[19999]);
  return 0;
}
