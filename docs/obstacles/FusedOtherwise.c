// Blends each row with its neighbors, by weights that only the caller knows.
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 400 };

static void blend(double **to, double **from, int n, double mine, double others) {
  for (int i = 0; i < n; i++) // this loop
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += from[i][k] * from[j][k];
      to[i][j] = mine * to[i][j] + others * sum;
    }
}

static double **table(int n) {
  double **rows = malloc(n * sizeof *rows);
  for (int i = 0; i < n; i++) {
    rows[i] = malloc(n * sizeof *rows[i]);
    for (int j = 0; j < n; j++)
      rows[i][j] = (i * 7 + j) % 10 * 0.1;
  }
  return rows;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : ROWS;
  double **to = table(n), **from = table(n);
  blend(to, from, n, 1.2, 1.5);
  printf("%.17g\n", to[n / 2][n / 3]);
}
