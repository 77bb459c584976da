#include "table.h"

#include <stdlib.h>

struct table {
  int rows, columns;
  int *cells;
};

table *table_new(int rows, int columns) {
  table *t = malloc(sizeof *t);
  if (t == NULL)
    return NULL;
  t->rows = rows;
  t->columns = columns;
  t->cells = malloc(sizeof *t->cells * (size_t)rows * (size_t)columns);
  if (t->cells == NULL) {
    free(t);
    return NULL;
  }
  for (int j = 0; j < columns; j++)
    t->cells[j] = j;
  return t;
}

void table_free(table *t) {
  free(t->cells);
  free(t);
}

int table_rows(const table *t) { return t->rows; }

int table_row(table *t, int i, const char *a, const char *b) {
  int *now = t->cells + (size_t)i * t->columns;
  const int *before = now - t->columns;
  now[0] = i;
  for (int j = 1; j < t->columns; j++) {
    int best = before[j - 1] + (a[i - 1] != b[j - 1]);
    if (before[j] + 1 < best)
      best = before[j] + 1;
    if (now[j - 1] + 1 < best)
      best = now[j - 1] + 1;
    now[j] = best;
  }
  return now[t->columns - 1];
}

long table_last(const table *t) { return t->cells[(size_t)t->rows * t->columns - 1]; }
