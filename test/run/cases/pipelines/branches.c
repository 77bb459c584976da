/* PARALLEL: 5 */
/* Conditions that take long run ahead of arms that count, print and go on with the next iteration. */
#include <stdio.h>
#include <stdlib.h>
enum { N = 300, V = 200 };

struct node {
  struct node *next;
  int number;
  unsigned char v[V];
};
struct tally {
  unsigned long bad, good, last;
};

static unsigned check(const struct node *p, unsigned *sum) {
  unsigned c = ~0u;
  for (int i = 0; i < V; i++) {
    c ^= p->v[i];
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
  }
  *sum = c;
  return c & 3;
}

static const unsigned char *find(const struct node *p, unsigned char wanted) { /* null: nowhere */
  const unsigned char *found = NULL;
  for (int round = 0; round < 20; round++)
    for (int i = 0; i < V; i++)
      if ((p->v[i] * (round + 1) & 255) == wanted)
        found = &p->v[i];
  return found;
}

static double mean(const struct node *p) {
  double sum = 0;
  for (int round = 0; round < 10; round++)
    for (int i = 0; i < V; i++)
      sum = sum * 0.25 + p->v[i] - 80;
  return sum > 100 ? sum : 0;
}

#define IS_GOOD(p) (check(p, &sum) != 0)

static struct node *make(void) {
  struct node *first = NULL;
  unsigned state = 7;
  for (int i = N; i-- > 0;) {
    struct node *made = malloc(sizeof *made);
    if (!made)
      exit(1);
    made->next = first;
    made->number = i;
    for (int k = 0; k < V; k++)
      made->v[k] = (unsigned char)((state = state * 1664525u + 1013904223u) >> 24);
    first = made;
  }
  return first;
}

static void goes_on(struct node *p, struct tally *t) {
  for (; p; p = p->next) {
    unsigned sum;
    if (p->number % 17 == 0)
      continue;
    if (!check(p, &sum)) {
      t->bad++;
      if (t->bad % 3 == 0)
        continue;
      printf("bad %d %ld\n", p->number, t->bad);
      continue;
    }
    t->good++;
    printf("%d %08x %ld\n", p->number, sum, t->good);
  }
}

static long hands_on(struct node *p) {
  long bad = 0, before = -1;
  for (; p; p = p->next) {
    unsigned sum;
    if (IS_GOOD(p)) {
      if (p->number % 5 == 0)
        continue;
      before = p->number;
    } else {
      bad += before;
      continue;
    }
    if (p->number % 7 == 0)
      bad ^= before;
  }
  return bad;
}

static void pointers(struct node *p, struct tally *t) {
  for (; p; p = p->next)
    if /* somewhere */ (find(p, 77)) printf("%d\n", p->number), t->good += 2;
    else t->bad += p->number;
}

static void numbers(struct node *p, struct tally *t) {
  while (p) {
    {
      struct node *now = p;
      p = p->next;
      if (mean(now))
        t->last = now->number;
      else if (t->last % 2)
        t->bad++;
    }
    t->good += t->last;
  }
}

static void two(struct node *p, struct tally *t) { /* the second condition needs what the first arms have */
  for (; p; p = p->next) {
    unsigned sum;
    if (check(p, &sum) == 1)
      t->last = t->last * 3 + sum % 5;
    if (find(p, 10) && mean(p) > 0)
      t->bad = t->bad * 5 + t->last;
  }
}

int main(void) {
  struct node *all = make();
  struct tally t = {0, 0, 0};
  goes_on(all, &t);
  printf("%lu %lu %ld\n", t.bad, t.good, hands_on(all));
  pointers(all, &t);
  printf("%ld %ld\n", t.bad, t.good);
  numbers(all, &t);
  printf("%lu %lu %ld\n", t.bad, t.good, t.last);
  t.last = t.bad = 0;
  two(all, &t);
  printf("%ld %ld\n", t.bad, t.last);
  while (all) {
    struct node *next = all->next;
    free(all);
    all = next;
  }
  return 0;
}
