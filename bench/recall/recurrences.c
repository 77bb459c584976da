/* Values that iterations hand on, in many forms, and loops that look alike but hand on none. */
#include <string.h>

#include "suite.h"

enum { SIZE = 1000, SIDE = 32 };

static int a[SIZE], b[SIZE], c[SIZE], table[SIDE][SIDE];
static double x[SIZE], y[SIZE];
static unsigned u[SIZE];
static unsigned char bytes[SIZE];

static void distance_of_eight(int n) {
  /* sequential: distance eight */
  for (int i = 8; i < n; i++)
    a[i] = a[i - 8] + 1;
}

static void other_lanes(int n) {
  /* parallel */
  for (int i = 0; i < 8; i++)
    /* sequential: distance eight */
    for (int j = i + 8; j < n; j += 8)
      b[j] = b[j - 8] % 1000 + 3;
}

static void first_element(int n) {
  /* sequential: the first element is overwritten by the first iteration */
  for (int i = 0; i < n; i++)
    a[i] = a[0] + i;
}

static void without_first_element(int n) {
  /* parallel */
  for (int i = 1; i < n; i++)
    a[i] = a[0] + i;
}

static void last_element(int n) {
  /* parallel: every iteration reads it, the last one writes it, after it has read(a) */
  for (int i = 0; i < n; i++)
    a[i] = a[n - 1] / 2 + i;
}

static void middle_element(int n) {
  /* sequential: one iteration writes what all read */
  for (int i = 0; i < n; i++)
    c[i] = c[n / 2] + 1;
}

static void partial_sums(int n) {
  /* sequential: partial sums */
  for (int i = 1; i < n; i++)
    c[i] = (c[i] + c[i - 1]) % 10007;
}

static void partial_sums_of_rows(int n) {
  /* parallel */
  for (int r = 0; r < n; r++)
    /* sequential: partial sums */
    for (int i = 1; i < n; i++)
      table[r][i] = (table[r][i] + table[r][i - 1]) % 10007;
}

static void pascal(int n) {
  table[0][0] = 1;
  /* sequential: rows from rows */
  for (int r = 1; r < n; r++) {
    table[r][0] = 1;
    /* parallel */
    for (int i = 1; i <= r; i++)
      table[r][i] = (table[r - 1][i - 1] + (i < r ? table[r - 1][i] : 0)) % 10007;
  }
}

static void pascal_in_place(int n) {
  /* sequential: rows from rows */
  for (int r = 1; r < n; r++)
    /* sequential: overwrites what the next one reads */
    for (int i = r; i > 0; i--)
      b[i] = (b[i] + b[i - 1]) % 10007;
}

static void knapsack(int items, int room) {
  /* sequential: item by item */
  for (int item = 0; item < items; item++)
    /* sequential: overwrites what later ones read */
    for (int space = room; space >= 1 + item % 9; space--) {
      int with = c[space - 1 - item % 9] + item;
      if (with > c[space])
        c[space] = with;
    }
}

static void common_subsequence(int n) {
  static int length[2][SIDE + 1];
  /* sequential: rows from rows */
  for (int i = 1; i <= n; i++)
    /* sequential: neighbors on the left */
    for (int j = 1; j <= n; j++)
      length[i & 1][j] = bytes[i] % 4 == bytes[j + 40] % 4            ? length[(i - 1) & 1][j - 1] + 1
                         : length[(i - 1) & 1][j] > length[i & 1][j - 1] ? length[(i - 1) & 1][j]
                                                                         : length[i & 1][j - 1];
  suite_show("length", length, sizeof length);
}

static void two_arrays(int n) {
  /* sequential: each uses the other's last element */
  for (int i = 1; i < n; i++) {
    x[i] = 0.5 * y[i - 1] + x[i];
    y[i] = 0.25 * x[i - 1] + y[i];
  }
}

static void one_direction(int n) {
  /* sequential: the second statement needs the first of the iteration before; two loops would do */
  for (int i = 1; i < n; i++) {
    x[i] = y[i] * 0.5;
    c[i] = (int)(x[i - 1] * 8);
  }
}

static void ahead(int n) {
  /* sequential: the next element is overwritten afterwards; a copy would do */
  for (int i = 0; i + 1 < n; i++)
    y[i] = y[i + 1] + y[i];
}

static void shift_register(int n) {
  unsigned state = 0xace1u;
  /* sequential: state of a register */
  for (int i = 0; i < n; i++) {
    unsigned bit = (state ^ (state >> 2) ^ (state >> 3) ^ (state >> 5)) & 1u;
    state = (state >> 1) | (bit << 15);
    u[i] = state;
  }
}

