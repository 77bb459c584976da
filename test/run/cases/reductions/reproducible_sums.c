/* PARALLEL: 6 OPTIONS: --fp=reproducible */
/* Floating-point sums and products in blocks: the same bits with any number of workers, and those of 64 blocks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 5003, BLOCKS = 64 };
static double x[N];
static float narrow[N];
static struct {
  double sum;
  long count;
} totals;

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
        s -= x[i] / (j + 1);
  return s;
}

static float product(int n) {
  float p = 1;
  putchar('.');
  for (int i = 0; i < n; i++)
    p *= narrow[i];
  return p;
}

static void member(int n) {
  putchar('.');
  for (int i = 0; i < n; i++) {
    totals.sum += x[i] * x[i];
    totals.count += x[i] > 1;
  }
}

static double two(int n, double *difference) {
  double sum = 0, other = 0;
  putchar('.');
  for (int i = n - 1; i >= 0; i--) {
    sum += x[i];
    other -= x[i] * 0.3;
  }
  *difference = other;
  return sum;
}

static double sum_from(int first, int n) {
  double s = 0;
  for (int i = first; i < n; i++)
    s += x[i];
  return s;
}

/* In a task of a layer, a sum of the same function keeps its order; that of a called function has
 * its blocks, as everywhere. */
static double from_tasks(int n) {
  double s[40], all = sum_from(1, n);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double t = 0;
    for (int j = 0; j < n - i; j++)
      t += x[j] * (i + 1);
    s[i] = t + sum_from(i, n);
  }
  for (int i = 0; i < 40; i++)
    all = all * 0.5 + s[i];
  return all;
}

/* Elements by a key are added in the order of the source. */
static void by_key(double *weight, int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    weight[(i * 7) & 15] += x[i];
}

/* What `plain` is to give: each block from its first iteration on, and the blocks in order. */
static double in_blocks(int n) {
  volatile double s = 3;
  long i = 0;
  for (long block = 0; block < BLOCKS; block++) {
    volatile double own = -0.;
    for (long end = i + n / BLOCKS + (block < n % BLOCKS); i < end; i++)
      own = own + x[i];
    s = s + own;
  }
  return s;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 5, 63, 64, 65, 1000, N};
  unsigned seed = 1;
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    x[i] = (double)seed / 1e9;
    narrow[i] = 1 + (float)(seed >> 16) / 6e7f;
  }
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const int n = sizes[k];
    double other, weight[16] = {0};
    const double sum = plain(n), expected = in_blocks(n);
    wrong += memcmp(&sum, &expected, sizeof sum) != 0;
    printf("%d %.17g %.17g %.9g", n, sum, nested(n), (double)product(n));
    member(n);
    printf(" %.17g", two(n, &other));
    by_key(weight, n);
    printf(" %.17g %.17g %ld %.17g", other, totals.sum, totals.count, weight[3]);
    printf(" %.17g\n", n > 40 ? from_tasks(n) : 0.);
  }
  return wrong;
}
