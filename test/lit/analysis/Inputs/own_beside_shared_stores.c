/* PARALLEL: 5
 * Functions that grow a store of the iteration in one statement grow one of all iterations in another, which runs in
 * order: by name, by pointer, levels below, and as allocators. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40 };

typedef struct Store {
  int *values;
  size_t size, room;
} Store;

static void append(Store *s, int value) {
  if (s->size == s->room) {
    s->room = s->room ? s->room * 2 : 1;
    s->values = realloc(s->values, s->room * sizeof *s->values);
    if (!s->values)
      exit(1);
  }
  s->values[s->size++] = value;
}

static void append_all(const Store *from, Store *to) {
  for (size_t i = 0; i < from->size; i++)
    append(to, from->values[i]);
}

static void copy(const Store *from, Store *to) {
  free(to->values);
  to->values = malloc(from->size * sizeof *to->values);
  if (!to->values)
    exit(1);
  to->size = to->room = from->size;
  memcpy(to->values, from->values, from->size * sizeof *to->values);
}

static void clean(Store *s) { free(s->values); }

static int step(int value, int by) {
  for (int k = 0; k < 30; k++)
    value = (value * 75 + by) % 65537;
  return value;
}

/* Levels below: the best of several, by way of a store of the function's own. */
static void optimise(int seed, Store *best) {
  Store now = {0};
  int least = 65537;
  for (int round = 0; round < 4; round++) {
    now.size = 0;
    for (int k = 0; k < 10 + seed % 7; k++)
      append(&now, step(seed + k, round));
    if (now.values[now.size / 2] < least) {
      least = now.values[now.size / 2];
      copy(&now, best);
    }
  }
  clean(&now);
}

static long weigh(const Store *s) {
  long sum = 0;
  for (size_t i = 0; i < s->size; i++)
    sum = sum * 3 % 10007 + s->values[i];
  return sum;
}

static long blocks(void) {
  Store all = {0};
  size_t ends[N];
  for (int i = 0; i < N; i++) {
    Store mine = {0};
    optimise(i, &mine);
    append_all(&mine, &all);
    ends[i] = all.size;
    clean(&mine);
  }
  long sum = weigh(&all);
  for (int i = 0; i < N; i++)
    sum += (long)ends[i] * i;
  clean(&all);
  return sum;
}

/* The parallel part calls by pointer what the ordered one calls by name. */
static void by_pointer(void (*add)(Store *, int), Store *all) {
  for (int i = 0; i < N; i++) {
    Store mine = {0};
    for (int k = 0; k < 9; k++)
      add(&mine, step(i, k));
    append(all, mine.values[i % 9]);
    clean(&mine);
  }
}
static void append_twice(Store *s, int value) {
  append(s, value);
  append(s, value + 1);
}

/* A function that calls itself. */
static int *halve(const int *values, size_t n, size_t *left) {
  int *half = malloc((n / 2 + 1) * sizeof *half);
  if (!half)
    exit(1);
  for (size_t i = 0; i < n / 2; i++)
    half[i] = values[2 * i] + values[2 * i + 1];
  *left = n / 2;
  if (n / 2 < 2)
    return half;
  int *quarter = halve(half, n / 2, left);
  free(half);
  return quarter;
}
static int *again(int *sums, size_t n) {
  size_t left;
  int *less = halve(sums, n, &left);
  free(sums);
  return less;
}
static long recursive(void) {
  int *sums = calloc(64, sizeof *sums);
  long sum = 0;
  for (int i = 0; i < N; i++) {
    int mine[64];
    for (int k = 0; k < 64; k++)
      mine[k] = step(i, k);
    size_t left;
    int *less = halve(mine, 64, &left);
    sums[i] = less[0];
    free(less);
  }
  sums = again(sums, 64);
  sum = sums[0];
  free(sums);
  return sum;
}

/* An allocator for both. */
static Store *fresh(void) {
  Store *made = calloc(1, sizeof *made);
  if (!made)
    exit(1);
  return made;
}
static void output(Store **made, int value) {
  *made = fresh();
  append(*made, value);
}
static long allocated(void) {
  Store *all = fresh();
  for (int i = 0; i < N; i++) {
    Store *mine;
    output(&mine, i);
    for (int k = 0; k < 12; k++)
      append(mine, step(i, k) + mine->values[0]);
    append_all(mine, all);
    clean(mine);
    free(mine);
  }
  long sum = weigh(all);
  clean(all);
  free(all);
  return sum;
}

int main(void) {
  Store all = {0};
  printf("%ld\n", blocks());
  by_pointer(append, &all);
  by_pointer(append_twice, &all);
  printf("%ld\n", weigh(&all));
  printf("%ld\n", recursive());
  printf("%ld\n", allocated());
  clean(&all);
  return 0;
}
