/* PARALLEL: 0 */
/* What called functions do to memory is no mere sum: they, or somebody else, look at it, set it, or
 * get at it by another way. */
#include <stdio.h>
#include <stdlib.h>
enum { N = 200 };
struct state {
  long n, other;
  unsigned bits : 9;
  int weights[16];
};
static int in[N], out[N];
static long calls, tickets, last, limits, marks, visits;
static volatile int watched;

/* The value is used. */
static int ticket(void) { return (int)++tickets; }
static void tickets_taken(void) {
  for (int i = 0; i < N; i++)
    out[i] += ticket();
}
/* It ends something. */
static int limited(int x) {
  if (limits < 90)
    limits += x & 1;
  return x;
}
static void limits_kept(void) {
  for (int i = 0; i < N; i++)
    out[i] += limited(in[i]);
}
/* It is set as well, or updated in two ways. */
static int mark(int x) {
  if (x == 77)
    marks = 5;
  marks += x;
  return x;
}
static int visit(int x) {
  visits += x;
  if (x % 9 == 0)
    visits ^= 21;
  return x;
}
static void marked(void) {
  for (int i = 0; i < N; i++)
    out[i] += mark(in[i]);
  for (int i = 0; i < N; i++)
    out[i] += visit(in[i]);
}
/* The loop reads it between calls. */
static int counted(int x) {
  calls += x & 1;
  return x;
}
static void read_between(void) {
  for (int i = 0; i < N; i++)
    out[i] += counted(in[i]) + (int)(calls & 1);
}
/* One function, two places: of the caller's caller, and its own. */
static void bump(long *p, int x) { *p += x; }
static int both(struct state *s, int x) {
  long mine = 0;
  for (int k = 0; k < 3; k++) {
    bump(&mine, x + k);
    bump(&s->n, k);
  }
  return (int)mine;
}
static void two_places(struct state *s) {
  for (int i = 0; i < N; i++)
    out[i] += both(s, in[i]);
}
/* A block that the call itself allocates, or not. */
static int fresh(struct state *s, int x) {
  long *block = x % 4 ? malloc(sizeof *block) : NULL;
  long *p = block ? block : &s->other;
  if (block)
    *block = 3;
  bump(p, x);
  const int seen = block ? (int)*block : 0;
  free(block);
  return seen;
}
static void allocated(struct state *s) {
  for (int i = 0; i < N; i++)
    out[i] += fresh(s, in[i]);
}
/* Another place in each iteration. */
static int at(long *place, int x) {
  *place += x;
  return x;
}
static long cells[4];
static void places(void) {
  for (int i = 0; i < N; i++)
    out[i] += at(&cells[in[i] & 3], in[i]);
}
/* Through a pointer to a function, and called by the library. */
static int (*volatile chosen)(int);
static int (*pointer)(int) = counted;
static void by_pointer(void) {
  if (chosen)
    pointer = chosen;
  for (int i = 0; i < N; i++)
    out[i] += pointer(in[i]);
}
static long compared;
static int compare(const void *a, const void *b) {
  compared++;
  return *(const int *)a - *(const int *)b;
}
static int sorted(int x) {
  int own[8];
  for (int k = 0; k < 8; k++)
    own[k] = (x * (k + 3)) % 31;
  qsort(own, 8, sizeof *own, compare);
  return own[3];
}
static void by_library(void) {
  for (int i = 0; i < N; i++)
    out[i] += sorted(in[i]);
}
/* Bits of a byte, and memory that changes by itself. */
static int narrow(struct state *s, int x) {
  s->bits += (unsigned)x;
  watched += x;
  return x;
}
static void volatiles(struct state *s) {
  for (int i = 0; i < N; i++)
    out[i] += narrow(s, in[i]);
}
/* Another name for it is read in the loop. */
static void aliased(struct state *s, const long *seen) {
  for (int i = 0; i < N; i++) {
    bump(&s->n, in[i]);
    out[i] += (int)*seen;
  }
}
/* What was last, not a sum. */
static int recorded(int x) {
  last = x;
  return x;
}
static void lasts(void) {
  for (int i = 0; i < N; i++)
    out[i] += recorded(in[i]) + (int)last % 2 + (int)(last - in[i]);
}
/* Beside scratch: a copy of the structure would be of the sum, too. */
struct work {
  long uses;
  int scratch[32];
};
static int permuted(struct work *w, int x) {
  int sum = 0;
  w->uses++;
  for (int k = 0; k < 32; k++)
    w->scratch[k] = x * k;
  for (int k = 0, j = 0; k < 32; k++) {
    j = (5 * j + 3) % 32;
    sum += w->scratch[j] ^ w->scratch[31 - k];
  }
  return sum;
}
static long scratch(void) {
  struct work w = {.uses = 7};
  for (int i = 0; i < N; i++)
    out[i] += permuted(&w, in[i]);
  return w.uses;
}
int main(void) {
  static struct state s = {.n = 1, .other = 9};
  for (int i = 0; i < N; i++)
    in[i] = (i * 7919 + 13) % 401;
  tickets_taken();
  limits_kept();
  marked();
  read_between();
  two_places(&s);
  allocated(&s);
  places();
  by_pointer();
  by_library();
  volatiles(&s);
  aliased(&s, &s.n);
  lasts();
  const long uses = scratch();
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)out[i];
  printf("%u %ld %ld %u %ld %ld %ld %ld\n", sum, s.n, s.other, s.bits, tickets, limits, marks, visits);
  printf("%ld %ld %ld %ld %ld %ld %ld %d\n", uses, calls, compared, last, cells[0], cells[1], cells[3],
         watched);
  return 0;
}
