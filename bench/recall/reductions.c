/* Sums, products, extremes and bits over all iterations, and what only resembles them. */
#include <math.h>

#include "suite.h"

enum { SIZE = 2048 };

struct totals {
  long count;
  double sum, squares;
  int least, greatest;
};

static double x[SIZE], y[SIZE];
static float f[SIZE];
static int a[SIZE], b[SIZE];
static unsigned u[SIZE];
static struct totals totals;
static double moments[4];

static double dot(int n) {
  double sum = 0.0;
  /* parallel: reduction(sum) */
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

static float mean_of_floats(int n) {
  float sum = 0.0f;
  /* parallel: reduction(sum) */
  for (int i = 0; i < n; i++)
    sum = sum + f[i];
  return sum / (float)n;
}

static long several(int n) {
  long sum = 0, odd = 0;
  unsigned bits = 0, mask = ~0u, parity = 0;
  /* parallel: reduction(sum odd bits mask parity) */
  for (int i = 0; i < n; i++) {
    sum += a[i];
    if (a[i] & 1)
      odd++;
    bits |= u[i];
    mask &= u[i];
    parity ^= u[i];
  }
  return sum + odd + (long)bits + (long)mask + (long)parity;
}

static unsigned product(int n) {
  unsigned p = 1;
  /* parallel: reduction(p) */
  for (int i = 0; i < n; i++)
    p *= u[i] | 1u;
  return p;
}

static int maximum(int n) {
  int most = a[0];
  /* parallel: reduction(most) */
  for (int i = 1; i < n; i++)
    if (a[i] > most)
      most = a[i];
  return most;
}

static double largest_magnitude(int n) {
  double most = 0.0;
  /* parallel: reduction(most) */
  for (int i = 0; i < n; i++) {
    double here = fabs(x[i]);
    if (most < here)
      most = here;
  }
  return most;
}

static int least_by_choice(int n) {
  int least = 1 << 30;
  /* parallel: reduction(least) */
  for (int i = 0; i < n; i++)
    least = a[i] < least ? a[i] : least;
  return least;
}

static double by_fmax(int n) {
  double most = -1e30;
  /* parallel: reduction(most) */
  for (int i = 0; i < n; i++)
    most = fmax(most, x[i]);
  return most;
}

static void into_members(struct totals *t, int n) {
  /* parallel: reduction(t) */
  for (int i = 0; i < n; i++) {
    t->count++;
    t->sum += x[i];
    t->squares += x[i] * x[i];
  }
}

static void into_global(int n) {
  /* parallel: reduction(totals) */
  for (int i = 0; i < n; i++) {
    if (a[i] < totals.least)
      totals.least = a[i];
    if (a[i] > totals.greatest)
      totals.greatest = a[i];
  }
}

static void into_elements(int n) {
  /* parallel: reduction(moments) */
  for (int i = 0; i < n; i++) {
    double d = x[i] - 1.0;
    moments[0] += 1.0;
    moments[1] += d;
    moments[2] += d * d;
    moments[3] += d * d * d;
  }
}

static int conditional(int n) {
  int above = 0, below = 0;
  /* parallel: reduction(above below) */
  for (int i = 0; i < n; i++) {
    if (x[i] > 5.0)
      above += 2;
    else if (x[i] < -5.0)
      below -= 3;
  }
  return above + below;
}

static double nested(int n) {
  double sum = 0.0;
  /* parallel: reduction(sum) */
  for (int i = 0; i < n; i++)
    /* parallel: reduction(sum) */
    for (int j = 0; j < 8; j++)
      sum += x[i] * y[j];
  return sum;
}

static double subtracts(int n) {
  double rest = 1000.0;
  /* parallel: reduction(rest) */
  for (int i = 0; i < n; i++)
    rest -= x[i];
  return rest;
}

static int population(int n) {
  int bits = 0;
  /* parallel: reduction(bits) */
  for (int i = 0; i < n; i++) {
    unsigned v = u[i];
    /* sequential: each step works on the value of the one before */
    while (v) {
      v &= v - 1;
      bits++;
    }
  }
  return bits;
}

static int sum_of_differences(int n) {
  int total = 0;
  /* parallel: reduction(total) */
  for (int i = 0; i < n; i++)
    total += abs(a[i] - b[i]);
  return total;
}

static int all_equal(int n) {
  int equal = 1;
  /* parallel: reduction(equal) */
  for (int i = 0; i < n; i++)
    equal = equal && a[i] == b[i];
  return equal;
}

static int counted_in_condition(int n) {
  int same = 0;
  /* parallel: reduction(same) */
  for (int i = 0; i < n; i++)
    same += a[i] == b[i];
  return same;
}

/* Near misses. */

static double prefix(int n) {
  double sum = 0.0;
  /* sequential: every partial sum is stored */
  for (int i = 0; i < n; i++) {
    sum += x[i];
    y[i] = sum;
  }
  return sum;
}

static int saturating(int n) {
  int sum = 0;
  /* sequential: clipping does not commute */
  for (int i = 0; i < n; i++) {
    sum += a[i];
    if (sum > 500)
      sum = 500;
    if (sum < -500)
      sum = -500;
  }
  return sum;
}

static double horner(int n) {
  double value = 0.0;
  /* sequential: recurrence */
  for (int i = 0; i < n; i++)
    value = value * 0.75 + x[i];
  return value;
}

static unsigned checksum(int n) {
  unsigned sum = 7;
  /* sequential: shift and add */
  for (int i = 0; i < n; i++)
    sum = (sum << 5) + (sum >> 27) + u[i];
  return sum;
}

static int tested_sum(int n) {
  int sum = 0;
  /* sequential: the sum decides what is added */
  for (int i = 0; i < n; i++)
    if (sum < 100)
      sum += a[i];
  return sum;
}

static int sum_as_subscript(int n) {
  int at = 0;
  /* sequential: the sum is the place of the next read */
  for (int i = 0; i < n; i++)
    at = (at + b[at]) & (SIZE - 1);
  return at;
}

static int mixed(int n) {
  int v = 1;
  /* sequential: sum and product take turns */
  for (int i = 0; i < n; i++) {
    if (a[i] & 1)
      v = (int)((unsigned)v * 3u & 0xffff);
    else
      v += a[i] & 7;
  }
  return v;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 300, SIZE);
  suite_doubles(x, SIZE);
  suite_doubles(y, SIZE);
  suite_floats(f, SIZE);
  suite_ints(a, SIZE, -100, 100);
  suite_ints(b, SIZE, 0, 200);
  suite_ints((int *)u, SIZE, 0, 1 << 20);
  printf("%g %g %ld %u\n", dot(n), (double)mean_of_floats(n), several(n), product(n));
  printf("%d %g %d %g\n", maximum(n), largest_magnitude(n), least_by_choice(n), by_fmax(n));
  into_members(&totals, n);
  into_global(n);
  into_elements(n);
  printf("%d %g %g %d\n", conditional(n), nested(n), subtracts(n), population(n));
  printf("%d %d %d\n", sum_of_differences(n), all_equal(n), counted_in_condition(n));
  printf("%g %d %g %u\n", prefix(n), saturating(n), horner(n), checksum(n));
  printf("%d %d %d\n", tested_sum(n), sum_as_subscript(n), mixed(n));
  printf("%ld %g %g %d %d\n", totals.count, totals.sum, totals.squares, totals.least, totals.greatest);
  suite_show("moments", moments, sizeof moments);
  suite_show("y", y, sizeof y);
  return 0;
}
