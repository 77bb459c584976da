// Memory that each iteration fills before it reads it, but that the function hands out: its callers read what the last iteration left.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { M = 300 };

static double *last_row(int n) {
  double *row = malloc(M * sizeof *row);
  for (int t = 0; t < n; t++) {
    for (int j = 0; j < M; j++)
      row[j] = sin(t * 0.1 + j);
    double sum = 0;
    for (int j = 0; j < M; j++)
      sum += row[j] * row[M - 1 - j];
    printf("%.9g\n", sum);
  }
  return row;
}

/* Of a size that only the caller knows, and only written. */
static double *stairs(int count, int salt) {
  double *data = malloc((count + 1) * sizeof *data);
  for (int i = 0; i < count; i++) {
    data[i + 1] = 3;
    data[i] = (double)((i * 5 + salt) % 29) / 7;
  }
  return data;
}

/* By a parameter. */
static void give_row(int n, int m, double **out) {
  double *row = malloc(m * sizeof *row);
  for (int t = 0; t < n; t++) {
    for (int j = 0; j < m; j++)
      row[j] = cos(t * 0.1 + j);
    double least = 2;
    for (int j = 0; j < m; j++)
      if (row[j] < least)
        least = row[j];
    printf("%.9g\n", least);
  }
  *out = row;
}

static double sum_of(const double *data, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += data[i] * (i % 7);
  return sum;
}

int main(void) {
  double *a = last_row(40), *b = stairs(1000, 1), *c;
  give_row(30, 200, &c);
  printf("%.17g %.17g %.17g\n", sum_of(a, M), sum_of(b, 1001), sum_of(c, 200));
  free(a);
  free(b);
  free(c);
  return 0;
}
