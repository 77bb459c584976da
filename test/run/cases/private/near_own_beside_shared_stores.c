/* Stores that seem to be an iteration's own, and are not: by what another statement of the loop does with them through
 * functions that both share. As pipelines they keep their order. PARALLEL: 2 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 30 };

typedef struct Store {
  int *values;
  int size;
} Store;

static void append(Store *s, int value) {
  s->values = realloc(s->values, (size_t)(s->size + 1) * sizeof *s->values);
  if (!s->values)
    abort();
  s->values[s->size++] = value;
}

static void clean(Store *s) {
  free(s->values);
  s->values = NULL;
  s->size = 0;
}

static int *data(const Store *s) { return s->values; }

static long sum(const Store *s) {
  long all = 0;
  for (int i = 0; i < s->size; i++)
    all = all * 3 % 10007 + data(s)[i];
  return all;
}

/* Each begins with what the last one has left. */
static long handed_on(void) {
  Store all = {0};
  long found = 0;
  append(&all, 1);
  for (int i = 0; i < N; i++) {
    Store mine = {0};
    append(&mine, data(&all)[all.size - 1] + i);
    append(&all, data(&mine)[0]);
    found = found * 5 % 1009 + sum(&mine);
    clean(&mine);
  }
  found += sum(&all);
  clean(&all);
  return found;
}

/* The block becomes the shared store's, and the next iteration writes to it. */
static void give(Store *to, Store *from) {
  clean(to);
  *to = *from;
}
static long given(void) {
  Store all = {0};
  append(&all, 7);
  for (int i = 0; i < N; i++) {
    Store mine = {0};
    append(&mine, i);
    data(&all)[0] += i;
    append(&mine, data(&all)[0]);
    give(&all, &mine);
  }
  const long found = sum(&all);
  clean(&all);
  return found;
}

/* Swapped by a function that both are handed to. */
static void swap(Store *a, Store *b) {
  Store other = *a;
  *a = *b;
  *b = other;
}
static long swapped(void) {
  Store all = {0};
  long found = 0;
  append(&all, 3);
  for (int i = 0; i < N; i++) {
    Store mine = {0};
    append(&mine, i);
    swap(&mine, &all);
    data(&mine)[0] += i;
    append(&all, data(&mine)[0]);
    found = found * 7 % 10007 + sum(&all);
    clean(&mine);
  }
  clean(&all);
  return found;
}

/* Which of them it is, the number says. */
static Store *either(Store *a, Store *b, int first) { return first ? a : b; }
static long chosen(int which) {
  Store all = {0};
  long found = 0;
  append(&all, 2);
  for (int i = 0; i < N; i++) {
    Store mine = {0};
    append(&mine, 4);
    append(either(&mine, &all, i % 3 < which), i);
    data(either(&all, &mine, i % 2))[0] += i;
    found = found * 7 % 10007 + sum(either(&all, &mine, i % 5 > which));
    clean(&mine);
  }
  clean(&all);
  return found;
}

/* The function remembers the store that it gets elsewhere. */
static Store *last;
static int remembered(Store *s) {
  if (!last)
    last = s;
  data(last)[0]++;
  return data(last)[0];
}
static long by_global(void) {
  Store all = {0};
  long found = 0;
  append(&all, 5);
  for (int i = 0; i < N; i++) {
    Store mine = {0};
    append(&mine, i);
    found = found * 7 % 10007 + remembered(&all) + data(&mine)[0];
    found += remembered(&mine);
    clean(&mine);
  }
  last = NULL;
  clean(&all);
  return found;
}

/* By pointer and by name. */
static long called(void (*add)(Store *, int)) {
  Store all = {0};
  long found = 0;
  for (int i = 0; i < N; i++) {
    Store mine = {0};
    append(&mine, i);
    add(&all, i);
    append(&mine, data(&all)[all.size / 2]);
    found = found * 7 % 10007 + sum(&mine) + sum(&all);
    clean(&mine);
  }
  clean(&all);
  return found;
}
static void twice(Store *s, int value) {
  append(s, value);
  append(s, value);
}

int main(int argc, char **argv) {
  (void)argv;
  printf("%ld %ld %ld\n", handed_on(), given(), swapped());
  printf("%ld %ld %ld\n", chosen(argc), chosen(argc + 1), by_global());
  printf("%ld %ld\n", called(append), called(argc > 3 ? append : twice));
  return 0;
}
