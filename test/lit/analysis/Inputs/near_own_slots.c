/* PARALLEL: 0 */
/* Slots that do not own their blocks, or that more than one iteration looks into. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20 };

typedef struct Store {
  int *values, size;
} Store;

#define TABLE(name) static Store name[N + 1]
TABLE(copied);
TABLE(moved);
TABLE(shared);
TABLE(next);
TABLE(taken);
TABLE(listed);
TABLE(seen);
static struct {
  int *values, *same;
} both[N];
static long sum;

static void append(Store *s, int value) {
  s->values = realloc(s->values, (size_t)(s->size + 1) * sizeof *s->values);
  s->values[s->size++] = value;
}

static void fill(Store *table, int n) {
  if (n > 0) {
    fill(table, n - 1);
    append(&table[n - 1], n);
  }
}

static void by_copies(int n) {
  fill(copied, n);
  copied[1] = copied[0];
  for (int i = 0; i < n; i++)
    copied[i].values[0] = copied[i].values[0] * 3 % 1001 + i;
}

static void by_moves(int n) {
  fill(moved, n);
  memmove(moved + 1, moved, (size_t)n * sizeof *moved);
  for (int i = 0; i <= n; i++)
    moved[i].values[0] = moved[i].values[0] * 3 % 1001 + i;
}

static void set(Store *s, int *values) { s->values = values; }
static void set_all(Store *table, int *values, int n) {
  if (n > 0) {
    set(&table[n - 1], values);
    set_all(table, values, n - 1);
  }
}
static void by_sharing(int n) {
  set_all(shared, calloc(4, sizeof(int)), n);
  for (int i = 0; i < n; i++) {
    shared[i].values = realloc(shared[i].values, 16);
    shared[i].values[0] = shared[i].values[0] * 3 % 1001 + i;
    if (i + 1 < n)
      shared[i + 1].values = shared[i].values;
  }
}

static void by_neighbour(int n) {
  fill(next, n + 1);
  for (int i = 0; i < n; i++) {
    append(&next[i], i);
    sum += next[i + 1].values[0];
    next[i].values[0] = (int)sum % 100;
  }
}

static void by_theft(int n) {
  fill(taken, n + 1);
  for (int i = 0; i < n; i++) {
    free(taken[i].values);
    taken[i].values = taken[i + 1].values;
    taken[i + 1].values = NULL;
    append(&taken[i], taken[i].values[0] + i);
    append(&taken[i + 1], taken[i].values[0] * 3 % 1001);
  }
}

static void by_list(int n, const int *list) {
  fill(listed, n);
  for (int i = 0; i < n; i++) {
    append(&listed[list[i]], i);
    listed[list[i]].values[0] = listed[list[i]].values[0] * 3 % 1001 + i;
  }
}

static void by_variable(int n) {
  fill(seen, n);
  int *first = seen[0].values;
  for (int i = 0; i < n; i++) {
    seen[i].values[0] += first[0] + i;
    first[0] = first[0] * 3 % 1001;
  }
}

static void by_member(int n) {
  for (int i = 0; i < n; i++) {
    int *made = calloc(1, sizeof *made);
    both[i].values = made;
    both[n - 1 - i].same = made;
    sum += made[0] == 0;
  }
  for (int i = 0; i < n; i++) {
    both[i].values[0] = both[i].values[0] * 3 % 1001 + i;
    both[i].same[0] = both[i].same[0] * 5 % 1001 + i;
  }
}

int main(int argc, char **argv) {
  const int n = argc + N - 2;
  int list[N];
  (void)argv;
  for (int i = 0, at = 1; i < N; i++)
    list[i] = (at = at * 7 % 31) % 5;
  by_copies(n);
  by_moves(n);
  by_sharing(n);
  by_neighbour(n);
  by_theft(n);
  by_list(n, list);
  by_variable(n);
  by_member(n);
  for (int i = 0; i < n; i++)
    printf("%d %d %d %d %d %d\n", copied[i].values[0], moved[i].values[0], next[i].values[0], seen[i].values[0],
           both[i].values[0], listed[i].values[0]);
  printf("%d %d %ld\n", shared[n - 1].values[0], taken[n - 1].values[0], sum);
  return 0;
}
