/* Pointers that walk through memory instead of subscripts. */
#include "suite.h"

enum { SIZE = 4096, WIDTH = 60, HEIGHT = 50 };

static int a[SIZE], b[SIZE], c[SIZE];
static double x[SIZE], y[SIZE];
static short samples[SIZE], left[SIZE / 2], right[SIZE / 2];
static unsigned char picture[HEIGHT][WIDTH], mirrored[HEIGHT][WIDTH], packed[SIZE];

static void copy(int *to, const int *from, int n) {
  /* parallel: induction(n to from) */
  while (n--)
    *to++ = *from++;
}

static void scale(double *p, const double *end, double by) {
  /* parallel: induction(p) */
  while (p < end)
    *p++ *= by;
}

static void until_the_end(int *to, const int *from, int n) {
  const int *end = from + n;
  /* parallel: induction(to) */
  for (; from != end; from++, to++)
    *to = *from * 2 - 1;
}

static long sum(const int *p, int n) {
  long s = 0;
  /* parallel: reduction(s) */
  for (const int *q = p; q < p + n; q++)
    s += *q;
  return s;
}

static void backwards(int *to, const int *from, int n) {
  const int *p = from + n;
  /* parallel: induction(p to) */
  while (p > from)
    *to++ = *--p;
}

static void interleave(int n) {
  const short *l = left, *r = right;
  short *out = samples;
  /* parallel: induction(l r out) */
  for (int i = 0; i < n; i++) {
    *out++ = *l++;
    *out++ = *r++;
  }
}

static void split(int n) {
  const short *p = samples;
  /* parallel: induction(p) */
  for (int i = 0; i < n; i++, p += 2) {
    left[i] = (short)(p[0] / 2);
    right[i] = (short)(p[1] / 2);
  }
}

static void rows(int width, int height) {
  unsigned char *to = &mirrored[0][0];
  const unsigned char *from = &picture[0][0];
  /* parallel: induction(to from) */
  for (int h = 0; h < height; h++) {
    /* parallel */
    for (int w = 0; w < width; w++)
      to[w] = from[width - 1 - w];
    to += WIDTH;
    from += WIDTH;
  }
}

static void nested_walk(int width, int height) {
  unsigned char *p = &mirrored[0][0];
  const unsigned char *q = &picture[0][0];
  /* parallel: induction(p q) */
  for (int h = 0; h < height; h++) {
    /* parallel: induction(p q) */
    for (int w = 0; w < width; w++)
      *p++ = (unsigned char)(*q++ ^ 0x0f);
    p += WIDTH - width;
    q += WIDTH - width;
  }
}

static void four_at_a_time(double *to, const double *from, int n) {
  /* parallel: induction(n to from) */
  while (n >= 4) {
    to[0] = from[0] + 1;
    to[1] = from[1] + 2;
    to[2] = from[2] + 3;
    to[3] = from[3] + 4;
    to += 4;
    from += 4;
    n -= 4;
  }
  /* parallel: induction(n to from) */
  while (n-- > 0)
    *to++ = *from++;
}

static void two_ends(int n) {
  int *low = a, *high = a + n - 1;
  /* parallel: induction(low high) */
  while (low < high) {
    int kept = *low;
    *low++ = *high;
    *high-- = kept;
  }
}

static void bytes_of_words(const int *words, unsigned char *to, int n) {
  /* parallel: induction(to) */
  for (int i = 0; i < n; i++) {
    unsigned v = (unsigned)words[i];
    *to++ = (unsigned char)(v >> 24);
    *to++ = (unsigned char)(v >> 16);
    *to++ = (unsigned char)(v >> 8);
    *to++ = (unsigned char)v;
  }
}

static void through_struct(int n) {
  struct {
    const int *from;
    int *to;
  } walk = {a, c};
  /* parallel: induction(walk from to) */
  for (int i = 0; i < n; i++)
    *walk.to++ = *walk.from++ + 5;
}

/* Near misses. */

static void overlapping_copy(int n) {
  const int *from = b;
  int *to = b + 1;
  /* sequential: each element is copied on */
  while (n--)
    *to++ = *from++;
}

static int compact(int *p, int n) {
  int *to = p;
  /* sequential: the place depends on how many were kept */
  for (int i = 0; i < n; i++)
    if (p[i] > 0)
      *to++ = p[i];
  return (int)(to - p);
}

static int unpack_runs(int n) {
  const unsigned char *p = packed;
  unsigned char *to = &picture[0][0], *end = to + n;
  /* sequential: the data say how far to go */
  while (to < end) {
    int run = *p++ & 7;
    /* parallel: induction(to run), unless the end stops it */
    while (run-- >= 0 && to < end)
      *to++ = *p;
  }
  return (int)(p - packed);
}

static void delta(int n) {
  int *p = c;
  /* sequential: each value is a difference to the one before */
  for (int i = 1; i < n; i++, p++)
    p[1] += p[0];
}

static double filter_in_place(double *p, int n) {
  double last = 0;
  /* sequential: state of a filter */
  while (n--) {
    last = *p - 0.95 * last;
    *p++ = last;
  }
  return last;
}

static void may_be_the_same(int *to, const int *from, int n) {
  /* parallel if the ranges do not overlap */
  while (n--)
    *to++ = *from++ + 1;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 400, SIZE / 4);
  suite_ints(a, SIZE, -1000, 1000);
  suite_doubles(x, SIZE);
  suite_bytes(&picture[0][0], WIDTH * HEIGHT);
  suite_bytes(packed, SIZE);
  copy(b, a, n);
  scale(x, x + n, 1.5);
  until_the_end(c, a, n);
  backwards(b, a, n);
  interleave(n);
  split(n);
  rows(WIDTH - 3, HEIGHT);
  suite_show("mirrored", mirrored, sizeof mirrored);
  nested_walk(WIDTH - 2, HEIGHT - 1);
  suite_show("mirrored", mirrored, sizeof mirrored);
  four_at_a_time(y, x, n);
  two_ends(n);
  printf("%ld\n", sum(a, n));
  bytes_of_words(a, packed, n);
  suite_show("packed", packed, sizeof packed);
  through_struct(n);
  overlapping_copy(n);
  suite_show("b", b, sizeof b);
  int kept = compact(a, n);
  suite_bytes(packed, SIZE);
  int used = unpack_runs(n);
  delta(n);
  printf("%d %d %g\n", kept, used, filter_in_place(x, n));
  may_be_the_same(b + n % 3, b, n);
  may_be_the_same(c, a, n);
  suite_show("a", a, sizeof a);
  suite_show("b", b, sizeof b);
  suite_show("c", c, sizeof c);
  suite_show("x", x, sizeof x);
  suite_show("y", y, sizeof y);
  suite_show("left", left, sizeof left);
  suite_show("right", right, sizeof right);
  suite_show("picture", picture, sizeof picture);
  return 0;
}
