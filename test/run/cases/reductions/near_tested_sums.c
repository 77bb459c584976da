/* PARALLEL: 1 */
// Sums of the counter that may wrap, and second tests that are more than a bound; one bound is read behind the first.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int a[512], b[512], marks[512];

/* Near SIZE_MAX the sum is small, and the counter wraps to 0. */
static void wrapping_start(size_t from, size_t n) {
  for (size_t i = from; i + 3 < n; i++)
    a[i & 511] = b[i + 2 & 511];
}

/* Starts beyond every bound. */
static void below_zero(unsigned n) {
  for (unsigned i = 0; i - 1 < n; i++)
    a[i & 511] = a[(i + 1) & 511] + 1;
}

/* An unsigned counter that passes 0 on its way. */
static void down_past_zero(unsigned n) {
  for (unsigned i = n; i + 2 > 1; i--)
    a[i & 511] = a[(i + 1) & 511] + 3;
}

/* A step of three wraps over the end. */
static void over_the_end(unsigned n) {
  int rounds = 0;
  for (unsigned i = 0; i + 1 < n; i += 3) {
    a[i & 511] = a[(i + 1) & 511] + 5;
    if (++rounds == 300)
      break;
  }
}

/* The second bound changes. */
static void moving_bound(int n, int m) {
  for (int i = 0; i < n && i < m; i++) {
    if (marks[i])
      m--;
    a[i] = b[i] + m;
  }
}

/* The second test is no bound. */
static int until_found(int n) {
  int found = 0;
  for (int i = 0; i < n && !found; i++) {
    a[i] = b[i];
    found = marks[i];
  }
  return found;
}

/* The second bound may only be read behind the first test. */
static void behind_the_first(int n, const int *most) {
  for (int i = 0; i < n && i < *most; i++)
    a[i] = b[i] + 7;
}

/* The counter is a negative number as an unsigned one. */
static void mixed(int from, unsigned n) {
  for (int i = from; i + 1u < n; i++)
    a[(i + 8) & 511] = a[(i + 9) & 511] + 9;
}

int main(void) {
  unsigned s = 0;
  for (int i = 1; i < 512; i++) {
    b[i] = b[i - 1] + i;
    marks[i] = b[i] % 7 == 6;
  }
  wrapping_start(SIZE_MAX - 5, 100);
  below_zero(10);
  down_past_zero(20);
  over_the_end(UINT_MAX);
  moving_bound(200, 150);
  s += (unsigned)until_found(200);
  behind_the_first(0, NULL);
  behind_the_first(40, &b[20]);
  mixed(-5, 30);
  for (int i = 0; i < 512; i++)
    s = s * 31 + (unsigned)a[i];
  printf("%u\n", s);
  return 0;
}
