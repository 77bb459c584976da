// PARALLEL: 3
// Rows of wavefronts that are functions of another file: by pointers to types that only have a name here, and by a
// function that two loops call.
#include <stdio.h>

#include "table.h"

static long paths(table *t, const char *a, const char *b) {
  const int rows = table_rows(t);
  for (int i = 1; i < rows; i++)
    table_row(t, i, a, b);
  return table_last(t);
}

static long again(table *t, const char *a) {
  long sum = 0;
  const int rows = table_rows(t);
  for (int i = 1; i < rows; i++) {
    const int end = table_row(t, i, a, a);
    sum += end;
  }
  return sum;
}

int main(void) {
  static char a[1500], b[1500];
  for (int i = 0; i < 1499; i++) {
    a[i] = "ACGT"[(i * 7 + i / 11) % 4];
    b[i] = "ACGT"[(i * 5 + i / 13) % 4];
  }
  table *t = table_new(1500, 1500);
  if (t == NULL)
    return 1;
  for (int i = 0; i < 3; i++)
    printf("%ld %ld\n", paths(t, a, b), again(t, b));
  table_free(t);
  return 0;
}
