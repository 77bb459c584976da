/* PARALLEL: 3
   Lines that some iterations print, in their order: about what the iteration has computed, and with
   counts and sums of what was printed before. */
#include <stdio.h>

enum { N = 5000 };
static double x[N], y[N];

static int reported(int n) {
  int bad = 0;
  double worst = 0;
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i] - 3;
    if (y[i] < -2.9) {
      bad++;
      worst = worst * 0.5 + y[i];
      printf("%d small at %d: %.17g\n", bad, i, worst);
    }
  }
  return bad;
}

/* The first message is about what the iteration overwrites then. */
static void two_kinds(int n) {
  for (int i = 0; i < n; i++) {
    const double was = x[i];
    if (was < -7.9)
      printf("%d from %g\n", i, was);
    x[i] = was * 0.5 + 1;
    y[i] = x[i] + i % 5;
    if (y[i] > 8.2)
      printf("%d to %g, %g\n", i, y[i], was);
  }
}

/* Messages read what all iterations before have left in memory. */
static void with_history(int n) {
  static int last;
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 3 - i % 7;
    if (y[i] > 14.5) {
      printf("%d after %d, %g\n", i, last, i > 0 ? y[i - 1] : 0);
      last = i;
    }
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 37 % 1601) * 0.01 - 8;
  printf("%d\n", reported(N));
  two_kinds(N);
  with_history(N);
  printf("%d\n", reported(1) + reported(0));
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 0.9 + y[i] - x[i];
  printf("%.17g\n", sum);
  return 0;
}
