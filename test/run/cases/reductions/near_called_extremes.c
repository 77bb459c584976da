/* PARALLEL: 0 */
/* What called functions keep is no mere minimum or maximum: something else depends on it, or it is
 * compared as another number than the one that is kept. */
#include <stdio.h>
enum { N = 200 };
struct state {
  int deepest, at;
  union {
    int with;
    unsigned without;
  } sign;
};
static int in[N], out[N];
static int best = -3, where, record, records, least = 50, mixed, both = 60, cut = 1, read = 2, shown;
static unsigned char narrow = 3;

/* Where it was found, how often it changed, and what comes of it. */
static int placed(int x, int i) {
  if (x > best) {
    best = x;
    where = i;
  }
  return x;
}
static int counted(int x) {
  if (x > record) {
    record = x;
    records++;
  }
  return x;
}
static int pruned(int x) {
  if (x < least)
    least = x;
  return x > least + 100 ? 0 : x;
}
static int limited(int x) {
  if (x > cut && x < 390)
    cut = x + 1;
  return x;
}
static void depended(void) {
  for (int i = 0; i < N; i++)
    out[i] += placed(in[i], i);
  for (int i = 0; i < N; i++)
    out[i] += counted(in[i]);
  for (int i = 0; i < N; i++)
    out[i] += pruned(in[i]);
  for (int i = 0; i < N; i++)
    out[i] += limited(in[i]);
}
/* Both a minimum and a maximum, or a sum. */
static int two_ways(int x) {
  if (x > both)
    both = x;
  if (x % 5 == 0 && x / 2 < both)
    both = x / 2;
  return x;
}
static int added(int x) {
  if (x > mixed)
    mixed = x;
  if (x % 9 == 0)
    mixed += 2;
  return x;
}
static void ways(void) {
  for (int i = 0; i < N; i++)
    out[i] += two_ways(in[i]);
  for (int i = 0; i < N; i++)
    out[i] += added(in[i]);
}
/* What is kept is not what was compared. */
static int truncated(int x) {
  if (x > narrow)
    narrow = (unsigned char)x;
  return x;
}
static int as_signed(struct state *s, int x) {
  if (x > s->sign.with)
    s->sign.with = x;
  return x;
}
static int as_unsigned(struct state *s, int x) {
  const unsigned u = (unsigned)x;
  if (u > s->sign.without)
    s->sign.without = u;
  return x;
}
static void numbers(struct state *s) {
  for (int i = 0; i < N; i++)
    out[i] += truncated(in[i]);
  for (int i = 0; i < N; i++)
    out[i] += as_signed(s, in[i] - 300) + as_unsigned(s, in[i] % 7 ? in[i] : -in[i]);
}
/* The loop, or a function beside, looks at it. */
static int deeper(struct state *s, int depth) {
  if (depth > s->deepest)
    s->deepest = depth;
  return depth;
}
static int reader(int x) {
  if (x > read)
    read = x;
  return x;
}
static void show(void) { shown += read; }
static void looked_at(struct state *s, const int *seen) {
  for (int i = 0; i < N; i++)
    out[i] += deeper(s, in[i]) + s->deepest;
  for (int i = 0; i < N; i++) {
    deeper(s, in[i] + 3 * i);
    out[i] += *seen;
  }
  for (int i = 0; i < N; i++) {
    out[i] += reader(in[i] + i);
    show();
  }
}
int main(void) {
  static struct state s = {.deepest = 4};
  for (int i = 0; i < N; i++)
    in[i] = (i * 7919 + 13) % 401;
  depended();
  ways();
  numbers(&s);
  looked_at(&s, &s.deepest);
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)out[i];
  printf("%u %d %d %d %d %d\n", sum, best, where, record, records, least);
  printf("%d %d %d %d %d %d\n", mixed, both, cut, narrow, s.sign.with, s.deepest);
  printf("%d %d\n", read, shown);
  return 0;
}
