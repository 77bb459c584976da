// PARALLEL: 5
// Aligned loops whose data exceed a cache run in groups of parts, with enough iterations. What a part reads before its
// neighbor's part has ended, or after it was overwritten, is a number of the round before.
#include <stdio.h>
#include <stdlib.h>

#define MOST 180007

static unsigned a[MOST + 8], b[MOST + 8], c[MOST + 8], d[MOST + 8], e[MOST + 8];
static unsigned *p, *q, *r;

static void start(unsigned seed) {
  unsigned x = seed;
  for (int i = 0; i < MOST + 8; i++) {
    x = x * 1664525u + 1013904223u;
    a[i] = x >> 3;
    p[i] = x >> 5;
  }
}

static unsigned sum(const unsigned *x) {
  unsigned total = 0;
  for (int i = 0; i < MOST + 8; i++)
    total = total * 31 + x[i];
  return total;
}

/* A halo on both sides, and the first array is written again at the end. */
static void both_sides(int n) {
  for (int i = 1; i <= n; i++)
    b[i] = a[i - 1] + 3 * a[i] + 5 * a[i + 1];
  for (int i = 1; i <= n; i++)
    c[i] = b[i - 1] ^ (b[i] * 7) ^ (b[i + 1] >> 1);
  for (int i = 1; i <= n; i++)
    a[i] = c[i - 1] + b[i] - c[i + 1];
}

/* From behind alone, several iterations far, and five loops. */
static void backwards(int n) {
  for (int i = 4; i < n; i++)
    b[i] = a[i] * 3;
  for (int i = 4; i < n; i++)
    c[i] = b[i] + b[i - 4];
  for (int i = 4; i < n; i++)
    d[i] = c[i] - c[i - 2];
  for (int i = 4; i < n; i++)
    e[i] = d[i] + d[i - 1];
  for (int i = 4; i < n; i++)
    a[i] = e[i] ^ e[i - 3];
}

/* From in front alone, by a loop that counts down. */
static void downwards(int n) {
  for (int i = n; i > 0; i--)
    b[i] = a[i] + i;
  for (int i = n; i > 0; i--)
    a[i] = b[i + 3] * 5 + b[i];
}

/* Arrays from malloc, and two independent chains that meet. */
static void allocated(int n) {
  for (int i = 2; i < n; i++)
    q[i] = p[i - 2] + p[i + 2];
  for (int i = 2; i < n; i++)
    r[i] = p[i] * 9 - p[i + 1];
  for (int i = 2; i < n; i++)
    p[i] = q[i - 1] + q[i + 1] + r[i];
}

/* Constant bounds: the tables have groups at once. */
static void constant(void) {
  for (int i = 1; i <= MOST; i++)
    b[i] = a[i - 1] + a[i + 1];
  for (int i = 1; i <= MOST; i++)
    a[i] = b[i - 1] * 3 + b[i + 1];
}

int main(void) {
  static const int sizes[] = {0, 1, 5, 40, 1000, 90000, 90001, MOST};
  p = calloc(MOST + 8, sizeof *p);
  q = calloc(MOST + 8, sizeof *q);
  r = calloc(MOST + 8, sizeof *r);
  if (!p || !q || !r)
    return 1;
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    start(i);
    for (int round = 0; round < 3; round++) {
      both_sides(sizes[i]);
      backwards(sizes[i]);
      downwards(sizes[i]);
      allocated(sizes[i]);
    }
    constant();
    printf("%d: %u %u %u %u\n", sizes[i], sum(a), sum(b), sum(p), sum(e));
  }
  return 0;
}
