/* SEQUENTIAL */
/* The program ends where the loop does, but a function that runs then reads what was counted. */
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

static int watch(struct table *t) {
  for (int i = 0; i < N; i++) {
    t->asked++;
    double r = work(i);
    struct entry *e = find(t, i < LAST ? i % KEYS : i, i < LAST ? 16 : SIZE_MAX / 4);
    if (e == NULL) {
      printf("no memory after %ld entries, at %d\n", t->entries, i);
      return 2;
    }
    e->last += (r - e->last) / 2;
    e->hits++;
  }
  return 0;
}

static void print(const struct table *t) {
  double sum = 0;
  for (const struct entry *e = t->first; e != NULL; e = e->next)
    sum += e->last * e->hits * e->key;
  printf("%ld entries, %ld asked, %.17g\n", t->entries, t->asked, sum);
}

static int run(struct table *t) {
  int status = watch(t);
  if (status == 1)
    print(t);
  if (status)
    return status;
  print(t);
  return 0;
}

static struct table t;

static void at_end(void) { printf("%ld asked\n", t.asked); }

int main(void) {
  printf("start\n");
  atexit(at_end);
  if (run(&t) != 0 || t.asked == 0)
    return 3;
  print(&t);
  return 0;
}
