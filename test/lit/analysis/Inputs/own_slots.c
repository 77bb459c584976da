/* PARALLEL: 3 */
/* Each iteration grows what it finds in its own slot of a table, where every slot owns its block. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 24 };

typedef struct Store {
  int *values;
  size_t size, room;
} Store;

static void append(Store *s, int value) {
  if (s->size == s->room) {
    s->room = s->room ? s->room * 2 : 2;
    s->values = realloc(s->values, s->room * sizeof *s->values);
    if (!s->values)
      exit(1);
  }
  s->values[s->size++] = value;
}

static Store slots[N], kept[N];
static int *rows[N];

static void clear(Store *s) {
  free(s->values);
  s->values = NULL;
  s->size = s->room = 0;
}

static void grow_slots(void) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 5 + i; k++)
      append(&slots[i], k * i);
}

static void grow_rows(void) {
  for (int i = 0; i < N; i++)
    rows[i] = calloc(4, sizeof(int));
  for (int i = 0; i < N; i++) {
    rows[i] = realloc(rows[i], 8 * sizeof(int));
    if (!rows[i])
      exit(1);
    for (int k = 4; k < 8; k++)
      rows[i][k] = rows[i][k - 4] + k * i;
  }
}

static void through_scratch(void) {
  for (int i = 0; i < N; i++) {
    Store mine = {0};
    for (int k = 0; k < 5 + i; k++)
      append(&mine, slots[i].values[k] + 1);
    for (size_t k = 0; k < mine.size; k++)
      append(&kept[i], mine.values[k]);
    clear(&mine);
    clear(&slots[i]);
  }
}

int main(void) {
  grow_slots();
  grow_rows();
  through_scratch();
  grow_slots();
  for (int i = 0; i < N; i++)
    printf("%d %zu %d %d\n", rows[i][7], kept[i].size, kept[i].values[i / 2], slots[i].values[4]);
  return 0;
}
