/* PARALLEL: 6 */
/* Reductions by functions that get the value so far and return the next. */
#include <limits.h>
#include <stdio.h>

#define N 3000

static int term(int i) {
  return (i * 7919 ^ i << 3) & 1023;
}
static inline int max_of(int a, int b) {
  return a > b ? a : b;
}
static inline int min_of(int a, int b) {
  if (b < a)
    return b;
  return a;
}
static double least(double x, double so_far) {
  if (x < so_far) {
    return x;
  } else {
    return so_far;
  }
}
static int less(int sum, int x) {
  return sum - x;
}
static double accumulate(double sum, double x) {
  return sum + x * x;
}
static unsigned mix(unsigned hash, unsigned x) {
  return (x * 2654435761u) ^ hash;
}
static float scaled(float product, float x) {
  return product * (x + 1);
}

static void extremes(const double *x, int best, int low) {
  double down = 1e9;
  for (int i = 0; i < N; i++) {
    best = max_of(term(i) - 7, best);
    best = max_of(best, term(i + 1));
    low = min_of(low, term(i));
    down = least(x[i], down);
  }
  printf("%d %d %.17g\n", best, low, down);
}

static void difference(int n, int swing) {
  for (int i = 0; i < n; i++)
    swing = less(swing, i % 2 ? INT_MAX : -INT_MAX);
  printf("%d\n", swing);
}

static void sum(const double *x, int n, double energy) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      continue;
    energy = accumulate(energy, x[i]);
  }
  printf("%.17g\n", energy);
}

static void others(const double *x, unsigned hash, float product) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < i % 3; k++)
      hash = mix(hash, (unsigned)term(i + k));
  printf("%u\n", hash);
  for (int i = 0; i < N; i++)
    product = scaled(product, (float)x[i] / 1e5f);
  printf("%.9g\n", (double)product);
}

int main(void) {
  static double x[N];
  for (int i = 0; i < N; i++)
    x[i] = term(i) * 0.37 - 11;
  printf("start\n");
  extremes(x, INT_MIN, 5000);
  difference(1500, -1);
  difference(0, 3);
  sum(x, N, 0.1);
  sum(x, 0, -0.0);
  others(x, 1, 1.5f);
  return 0;
}
