/* PARALLEL: 7 OPTIONS: --fp=fast */
/* Floating-point sums in any order: in variables, members, elements and by a key. The numbers are such that each order
 * gives the same bits, but for the last digits of some, which are not printed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 6000 };
static double x[N], weight[64], rows[8][8];
static float level;
static int key[N];
struct totals {
  double sum, product;
  long count;
};

static double plain(int n) {
  double s = 3;
  putchar('.');
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

static double nested(int n) {
  double s = 0;
  putchar('.');
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i % 5; j++)
      if (x[i] > j)
        s -= x[i] * j;
  return s;
}

static void members(struct totals *to, int n) {
  putchar('.');
  for (int i = 0; i < n; i++) {
    to->sum += x[i];
    if (key[i] == 5)
      to->product *= 2;
    to->count++;
  }
}

static void by_key(int n) {
  putchar('.');
  for (int i = 0; i < n; i++) {
    weight[key[i]] += x[i];
    weight[63 - key[i]] -= 1;
  }
}

static void by_two_keys(int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    rows[key[i] & 7][i & 7] += x[i] / 2;
}

static void in_variable_of_file(int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    level += (float)x[i];
}

static double rounded(int n) {
  double s = 0;
  putchar('.');
  for (int i = 0; i < n; i++)
    s += sin(x[i]) / 7;
  return s;
}

int main(void) {
  struct totals totals = {0.5, 1, 0};
  for (int i = 0; i < N; i++) {
    x[i] = i * 37 % 512 * 0.25;
    key[i] = i * 31 % 64;
  }
  for (int round = 0; round < 2; round++) {
    const int n = round ? N : 3;
    const double a = plain(n), b = nested(n);
    members(&totals, n);
    by_key(n);
    by_two_keys(n);
    in_variable_of_file(n);
    printf("%.17g %.17g %.17g %.17g %ld %.17g %.9g\n", a, b, totals.sum, totals.product, totals.count, rows[3][4], level);
    printf("%.6f\n", rounded(n));
    for (int k = 0; k < 64; k++)
      printf("%.17g ", weight[k]);
    putchar('\n');
  }
  return 0;
}
