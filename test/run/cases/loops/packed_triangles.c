/* PARALLEL: 5 */
/* Triangles without their zeros, in which row i starts at half of i (i + 1), or at a similar place. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 150 };

static void lower(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] = i * 3 - j;
}

static void without_diagonal(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i * (i - 1) / 2 + j] += i + j;
}

static void upper(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[n * i - i * (i + 1) / 2 + j] += i - j;
}

static void shifted(double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[((i + 1) * i >> 1) + j] *= 1.5 + j;
}

static void long_rows(double *a, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] -= (double)(i * j);
}

int main(void) {
  double *a = calloc(N * (N + 1) / 2, sizeof *a);
  double sum = 0;
  if (!a)
    return 1;
  lower(a, N);
  without_diagonal(a, N);
  upper(a, N);
  shifted(a, N);
  long_rows(a, N);
  for (int i = 0; i < N * (N + 1) / 2; i++)
    sum = sum * 0.75 + a[i];
  printf("%.17g\n", sum);
  free(a);
  return 0;
}
