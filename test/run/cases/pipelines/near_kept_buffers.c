/* PARALLEL: 2
 * What iterations leave in scratch is read by a function that the loop calls, too, but called from elsewhere. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, ROUNDS = 40 };
static double *kept, *kept_by_rows;

static double use(const double *t, int n) {
  double s = 0;
  for (int round = 0; round < 20; round++)
    for (int i = 0; i < n; i++)
      s = s * 0.99 + t[i];
  return s;
}

static void fill(double *t, int n, int c) {
  for (int i = 0; i < n; i++)
    t[i] = i * c % 17;
}

static double in_order(int rounds) {
  double *t = malloc(N * sizeof *t), sum = 0;
  kept = t;
  for (int c = 1; c < rounds; c++) {
    fill(t, N, c);
    double its = use(t, N);
    sum = sum / 3 + its;
  }
  return sum;
}

static void by_rows(double *sums) {
  double *t = malloc(N * sizeof *t);
  kept_by_rows = t;
  for (int c = 0; c < ROUNDS; c++) {
    fill(t, N, c + 2);
    sums[c] = use(t, N);
  }
}

static double both(double *sums, int rounds) {
  double sum = in_order(rounds);
  by_rows(sums);
  return sum + use(kept_by_rows, N / 2);
}

int main(int argc, char **argv) {
  double sums[ROUNDS];
  (void)argv;
  double sum = both(sums, ROUNDS + argc % 2);
  printf("%g %g %g %g\n", sum, sums[7], use(kept, N), use(kept_by_rows, N));
  return 0;
}
