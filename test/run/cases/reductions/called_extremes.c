/* PARALLEL: 7 */
/* Functions that a loop calls keep the least and the greatest integers that they have seen. */
#include <limits.h>
#include <stdio.h>
enum { N = 240 };
#define MAX(a, b) ((a) > (b) ? (a) : (b))
struct state {
  long visits, least;
  int deepest, tags[8];
  unsigned short longest;
  signed char lowest;
  unsigned highest;
  unsigned long long widest;
};
static int in[N], out[N];
static int top = -5, floor_ = 90, unseen = 17;
static unsigned all = 40;

/* Where it calls itself, beside a counter and members that it reads. */
static int descend(struct state *s, int x, int depth) {
  s->visits++;
  if (depth > s->deepest)
    s->deepest = depth;
  return x < 4 ? s->tags[x & 7] : descend(s, x / 3, depth + 1) + 1;
}
static void recursive(struct state *s) {
  for (int i = 0; i < N; i++)
    out[i] += descend(s, in[i], i % 4);
}
/* Of any width and sign, spelled in other ways. */
static int widths(struct state *s, int x) {
  const unsigned short length = (unsigned short)(x * 97);
  const signed char low = (signed char)(x * 3);
  const unsigned high = (unsigned)(x - 150) * 9000001u;
  if (s->longest < length)
    s->longest = length;
  if (low <= s->lowest)
    s->lowest = low;
  s->highest = high > s->highest ? high : s->highest;
  if (x % 7 && s->widest < (unsigned long long)high * high)
    s->widest = (unsigned long long)high * high;
  return length ^ low;
}
static void of_widths(struct state *s) {
  for (int i = 0; i < N; i++)
    out[i] += widths(s, in[i]);
}
/* Negative numbers, by two functions; nothing is beyond what is there. */
static int above(int x) {
  if (x > top)
    top = x;
  return x - 1;
}
static int twice(int x) {
  const int y = -x - 7;
  if (y > top)
    top = y;
  if (x < floor_)
    floor_ = x;
  return above(y - 3) ^ above(y - 1);
}
static void by_two(void) {
  for (int i = 0; i < N; i++)
    out[i] += twice(in[i]);
}
/* Never, or in iterations that few parts have. */
static int seldom(long *least, int x) {
  if (x > 1000 && x > unseen)
    unseen = x;
  if (x == 131 && -x < *least)
    *least = -x;
  return x ^ 3;
}
static void rare(struct state *s) {
  for (int i = 0; i < N; i++)
    out[i] += seldom(&s->least, in[i]);
}
/* The memory is not there if no iteration asks for it. */
static int guarded(struct state *s, int x) {
  if (s && x > s->tags[3])
    s->tags[3] = x;
  return x;
}
static void absent(struct state *s) {
  for (int i = 0; i < N; i++)
    out[i] += guarded(s, in[i]);
}
/* By a macro whose argument it is. */
static int in_macro(int x) {
  const unsigned u = (unsigned)x;
  all = MAX(all, u);
  return x & 9;
}
static void by_macro(void) {
  for (int i = 0; i < N; i++)
    out[i] += in_macro(in[i]);
}
static void few(void) {
  for (int i = 0; i < 3; i++)
    out[i] += in_macro(in[i]) + above(in[i] * 2000);
}
int main(void) {
  static struct state s = {.least = 4, .tags = {1, 2, 3, -4}, .longest = 7, .lowest = 3, .highest = 5};
  for (int i = 0; i < N; i++)
    in[i] = (i * 7919 + 13) % 401;
  recursive(&s);
  of_widths(&s);
  by_two();
  printf("%d %d\n", top, floor_);
  rare(&s);
  absent(NULL);
  absent(&s);
  by_macro();
  few();
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)out[i];
  printf("%u %ld %ld %d %d\n", sum, s.visits, s.least, s.deepest, s.tags[3]);
  printf("%d %d %u %llu\n", s.longest, s.lowest, s.highest, s.widest);
  printf("%d %d %d %u\n", top, floor_, unseen, all);
  return 0;
}
