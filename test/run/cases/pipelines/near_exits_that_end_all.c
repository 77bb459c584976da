/* PARALLEL: 0 */
/* What iterations count in front of the exit is read behind it, on the way that the program then takes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 3000, KEYS = 61, LAST = 1711 };

const char *__tsan_default_options(void); /* instead of ending the program there */
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

struct entry {
  struct entry *next;
  int key, hits;
  double last;
  char *text;
};
struct table {
  struct entry *first;
  long asked, entries;
};

static double work(int seed) {
  double s = seed;
  for (int i = 0; i < 300; i++)
    s = s * 0.99 + (i ^ seed);
  return s;
}

static struct entry *find(struct table *t, int key, size_t size) {
  for (struct entry *e = t->first; e != NULL; e = e->next)
    if (e->key == key)
      return e;
  struct entry *e = calloc(1, sizeof *e);
  if (e == NULL || (e->text = malloc(size)) == NULL) {
    free(e);
    return NULL;
  }
  e->key = key;
  e->next = t->first;
  t->first = e;
  t->entries++;
  return e;
}

/* The message itself. */
static int watch_message(struct table *t) {
  for (int i = 0; i < N; i++) {
    t->asked++;
    double r = work(i);
    struct entry *e = find(t, i < LAST ? i % KEYS : i, i < LAST ? 16 : SIZE_MAX / 4);
    if (e == NULL) {
      printf("no memory after %ld\n", t->asked);
      return 1;
    }
    e->last += r;
  }
  return 0;
}

/* The caller goes on. */
static int watch_caller(struct table *t) {
  for (int i = 0; i < N; i++) {
    t->asked++;
    double r = work(i);
    struct entry *e = find(t, i < LAST ? i % KEYS : i, i < LAST ? 16 : SIZE_MAX / 4);
    if (e == NULL)
      return 1;
    e->last += r;
  }
  return 0;
}

/* So does one of them. */
static int watch_callers(struct table *t) {
  for (int i = 0; i < N; i++) {
    t->asked++;
    double r = work(i);
    struct entry *e = find(t, i < LAST ? i % KEYS : i, i < LAST ? 16 : SIZE_MAX / 4);
    if (e == NULL)
      return 1;
    e->last += r;
  }
  return 0;
}

/* With that number, though not with others. */
static int watch_number(struct table *t) {
  for (int i = 0; i < N; i++) {
    t->asked++;
    double r = work(i);
    struct entry *e = find(t, i < LAST ? i % KEYS : i, i < LAST ? 16 : SIZE_MAX / 4);
    if (e == NULL)
      return 2;
    e->last += r;
  }
  return 0;
}

/* With a number that depends on data. */
static int watch_data(struct table *t) {
  for (int i = 0; i < N; i++) {
    t->asked++;
    double r = work(i);
    struct entry *e = find(t, i < LAST ? i % KEYS : i, i < LAST ? 16 : SIZE_MAX / 4);
    if (e == NULL)
      return i < 2 * LAST ? 1 : 2;
    e->last += r;
  }
  return 0;
}

/* The loop around it runs again. */
static int watch_rounds(struct table *t) {
  for (int round = 0; round < 3; round++) {
    printf("round %d, %ld\n", round, t->asked);
    for (int i = 0; i < N; i++) {
      t->asked++;
      double r = work(i);
      struct entry *e = find(t, i < LAST ? i % KEYS : i, i < LAST ? 16 : SIZE_MAX / 4);
      if (e == NULL)
        break;
      e->last += r;
    }
  }
  return 0;
}

/* The result is stored, and something else tested. */
static int watch_other(struct table *t) {
  for (int i = 0; i < N; i++) {
    t->asked++;
    double r = work(i);
    struct entry *e = find(t, i < LAST ? i % KEYS : i, i < LAST ? 16 : SIZE_MAX / 4);
    if (e == NULL)
      return 1;
    e->last += r;
  }
  return 0;
}

/* What it is stored in has another number then. */
static int watch_anew(struct table *t) {
  for (int i = 0; i < N; i++) {
    t->asked++;
    double r = work(i);
    struct entry *e = find(t, i < LAST ? i % KEYS : i, i < LAST ? 16 : SIZE_MAX / 4);
    if (e == NULL)
      return 1;
    e->last += r;
  }
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  struct table a = {0}, b = {0}, c = {0}, d = {0}, e = {0}, f = {0}, g = {0}, h = {0};
  int last = watch_rounds(&a), status;
  last += watch_message(&b);
  if (watch_caller(&c) == 0)
    return 9;
  printf("%ld asked\n", c.asked);
  if (argc > 5 && watch_callers(&c) != 0)
    return 8;
  status = watch_callers(&d);
  printf("%d, %ld asked\n", status, d.asked);
  if ((status = watch_number(&e)) == 1)
    return 7;
  printf("%d, %ld asked\n", status, e.asked);
  if (watch_data(&f) == 2)
    return 6;
  printf("%ld asked\n", f.asked);
  status = watch_other(&g);
  if (status + last == 0)
    return 5;
  printf("%ld asked\n", g.asked);
  status = watch_anew(&h);
  status = argc > 7;
  if (status != 0)
    return 4;
  printf("%ld asked\n", h.asked);
  return 1;
}
