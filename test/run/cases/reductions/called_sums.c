/* PARALLEL: 9 */
/* Functions that a loop calls count and add up: in members, in variables of files and of other
 * functions, at any depth, and where they call themselves. */
#include <stdio.h>
enum { N = 240 };
struct scene {
  int depth;
  long rays;
  unsigned short hits;
  signed char least;
  unsigned mask, all, odd;
  int weights[16];
};
static int in[N], out[N];
static long calls;
static unsigned total;
int seen;

/* Itself, and beside members that it reads. */
static int trace(struct scene *s, int x, int depth) {
  s->rays++;
  if (x % 3 == 0)
    s->hits += 7;
  if (depth >= s->depth)
    return x;
  return s->weights[x & 15] + trace(s, x / 2 + depth, depth + 1);
}
static void recursive(struct scene *s) {
  for (int i = 0; i < N; i++)
    out[i] += trace(s, in[i], 0);
}
/* Two that call each other. */
static int odd(struct scene *s, int x);
static int even(struct scene *s, int x) {
  calls += 1;
  return x <= 0 ? 1 : odd(s, x - 1);
}
static int odd(struct scene *s, int x) {
  s->odd ^= (unsigned)x * 77u;
  return x <= 0 ? 0 : even(s, x - 1);
}
static void mutual(struct scene *s) {
  for (int i = 0; i < N; i++)
    out[i] += even(s, in[i] % 20);
}
/* All operations; numbers of any width, whose high bits are lost. */
static int note(struct scene *s, int x) {
  s->mask &= ~(1u << (x % 29));
  s->all |= 1u << (x % 31);
  s->least = (signed char)(s->least - x);
  seen = seen + x;
  return x ^ 5;
}
static void operations(struct scene *s) {
  for (int i = 0; i < N; i++)
    out[i] += note(s, in[i]);
}
/* Behind other calls, with terms that depend on what they compute. */
static int weigh(const struct scene *s, int x) {
  const int weight = s->weights[x & 15];
  total += (unsigned)weight * 1000003u;
  return weight;
}
static int middle(const struct scene *s, int x) {
  int sum = 0;
  for (int k = 0; k < 4; k++)
    sum += weigh(s, x + k);
  return sum;
}
static void deep(const struct scene *s) {
  for (int i = 0; i < N; i++)
    out[i] += middle(s, in[i]);
}
/* Only some iterations come to it, or none. */
static int seldom(int x) {
  if (x > 1000)
    calls++;
  return x + 1;
}
static void none(void) {
  for (int i = 0; i < N; i++)
    out[i] += seldom(in[i]);
}
/* By a pointer that leads elsewhere in other loops. */
static int count(long *place, int x) {
  *place += x & 3;
  return x > 9;
}
static void counted(long *place) {
  for (int i = 0; i < N; i++)
    out[i] += count(place, in[i]) + in[(i + 1) % N];
}
/* The loop is in a function that its iterations call again. */
static int search(int node, int depth) {
  calls++;
  if (depth == 0)
    return node % 17;
  int best = 0;
  for (int i = 0; i < 6; i++) {
    const int value = search(node * 5 + i, depth - 1);
    best += value;
  }
  return best % 1001;
}
int main(void) {
  static struct scene s = {.depth = 6, .rays = 40, .mask = ~0u, .least = 3};
  long place = 1, other = 2;
  for (int i = 0; i < 16; i++)
    s.weights[i] = i * i % 13;
  for (int i = 0; i < N; i++)
    in[i] = (i * 7919 + 13) % 401;
  recursive(&s);
  mutual(&s);
  operations(&s);
  deep(&s);
  none();
  counted(&place);
  counted(&other);
  const int best = search(1, 4);
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)out[i];
  printf("%u %ld %u %d %x %x %x\n", sum, s.rays, s.hits, s.least, s.mask, s.all, s.odd);
  printf("%ld %u %d %ld %ld %d\n", calls, total, seen, place, other, best);
  return 0;
}