static unsigned checksum_by_table(int n) {
  static unsigned crc_table[256];
  /* parallel */
  for (unsigned i = 0; i < 256; i++) {
    unsigned v = i;
    /* sequential: bit by bit */
    for (int k = 0; k < 8; k++)
      v = v & 1 ? 0xedb88320u ^ (v >> 1) : v >> 1;
    crc_table[i] = v;
  }
  unsigned crc = ~0u;
  /* sequential: checksum */
  for (int i = 0; i < n; i++)
    crc = crc_table[(crc ^ bytes[i]) & 255] ^ (crc >> 8);
  return ~crc;
}

static unsigned two_sums(int n) {
  unsigned first = 1, second = 0;
  /* sequential: the second sum is one of the first's partial sums */
  for (int i = 0; i < n; i++) {
    first = (first + bytes[i]) % 65521u;
    second = (second + first) % 65521u;
  }
  return second << 16 | first;
}

static int bits_of_stream(int n) {
  unsigned hold = 0;
  int held = 0, at = 0, sum = 0;
  /* sequential: bits are taken one after the other */
  for (int i = 0; i < n; i++) {
    int want = 1 + i % 13;
    /* sequential: the buffer is filled */
    while (held < want) {
      hold = hold << 8 | bytes[at++];
      held += 8;
    }
    held -= want;
    sum += (int)(hold >> held & ((1u << want) - 1u));
  }
  return sum;
}

static int state_machine(int n) {
  static const unsigned char next[4][4] = {{1, 0, 2, 3}, {2, 1, 3, 0}, {3, 2, 0, 1}, {0, 3, 1, 2}};
  int state = 0, visits = 0;
  /* sequential: states */
  for (int i = 0; i < n; i++) {
    state = next[state][bytes[i] & 3];
    visits += state == 3;
  }
  return visits;
}

static void ring(int n) {
  int head = 0, buffer[16] = {0};
  /* sequential: a ring that is read sixteen places later */
  for (int i = 0; i < n; i++) {
    c[i] = buffer[head];
    buffer[head] = a[i];
    head = (head + 1) & 15;
  }
}

static void sieve(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    b[i] = 1;
  /* sequential: multiples of primes found so far */
  for (int p = 2; p * p < n; p++)
    if (b[p])
      /* parallel */
      for (int k = p * p; k < n; k += p)
        b[k] = 0;
}

static void unequal_steps(int n) {
  /* parallel */
  for (int i = 0; i < n; i++)
    a[2 * i] = a[2 * i + 1] + 1;
  /* sequential: even places come again as sources */
  for (int i = 0; i < n; i++)
    a[2 * i + 1] = a[i] + 1;
}

static int longest_rise(int n) {
  int longest = 0;
  /* parallel: reduction(longest) */
  for (int i = 0; i < n; i++) {
    int length = 1;
    /* sequential: ends at the first fall, unseen */
    while (i + length < n && bytes[i + length] > bytes[i + length - 1])
      length++;
    if (length > longest)
      longest = length;
  }
  return longest;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 200, SIZE / 2);
  int side = n < SIDE ? n : SIDE;
  suite_ints(a, SIZE, 0, 100);
  suite_ints(b, SIZE, 0, 100);
  suite_ints(c, SIZE, 0, 100);
  suite_ints(&table[0][0], SIDE * SIDE, 0, 100);
  suite_bytes(bytes, SIZE);
  suite_doubles(x, SIZE);
  suite_doubles(y, SIZE);
  distance_of_eight(n);
  other_lanes(n);
  first_element(n);
  suite_show("a", a, sizeof a);
  without_first_element(n);
  last_element(n);
  middle_element(n);
  partial_sums(n);
  partial_sums_of_rows(side);
  suite_show("table", table, sizeof table);
  pascal(side);
  pascal_in_place(n);
  suite_show("c", c, sizeof c);
  memset(c, 0, sizeof c);
  knapsack(side, n);
  suite_show("c", c, sizeof c);
  common_subsequence(side);
  two_arrays(n);
  suite_show("x", x, sizeof x);
  one_direction(n);
  ahead(n);
  shift_register(n);
  printf("%u %u %d %d\n", checksum_by_table(n), two_sums(n), bits_of_stream(n), state_machine(n));
  suite_show("c", c, sizeof c);
  ring(n);
  suite_show("b", b, sizeof b);
  sieve(n);
  unequal_steps(n);
  printf("%d\n", longest_rise(n));
  suite_show("a", a, sizeof a);
  suite_show("b", b, sizeof b);
  suite_show("c", c, sizeof c);
  suite_show("table", table, sizeof table);
  suite_show("x", x, sizeof x);
  suite_show("y", y, sizeof y);
  suite_show("u", u, sizeof u);
  return 0;
}
