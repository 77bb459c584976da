// PARALLEL: 3
// Blocks that a loop uses in some runs only: in others there is no handle, no holder, a smaller holder, or something
// else where the pointer would be.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 100, ROUNDS = 40 };

static int work(int k) {
  unsigned state = (unsigned)k;
  for (int i = 0; i < 20000; i++)
    state = state * 1103515245u + 12345u;
  return (int)(state >> 16);
}

/* No handle. */
struct handle {
  unsigned char *bytes;
};

static int with_handle(struct handle *h, int k) {
  int sum = work(k);
  if (h != NULL) {
    memset(h->bytes, sum, BYTES);
    sum = h->bytes[5];
  }
  return sum;
}

static void handles(struct handle *h) {
  for (int k = 0;; k++) {
    if (k + getchar() == ROUNDS - 1)
      break;
    int sum = with_handle(h, k);
    printf("%d\n", sum);
  }
}

/* A handle without the block that has the pointer. */
struct inner {
  unsigned char *bytes;
};

struct outer {
  struct inner *in;
};

static int with_inner(struct outer *o, int k) {
  int sum = work(k);
  if (o->in != NULL) {
    memset(o->in->bytes, sum, BYTES);
    sum = o->in->bytes[5];
  }
  return sum;
}

static void inners(struct outer *o) {
  for (int k = 0;; k++) {
    if (k + getchar() == ROUNDS - 1)
      break;
    int sum = with_inner(o, k);
    printf("%d\n", sum);
  }
}

/* The beginning of a structure. */
struct base {
  int kind;
};

struct large {
  struct base base;
  char pad[1 << 20];
  unsigned char *bytes;
};

static int with_kind(struct base *b, int k) {
  int sum = work(k);
  if (b->kind) {
    memset(((struct large *)b)->bytes, sum, BYTES);
    sum = ((struct large *)b)->bytes[5];
  }
  return sum;
}

static void kinds(struct base *b) {
  for (int k = 0;; k++) {
    if (k + getchar() == ROUNDS - 1)
      break;
    int sum = with_kind(b, k);
    printf("%d\n", sum);
  }
}

/* A number in place of the pointer. */
struct number {
  int is_pointer;
  union {
    unsigned char *bytes;
    int number;
  } either;
};

static int with_number(struct number *n, int k) {
  int sum = work(k);
  if (n->is_pointer) {
    memset(n->either.bytes, sum, BYTES);
    sum = n->either.bytes[5];
  }
  else
    sum += n->either.number;
  return sum;
}

static void numbers(struct number *n) {
  for (int k = 0;; k++) {
    if (k + getchar() == ROUNDS - 1)
      break;
    int sum = with_number(n, k);
    printf("%d\n", sum);
  }
}

/* Another kind of structure. */
struct other {
  struct base base;
  int pad, x, y;
};

struct pointer {
  struct base base;
  unsigned char *bytes;
};

static int with_other(struct base *b, int k) {
  int sum = work(k);
  if (b->kind) {
    memset(((struct pointer *)b)->bytes, sum, BYTES);
    sum = ((struct pointer *)b)->bytes[5];
  }
  else
    sum += ((struct other *)b)->x;
  return sum;
}

static void others(struct base *b) {
  for (int k = 0;; k++) {
    if (k + getchar() == ROUNDS - 1)
      break;
    int sum = with_other(b, k);
    printf("%d\n", sum);
  }
}

/* A pointer that leads nowhere, and of which no run knows how much it would lead to. */
struct mark {
  int has_bytes;
  unsigned char *bytes;
};

static int with_mark(struct mark *m, int k) {
  int sum = work(k);
  unsigned char *bytes = m->bytes;
  if (m->has_bytes) {
    memset(bytes, sum, BYTES);
    sum = bytes[5];
  }
  return sum;
}

static void marks(struct mark *m) {
  for (int k = 0;; k++) {
    if (k + getchar() == ROUNDS - 1)
      break;
    int sum = with_mark(m, k);
    printf("%d\n", sum);
  }
}

int main(int count, char **arguments) {
  (void)arguments;
  struct handle h = {malloc(BYTES)};
  handles(&h);
  handles(NULL);

  struct outer o = {malloc(sizeof *o.in)};
  o.in->bytes = malloc(BYTES);
  inners(&o);
  o.in = NULL;
  inners(&o);

  struct large *l = malloc(sizeof *l);
  struct base *b = malloc(sizeof *b);
  l->base.kind = 1;
  l->bytes = malloc(BYTES);
  b->kind = 0;
  kinds(&l->base);
  kinds(b);

  struct number *n = malloc(sizeof *n);
  n->is_pointer = 1;
  n->either.bytes = malloc(BYTES);
  numbers(n);
  n->is_pointer = 0;
  n->either.number = 7;
  numbers(n);

  struct pointer *p = malloc(sizeof *p);
  struct other *q = malloc(sizeof *q);
  p->base.kind = 1;
  p->bytes = malloc(BYTES);
  q->base.kind = 0;
  q->x = q->y = 3;
  others(&p->base);
  others(&q->base);

  struct mark *m = malloc(sizeof *m);
  m->has_bytes = 1;
  m->bytes = malloc((size_t)(BYTES - 1 + count));
  marks(m);
  m->has_bytes = 0;
  m->bytes = (unsigned char *)8;
  marks(m);
  return 0;
}
