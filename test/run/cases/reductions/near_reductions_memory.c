/* SEQUENTIAL */
/* Almost reductions in memory: looked at by a callee, by another name, by a bound, through a
 * pointer that moves or that the loop changes, one that is combined in two ways, volatile, a
 * bit-field, and a value that is used on. */
#include <stdio.h>
enum { N = 500 };
struct State { int sum, other; unsigned narrow : 5; struct State *next; volatile int v; };
static int x[N], y[N], total, at;
static int seen(int i) { return x[i] + (total & 1); }
static void by_callee(void) {
  for (int i = 0; i < N; i++)
    total += seen(i);
}
static int by_name(struct State *s, struct State *const *t) {
  for (int i = 0; i < N; i++) {
    s->sum += x[i] + y[i];
    y[i] = t[i & 1]->sum;
  }
  return s->sum;
}
static int by_pointer(struct State *s) {
  int *p = &s->sum;
  for (int i = 0; i < N; i++) {
    s->sum += x[i];
    y[i] ^= *p;
  }
  return s->sum;
}
static int moving(struct State *s) {
  for (int i = 0; i < N; i++) {
    s->sum += x[i];
    s = s->next;
  }
  return s->sum;
}
static int changed(int *a) {
  for (int i = 0; i < N; i++) {
    a[at] += x[i];
    if (x[i] == 77)
      at = 1;
  }
  return a[0];
}
static int twice(int *a, int j, int k) {
  for (int i = 0; i < N; i++) {
    a[j] += x[i];
    a[j] *= k;
  }
  return a[j] + k;
}
static int hidden(struct State *s) {
  for (int i = 0; i < N; i++) {
    s->v += x[i];
    s->narrow += (unsigned)(x[i] ^ s->v);
  }
  return s->v + (int)s->narrow;
}
static int used(struct State *s) {
  for (int i = 0; i < N; i++)
    y[i] += (s->other += x[i]);
  return s->other;
}
static int bound(struct State *s) {
  for (int i = 0; i < s->sum; i++)
    s->sum -= x[i] & 1;
  return s->sum;
}
int main(void) {
  struct State s = {0, 0, 0, NULL, 0}, t = {1, 1, 1, NULL, 1};
  int a[3] = {1, 2, 3};
  s.next = &t;
  t.next = &s;
  int seed = 7;
  for (int i = 0; i < N; i++) {
    seed = seed * 75 % 65537;
    x[i] = seed % 100;
  }
  by_callee();
  printf("%d %d", total, by_name(&s, (struct State *[]){&s, &s}));
  printf(" %d %d", by_pointer(&s), moving(&s));
  printf(" %d %d %d", changed(a), twice(a, 1, 3), hidden(&t));
  printf(" %d", used(&s));
  s.sum = 100;
  printf(" %d %d %d\n", bound(&s), y[3], at);
  return 0;
}
