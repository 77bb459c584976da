/* PARALLEL: 6 */
/* Iterations write where the entries of a table say. The entries are tested in front of the loop: of some calls they are
 * distinct, of some not, and the results are those of the source. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 900, ROWS = 120 };
static double x[N], z[N], rows[ROWS][8];
static int order[N], inverse[N];
static short some[ROWS];
static long far[N];

static void scatter(int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    z[order[i]] = z[order[i]] * 0.5 + sin(x[i]);
}

static void invert(int n) {
  putchar('.');
  for (int i = n - 1; i >= 0; i--)
    inverse[order[i]] = i;
}

static void of_rows(int n, int used) {
  putchar('.');
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      if (k < used)
        rows[some[i]][k] = rows[some[i]][k] / 3 + cos(x[i] * k);
}

static void allocated(const int *restrict table, double *restrict to, int n) {
  putchar('.');
  for (int i = 0; i < n; i++) {
    const int at = table[i];
    to[2 * at] = x[i];
    to[2 * at + 1] = to[2 * at + 1] - sin(x[i]);
  }
}

static void by_long(int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    z[far[i]] += exp(-x[i]) * z[far[i]];
}

static double sum(const double *values, int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    all = all * 0.99 + values[i];
  return all;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i * 0.37;
    z[i] = 1;
    far[i] = N - 1 - i;
  }
  for (int i = 0; i < N; i++)
    order[i] = (int)(i * 7919LL % N);
  for (int i = 0; i < ROWS; i++)
    some[i] = (short)((i * 7 + 3) % ROWS);
  int *table = malloc(N * sizeof *table);
  double *to = calloc(2 * N, sizeof *to);
  for (int i = 0; i < N; i++)
    table[i] = (i + 5) % N;
  for (int round = 0; round < 3; round++) {
    scatter(N);
    invert(N);
    of_rows(ROWS, 8 - round);
    allocated(table, to, N);
    by_long(N);
    printf("%.17g %.17g %.17g %d %d\n", sum(z, N), sum(&rows[0][0], ROWS * 8), sum(to, 2 * N), inverse[7], inverse[N - 1]);
    order[N / 2] = order[3]; /* from the second round on */
    some[ROWS - 1] = some[0];
    table[N - 1] = table[N - 2];
    far[N - 1] = 17;
  }
  free(table);
  free(to);
  return 0;
}
