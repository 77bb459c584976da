/* PARALLEL: 0 */
/* Almost private members: read before they are written, written on one way only, left differently,
 * seen by another name or a callee, under a name that changes, of a bit-field or a volatile, and of
 * an array that need not be there as a whole. */
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 30, N = 8 };
struct State { int count; unsigned narrow : 4; volatile int seen; int tmp[N]; };
static int x[ROWS][N], y[ROWS][N];
static struct State one, two, *current = &one;
static int peek(int r) { return one.count + r; }
static void first_read(struct State *s) {
  for (int r = 0; r < ROWS; r++) {
    y[r][0] += s->count;
    s->count = x[r][0];
  }
  printf("%d\n", s->count);
}
static void one_way(struct State *s) {
  for (int r = 0; r < ROWS; r++)
    if (x[r][1] & 1) {
      s->count = x[r][0];
      y[r][1] += s->count;
    }
  printf("%d\n", s->count);
}
static void left(struct State *s) {
  for (int r = 0; r < ROWS; r++) {
    s->tmp[r % N] = x[r][0];
    y[r][2] += s->tmp[r % N];
  }
  printf("%d\n", s->tmp[3]);
}
static void other_name(struct State *s, struct State *t) {
  for (int r = 0; r < ROWS; r++) {
    s->count = x[r][0];
    y[r][3] += s->count + t->count;
  }
  printf("%d\n", s->count);
}
static void by_callee(void) {
  for (int r = 0; r < ROWS; r++) {
    one.count = x[r][2];
    y[r][4] += one.count + peek(r);
  }
  printf("%d\n", one.count);
}
static void renamed(void) {
  for (int r = 0; r < ROWS; r++) {
    current->count = x[r][2];
    y[r][5] += current->count;
    current = r == 17 ? &two : current;
  }
  printf("%d %d\n", one.count, two.count);
}
static void partial(struct State *s) {
  for (int r = 0; r < ROWS; r++) {
    s->narrow = (unsigned)x[r][2] & 15u;
    y[r][6] += (int)s->narrow;
    s->seen = r;
    y[r][6] += s->seen;
  }
  printf("%d\n", s->narrow);
}
static void short_block(struct State *s) {
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < 4; i++)
      s->tmp[i] = x[r][i];
    y[r][7] += s->tmp[3];
  }
  printf("%d\n", s->tmp[2]);
}
int main(void) {
  int seed = 7;
  volatile size_t size = sizeof(struct State) - 4 * sizeof(int);
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++) {
      seed = seed * 75 % 65537;
      x[r][i] = seed % 100;
    }
  first_read(&one);
  one_way(&one);
  left(&two);
  other_name(&one, &one);
  by_callee();
  renamed();
  partial(&two);
  struct State *block = malloc(size);
  short_block(block);
  free(block);
  long sum = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      sum = (sum * 31 + y[r][i]) % 1000003;
  printf("%ld\n", sum);
  return 0;
}
