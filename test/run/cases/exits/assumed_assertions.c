/* PARALLEL: 3 OPTIONS: --assume=assertions
 * Assertions that are assumed to hold; the last one fails, after what comes before it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>

#define N 2000
static double a[N], b[N];
static int last = -1;

static double root(double x) {
  assert(x >= 0);
  double r = x;
  for (int k = 0; k < 40; k++)
    r = (r + x / (r + 1e-9)) / 2;
  return r;
}

static void fill(int end) {
  for (int i = 0; i < N; i++) {
    assert(i < end && "in range");
    a[i] = b[i] + 1;
  }
}

int main(void) {
  program_invocation_short_name = "tested"; /* in the message */
  for (int i = 0; i < N; i++)
    b[i] = i;
  fill(N);
  for (int i = 0; i < N; i++)
    a[i] += root(b[i]);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += a[i];
  printf("%.6f %d\n", s, last);
  fflush(stdout);
  b[N / 3] = b[N - 2] = -1;
  for (int i = 0; i < N; i++) {
    a[i] += root(b[i]);
    assert(i < N - 5);
  }
  return 0;
}
