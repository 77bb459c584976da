/* Loops that are counted in many ways, and loops that only look counted. */
#include "suite.h"

enum { SIZE = 4096 };

static int in[SIZE], out[SIZE], other[SIZE];
static double signal[SIZE], scaled[SIZE];
static unsigned stop_at;

static void upward(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    out[i] = in[i] * 3 + 1;
  /* parallel */
  for (int i = 0; i <= n - 1; ++i)
    out[i] += in[i];
  int i;
  /* parallel */
  for (i = 0; i != n; i += 1)
    other[i] = in[i] ^ out[i];
}

static void downward(int n) {
  /* parallel */
  for (int i = n - 1; i >= 0; i--)
    out[i] = out[i] - other[i];
  /* parallel */
  for (int i = n; i-- > 0;)
    other[i] = out[i] * 2;
  int left = n;
  /* parallel: induction(left) */
  while (left--)
    out[left] = other[left] & 0xff;
}

static void strides(int n) {
  /* parallel */
  for (int i = 0; i + 3 < n; i += 4) {
    out[i] = in[i];
    out[i + 1] = in[i + 1] >> 1;
    out[i + 2] = in[i + 2] >> 2;
    out[i + 3] = in[i + 3] >> 3;
  }
  /* parallel */
  for (size_t i = 1; i < (size_t)n; i += 2)
    out[i] = in[i - 1];
  /* parallel */
  for (long i = n - 2; i >= 0; i -= 2)
    other[i] = out[i + 1];
}

static void powers(int n) {
  /* parallel: induction(step) */
  for (int step = 1; step < n; step *= 2)
    out[step] = in[step] + 7;
  /* parallel: induction(step) */
  for (unsigned step = (unsigned)n; step > 0; step >>= 1)
    other[step - 1] = in[step - 1] - 7;
}

static void two_counters(int n) {
  int i, j;
  /* parallel: induction(j) */
  for (i = 0, j = n - 1; i < n; i++, j--)
    out[i] = in[j];
  /* parallel: induction(j) */
  for (i = 0, j = n - 1; i < j; i++, j--) {
    int kept = other[i];
    other[i] = other[j];
    other[j] = kept;
  }
  int k = 0;
  /* parallel: induction(k) */
  for (i = 0; i < n / 3; i++) {
    scaled[k] = signal[k] * 0.5;
    scaled[k + 1] = signal[k + 1] * 0.25;
    scaled[k + 2] = signal[k + 2] * 0.125;
    k += 3;
  }
}

static void whiles(int n) {
  int i = 0;
  /* parallel: induction(i) */
  while (i < n) {
    scaled[i] = signal[i] + in[i];
    i++;
  }
  i = 0;
  /* parallel: induction(i) */
  do {
    scaled[i] *= 2.0;
    i++;
  } while (i < n);
  i = n;
  /* parallel: induction(i) */
  while (--i >= 0)
    signal[i] = scaled[i] - 1.0;
}

static void unknown_step(int n, int step) {
  /* parallel */
  for (int i = 0; i < n; i += step)
    out[i] = in[i] + step;
}

static void bytes(unsigned char *to, unsigned char count) {
  /* parallel */
  for (unsigned char i = 0; i < count; i++)
    to[i] = (unsigned char)(i * 5);
}

static void endless(int n) {
  int i = 0;
  /* parallel: induction(i) */
  for (;;) {
    if (i >= n)
      break;
    out[i] = in[i] % 9;
    i++;
  }
}

static void skipping(int n) {
  /* parallel */
  for (int i = 0; i < n; i++) {
    if (in[i] < 0)
      continue;
    out[i] = in[i] * in[i];
  }
}

/* Near misses. */

static void stops_itself(int n) {
  stop_at = (unsigned)n;
  /* sequential: the bound changes in the loop */
  for (unsigned i = 0; i < stop_at; i++) {
    out[i] = in[i];
    if (in[i] > 40)
      stop_at = i + (stop_at - i) / 2;
  }
}

static void skips_ahead(int n) {
  /* sequential: the data move the counter */
  for (int i = 0; i < n; i++) {
    out[i] = in[i] + 2;
    if (in[i] > 20)
      i++;
  }
}

static int next_power(int n) {
  int power = 1;
  /* sequential: the value is handed on */
  while (power * 3 < n + in[power % SIZE] % 2)
    power *= 3;
  return power;
}

static void wraps_around(int n) {
  unsigned char at = 0;
  /* sequential: the counter wraps, so places are written several times */
  for (int i = 0; i < n; i++) {
    out[at] = in[i];
    at += 3;
  }
}

static int collatz(int value) {
  int steps = 0;
  /* sequential: the value is handed on */
  while (value != 1) {
    value = value % 2 ? 3 * value + 1 : value / 2;
    steps++;
  }
  return steps;
}

static void until_settled(int n) {
  int i = 0;
  /* sequential: the step depends on the value read, carried(i) */
  while (i < n) {
    out[i]++;
    i += 1 + (in[i] & 3);
  }
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 500, SIZE - 8);
  unsigned char small[256];
  suite_ints(in, SIZE, -50, 50);
  suite_doubles(signal, SIZE);
  upward(n);
  downward(n);
  strides(n);
  powers(n);
  two_counters(n);
  whiles(n);
  unknown_step(n, 1 + n % 7);
  bytes(small, (unsigned char)(n % 200));
  endless(n);
  skipping(n);
  stops_itself(n);
  skips_ahead(n);
  wraps_around(n);
  until_settled(n);
  printf("%d %d\n", next_power(n), collatz(27));
  suite_show("ints", out, sizeof out);
  suite_show("others", other, sizeof other);
  suite_show("doubles", scaled, sizeof scaled);
  suite_show("signal", signal, sizeof signal);
  suite_show("bytes", small, (size_t)(n % 200));
  return 0;
}
