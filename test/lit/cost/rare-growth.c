// Code that makes room for a multiple of what there was counts as rare; the mean of a branch or all of a condition
// would be far too much.
// RUN: kasuri %s --machine=%S/../Inputs/cores-2.json --dump=cost --stop-after=cost | FileCheck %s
#include <stdlib.h>
#include <string.h>

typedef struct table {
  int *slot;
  unsigned size, count;
} table;

static int *list;
static unsigned used, room;

// Thousands of nanoseconds, each time.
static int grow(table *t) {
  unsigned size = t->size * 2;
  int *slot = calloc(size, sizeof *slot);
  if (slot == NULL)
    return 0;
  for (int i = 0; i < 20000; i++)
    slot[t->slot[i] & (size - 1)] += t->slot[i];
  free(t->slot);
  t->slot = slot;
  t->size = size;
  return 1;
}

// CHECK: function in_condition {{[0-9]?[0-9]?[0-9]}} ns
int in_condition(table *t, int x) {
  if (t->count > t->size && !grow(t))
    return 0;
  t->slot[x & (t->size - 1)]++;
  t->count++;
  return 1;
}

// CHECK: function in_arm {{[0-9]?[0-9]?[0-9]}} ns
int in_arm(table *t, int x) {
  if (t->count * 4 >= t->size * 3)
    grow(t);
  t->slot[x & (t->size - 1)]++;
  t->count++;
  return 1;
}

// CHECK: function in_place {{[0-9]?[0-9]?[0-9]}} ns
void in_place(int x) {
  if (used == room) {
    room = room ? room + room / 2 : 16;
    list = realloc(list, room * sizeof *list);
    for (int i = 0; i < 20000; i++)
      list[i] ^= i;
  }
  list[used++] = x;
}

// A bound that grows by steps is reached again and again.
// CHECK: function near_by_steps {{[0-9]+[0-9][0-9][0-9]}} ns
void near_by_steps(int x) {
  if (used == room) {
    room += 16;
    list = realloc(list, room * sizeof *list);
    for (int i = 0; i < 20000; i++)
      list[i] ^= i;
  }
  list[used++] = x;
}

// What is compared is not what is multiplied.
// CHECK: function near_other_test {{[0-9]+[0-9][0-9][0-9]}} ns
int near_other_test(table *t, int x, int y) {
  if (x > y)
    grow(t);
  t->slot[x & (t->size - 1)]++;
  return 1;
}

// The test inside is the rare one, and all around it is not.
// CHECK: function near_around {{[0-9]+[0-9][0-9][0-9]}} ns
int near_around(table *t, unsigned x) {
  if (x < t->size) {
    in_arm(t, (int)x);
    for (int i = 0; i < 20000; i++)
      list[i] ^= i;
  }
  return 1;
}

int main(int argc, char **argv) {
  table t = {calloc(1 << 20, sizeof(int)), 1 << 20, 0};
  for (int i = 0; i < argc; i++) {
    in_condition(&t, i);
    in_arm(&t, i);
    in_place(i);
    near_by_steps(i);
    near_other_test(&t, i, (int)strlen(argv[i]));
    near_around(&t, (unsigned)i);
  }
  return t.slot[argc] + list[argc];
}
