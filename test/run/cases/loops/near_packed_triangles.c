/* SEQUENTIAL */
/* Packed rows that overlap by an element, or that start where something was rounded off. */
#include <stdio.h>

enum { N = 90 };
static double a[N * N];

static void too_long(int n) {
  double *p = a;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i + 1; j++)
      p[i * (i + 1) / 2 + j] = p[i * (i + 1) / 2 + j] * 0.5 + i - 2 * j + p[i * (i + 1) / 2];
}

static void half_squares(int n) {
  double *p = a;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      p[i * i / 2 + j] = p[i * i / 2 + j] * 0.5 + i - 3 * j + p[i * i / 2];
}

int main(void) {
  double sum = 0;
  too_long(N);
  half_squares(N);
  for (int i = 0; i < N * N; i++)
    sum = sum * 0.75 + a[i];
  printf("%.17g\n", sum);
  return 0;
}
