/* PARALLEL: 0 */
/* Almost lists of terms: what the terms are added to is looked at in the loop, by its name, by another pointer, in the
 * same iteration only, by a function or by the loop's test; set in between; changed in two ways; or declared inside. */
#include <math.h>
#include <stdio.h>

enum { N = 300 };
static double x[N], sums[64], seen[N], rows[N][4];
static int key[N];

static void looked_at(int n) {
  for (int i = 0; i < n; i++) {
    sums[key[i] & 63] += sin(x[i]);
    seen[i] += sums[3];
  }
}

/* Each iteration has a row of its own but for the updates of one element. */
static void in_the_iteration(int n) {
  for (int i = 0; i < n; i++) {
    rows[i][0] += cos(x[i]);
    rows[key[i] % n][1] += x[i];
    seen[i] = rows[i][0];
    x[i] += rows[i][1] * 1e-3;
  }
}

static void by_pointer(const double *p, int n) {
  for (int i = 0; i < n; i++) {
    sums[key[i] & 63] += exp(-x[i]);
    seen[i] = *p;
  }
}

static double total(void) { return sums[0] + sums[7]; }

static void by_function(int n) {
  for (int i = 0; i < n; i++) {
    sums[key[i] & 63] -= x[i];
    seen[i] = total();
  }
}

static void in_the_term(int n) {
  for (int i = 1; i < n; i++)
    sums[key[i] & 63] += sums[i & 7] * 0.01 + x[i];
}

static void set_between(int n) {
  for (int i = 0; i < n; i++) {
    sums[key[i] & 63] += sin(x[i]);
    if (key[i] % 50 == 1)
      sums[5] = 0;
  }
}

static void two_kinds(int n) {
  for (int i = 0; i < n; i++) {
    sums[key[i] & 63] += sin(x[i]);
    sums[i & 63] *= 0.99;
  }
}

static void in_the_test(int n) {
  for (int i = 0; i < n && sums[0] < 1e3; i++)
    sums[key[i] & 63] += fabs(x[i]);
}

static double running(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += sin(x[i]);
    seen[i] += s;
  }
  return s;
}

static double moved(int n) {
  double *p = sums;
  for (int i = 0; i < n; i++) {
    *p += x[i];
    p = &sums[key[i] & 63];
    if (key[i] % 7 == 0)
      *p = 1;
  }
  return *p;
}

int main(void) {
  unsigned seed = 11;
  for (int i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    key[i] = (int)(seed >> 20);
    x[i] = key[i] * 0.001;
  }
  looked_at(N);
  in_the_iteration(N);
  by_pointer(&sums[9], N);
  by_function(N);
  in_the_term(N);
  set_between(N);
  two_kinds(N);
  in_the_test(N);
  double s = running(N), m = moved(N);
  double all = 0;
  for (int i = 0; i < N; i++)
    all = all * 0.97 + seen[i] + rows[i][0] + rows[i][1] + x[i] + sums[i & 63];
  printf("%.17g %.17g %.17g\n", s, m, all);
  return 0;
}
