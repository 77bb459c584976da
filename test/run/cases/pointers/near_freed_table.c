/* PARALLEL: 1 */
/* Rows that are freed and put elsewhere again, so that two cells lead to one block: the loop is tested. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };

int main(void) {
  unsigned *rows[N], sum = 0;
  rows[0] = calloc(30, sizeof **rows);
  if (!rows[0])
    return 1;
  for (int i = 1; i < N; i++) {
    rows[i] = malloc(30 * sizeof **rows);
    if (i % 3 == 0) {
      free(rows[i]);
      rows[i] = rows[i - 1];
    }
    sum += rows[i] != rows[i - 1];
    rows[i][0] = i;
  }
  for (int i = 0; i < N; i++)
    rows[i][1] = rows[i][0] + i, rows[i][0] = rows[i][1] * 3;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + rows[i][0];
  printf("%u\n", sum);
  return 0;
}
