/* Counters that the data choose, and stores that the data place. */
#include <string.h>

#include "suite.h"

enum { SIZE = 3000, BINS = 256 };

static unsigned char bytes[SIZE], image[48][64];
static unsigned counts[BINS], coarse[16], pairs[16][16], lengths[32];
static int values[SIZE], keys[SIZE], next_of[SIZE], head_of[BINS];
static double weights[SIZE], mass[BINS];
static unsigned char seen[BINS];
static int lookup[BINS], result[SIZE], least_of[BINS];

static void count_bytes(int n) {
  /* parallel: reduction(counts) */
  for (int i = 0; i < n; i++)
    counts[bytes[i]]++;
}

static void count_levels(void) {
  /* parallel: reduction(coarse) */
  for (int row = 0; row < 48; row++)
    /* parallel: reduction(coarse) */
    for (int column = 0; column < 64; column++)
      coarse[image[row][column] >> 4] += 1;
}

static void count_pairs(int n) {
  /* parallel: reduction(pairs) */
  for (int i = 1; i < n; i++)
    pairs[bytes[i - 1] & 15][bytes[i] & 15]++;
}

static void by_length(int n) {
  /* parallel: reduction(lengths) */
  for (int i = 0; i < n; i++) {
    int length = 0;
    unsigned v = (unsigned)values[i];
    /* sequential: the value is shifted until it is zero */
    while (v >>= 1)
      length++;
    lengths[length]++;
  }
}

static void add_weights(int n) {
  /* parallel: reduction(mass), in order */
  for (int i = 0; i < n; i++)
    mass[bytes[i]] += weights[i];
}

static void local_histogram(int n, unsigned *to) {
  unsigned local[BINS];
  memset(local, 0, sizeof local);
  /* parallel: reduction(local) */
  for (int i = 0; i < n; i++)
    local[bytes[i] ^ 0x55]++;
  /* parallel */
  for (int i = 0; i < BINS; i++)
    to[i] = local[i];
}

static void through_parameter(unsigned *histogram, const unsigned char *p, int n) {
  /* parallel: reduction(histogram) induction(n p) */
  while (n-- > 0)
    histogram[*p++]++;
}

static void votes(int n) {
  /* parallel: reduction(counts) */
  for (int i = 0; i < n; i++) {
    if (values[i] < 100)
      continue;
    counts[values[i] % BINS] += 2;
    counts[(values[i] + 1) % BINS] -= 1;
  }
}

static void least_per_key(int n) {
  /* parallel: reduction(least_of) */
  for (int i = 0; i < n; i++)
    if (values[i] < least_of[bytes[i]])
      least_of[bytes[i]] = values[i];
}

static void mark_seen(int n) {
  /* parallel: every iteration stores the same in seen(seen) */
  for (int i = 0; i < n; i++)
    seen[bytes[i]] = 1;
}

static void rows_of_counts(unsigned to[][BINS], int rows, int n) {
  /* parallel */
  for (int r = 0; r < rows; r++)
    /* parallel: reduction(to) */
    for (int i = r; i < n; i += rows)
      to[r][bytes[i]]++;
}

static void use_table(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    result[i] = lookup[bytes[i]];
}

/* Near misses. */

static void equalize(void) {
  unsigned sum = 0;
  /* sequential: each partial sum is stored */
  for (int i = 0; i < BINS; i++) {
    sum += counts[i];
    lookup[i] = (int)(sum * 255u / SIZE);
  }
}

static void scatter(int n) {
  /* sequential: several iterations store in the same place */
  for (int i = 0; i < n; i++)
    result[keys[i]] = i;
}

static void place_by_counts(int n, unsigned *start) {
  /* sequential: the counter is the place that is written */
  for (int i = 0; i < n; i++)
    result[start[bytes[i]]++] = values[i];
}

static void chains(int n) {
  /* sequential: the old head is linked */
  for (int i = 0; i < n; i++) {
    next_of[i] = head_of[bytes[i]];
    head_of[bytes[i]] = i;
  }
}

static void limited(int n) {
  /* sequential: only as long as the counter is small */
  for (int i = 0; i < n; i++)
    if (counts[bytes[i]] < 12)
      result[i % 7] = ++counts[bytes[i]] > 10;
}

static void move_to_front(int n) {
  unsigned char order[BINS];
  /* parallel */
  for (int i = 0; i < BINS; i++)
    order[i] = (unsigned char)i;
  /* sequential: the table is permuted */
  for (int i = 0; i < n; i++) {
    int at = 0;
    /* sequential: search that ends early, unseen */
    while (order[at] != bytes[i])
      at++;
    result[i] = at;
    memmove(order + 1, order, (size_t)at);
    order[0] = bytes[i];
  }
}

static void adaptive(int n) {
  /* sequential: the result of one count is used at once */
  for (int i = 0; i < n; i++) {
    coarse[bytes[i] & 15]++;
    result[i] = (int)coarse[values[i] & 15];
  }
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 600, SIZE);
  static unsigned table[4][BINS], start[BINS], other[BINS];
  suite_bytes(bytes, SIZE);
  suite_bytes(&image[0][0], 48 * 64);
  suite_ints(values, SIZE, 0, 100000);
  suite_ints(keys, SIZE, 0, SIZE / 8);
  suite_doubles(weights, SIZE);
  suite_ints(least_of, BINS, 50000, 60000);
  count_bytes(n);
  count_levels();
  count_pairs(n);
  by_length(n);
  add_weights(n);
  local_histogram(n, start);
  through_parameter(other, bytes, n);
  votes(n);
  least_per_key(n);
  mark_seen(n);
  rows_of_counts(table, 4, n);
  equalize();
  use_table(n);
  suite_show("result", result, sizeof result);
  scatter(n);
  unsigned sum = 0;
  /* sequential: each partial sum is stored */
  for (int i = 0; i < BINS; i++) {
    unsigned count = other[i];
    start[i] = sum;
    sum += count;
  }
  place_by_counts(n, start);
  suite_show("result", result, sizeof result);
  chains(n);
  memset(counts, 0, sizeof counts);
  limited(n);
  suite_show("result", result, sizeof result);
  move_to_front(n);
  suite_show("result", result, sizeof result);
  adaptive(n);
  suite_show("counts", counts, sizeof counts);
  suite_show("coarse", coarse, sizeof coarse);
  suite_show("pairs", pairs, sizeof pairs);
  suite_show("lengths", lengths, sizeof lengths);
  suite_show("mass", mass, sizeof mass);
  suite_show("table", table, sizeof table);
  suite_show("least", least_of, sizeof least_of);
  suite_show("seen", seen, sizeof seen);
  suite_show("next", next_of, sizeof next_of);
  suite_show("result", result, sizeof result);
  return 0;
}
