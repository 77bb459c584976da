/* PARALLEL: 1 */
/* Rows that are freed in the end are still rows of their own before that; a histogram's subscript may call functions. */
#include <stdio.h>
#include <stdlib.h>

static unsigned total[64];

static unsigned mixed(unsigned x) {
  for (int k = 0; k < 9; k++)
    x = x * 1664525u + 1013904223u;
  return x >> 20;
}

static unsigned summed(int n, int width) {
  unsigned **rows = malloc(n * sizeof *rows), sum = 0;
  for (int i = 0; i < n; i++)
    rows[i] = malloc(width * sizeof **rows);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < width; k++)
      rows[i][k] = mixed(i * 100 + k);
  for (int i = 0; i < n; i++)
    for (int k = 1; k < width; k++)
      rows[i][k] += rows[i][k - 1];
  for (int i = 0; i < n; i++)
    total[mixed(rows[i][width - 1]) & 63]++;
  for (int i = 0; i < n; i++)
    sum = sum * 31 + rows[i][width / 2];
  for (int i = 0; i < n; i++)
    free(rows[i]);
  free(rows);
  return sum;
}

int main(void) {
  unsigned s = 0;
  for (int x = 1; x < 6; x++)
    s = s * 17 + summed(40 * x, 30);
  for (int i = 0; i < 64; i++)
    s = s * 31 + total[i];
  printf("%u\n", s);
  return 0;
}
