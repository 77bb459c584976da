/* Tables of pointers that lead to the same memory, are permuted, or grow. */
#include <string.h>

#include "suite.h"

static double **make_rows(int rows, int columns) {
  double **table = malloc((size_t)rows * sizeof *table);
  if (!table)
    exit(1);
  /* parallel */
  for (int r = 0; r < rows; r++)
    table[r] = calloc((size_t)columns, sizeof **table);
  /* parallel */
  for (int r = 0; r < rows; r++)
    /* parallel */
    for (int c = 0; c < columns; c++)
      table[r][c] = r - c;
  return table;
}

static void same_row_twice(double **table, int rows, int columns) {
  table[rows - 1] = table[0];
  /* sequential: two rows are one */
  for (int r = 0; r < rows; r++)
    /* parallel */
    for (int c = 0; c < columns; c++)
      table[r][c] += r + c;
}

static void shared_row(int n) {
  int shared[100], *table[8];
  /* parallel */
  for (int t = 0; t < 8; t++)
    table[t] = shared;
  memset(shared, 0, sizeof shared);
  /* sequential: all rows are one */
  for (int t = 0; t < 8; t++)
    /* parallel */
    for (int i = 0; i < n; i++)
      table[t][i] += t * i;
  suite_show("shared", shared, sizeof shared);
}

static void rows_rotate(double **table, int rows, int columns) {
  double *first = table[0];
  /* sequential: pointers move up by one */
  for (int r = 0; r + 1 < rows; r++)
    table[r] = table[r + 1];
  table[rows - 1] = first;
  /* sequential: each row adds to the one above */
  for (int r = 1; r < rows; r++)
    /* parallel */
    for (int c = 0; c < columns; c++)
      table[r][c] += table[r - 1][c];
}

static int *grown(int n, int *count) {
  int *list = NULL, room = 0, used = 0;
  /* sequential: a list that grows */
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0)
      continue;
    if (used == room) {
      room = room ? 2 * room : 8;
      list = realloc(list, (size_t)room * sizeof *list);
      if (!list)
        exit(1);
    }
    list[used++] = i;
  }
  *count = used;
  return list;
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 20, 90), count = 0;
  double **table = make_rows(n, n);
  rows_rotate(table, n, n);
  double *kept = table[n - 1];
  same_row_twice(table, n, n);
  shared_row(n);
  int *list = grown(n, &count);
  printf("%g %d %d\n", table[n - 1][0], count, count ? list[count - 1] : 0);
  free(kept);
  free(list);
  return 0;
}
