// FLAGS: -O3 -mfma -mavx2
// COMPILER: gcc
// As near_fused_calls.c, all on one line: both products are in front of the sum's operator there, but in a function of their own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline double product(double x, double y) { return x * y; } static void blend(double **to, double **from, int n, double mine, double others) { for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) { double sum = 0; for (int k = 0; k < n; k++) sum += from[i][k] * from[j][k]; to[i][j] = product(mine, to[i][j]) + product(others, sum); } } static double **table(int n) { double **rows = malloc(n * sizeof *rows); for (int i = 0; i < n; i++) { rows[i] = malloc(n * sizeof *rows[i]); for (int j = 0; j < n; j++) rows[i][j] = (i * 7 + j) % 10 * 0.1; } return rows; } int main(int argc, char **argv) { int n = argc > 8 ? atoi(argv[8]) : 61; double **to = table(n), **from = table(n); blend(to, from, n, 1.2, 1.5); unsigned long h = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { unsigned long bits; memcpy(&bits, &to[i][j], sizeof bits); h = h * 31 + (bits ^ bits >> 32); } printf("%lu\n", h); for (int i = 0; i < n; i++) { free(to[i]); free(from[i]); } free(to); free(from); }
