/* Pointers that unknown code (insque) stores lead to what escaped, however it did. */
#include <search.h>
#include <stdio.h>

#define N 4000

struct inner {
  unsigned *data;
};
struct node {
  struct node *next, *prev;
  struct inner *in;
  void (*step)(unsigned *, int);
};

static unsigned x[N + 1], z[N + 1], w[N + 1];
static struct inner deep = {x};

static void carry(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    p[i + 1] = p[i] * 3 + z[i];
}
static void shift(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    z[i + 1] = p[i] * 5 + i;
}

static struct node a, b = {.in = &deep, .step = carry}, late = {.step = shift};

/* Reached only through members of what was given away. */
static void through_members(void) {
  unsigned *p = a.next->in->data;
  for (int i = 0; i < N; i++)
    x[i + 1] = p[i] * 7 + i;
}

/* Escapes after the load; the second call loads what unknown code put there. */
static void given_later(int round) {
  static struct node first;
  static struct inner holder = {w};
  struct node *found = first.next;
  if (found) {
    unsigned *p = found->in->data;
    for (int i = 0; i < N; i++)
      w[i + 1] = p[i] + round * 9 + i;
  }
  late.in = &holder;
  insque(&late, &first);
}

/* The function and its argument come from what was given away. */
static void called_from_table(void) {
  a.next->step(x, N);
  static struct node table;
  static struct inner holder = {z};
  static struct node entry = {.in = &holder, .step = shift};
  insque(&entry, &table);
  table.next->step(table.next->in->data, N);
}

int main(void) {
  insque(&b, &a);
  x[0] = 1;
  through_members();
  given_later(1);
  given_later(2);
  called_from_table();
  unsigned s = 0;
  for (int i = 0; i <= N; i++)
    s = s * 31 + x[i] + z[i] * 2 + w[i] * 3;
  printf("%u\n", s);
  return 0;
}
