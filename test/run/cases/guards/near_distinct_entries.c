/* PARALLEL: 0 */
/* Almost tables of distinct entries: written in the loop, read by two entries, read only under a condition, of rows that
 * overlap, or read elsewhere in the loop. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 500 };
static int order[N + 1], z[2 * N], y[N];

static void written(int n) {
  putchar('.');
  for (int i = 0; i < n; i++) {
    z[order[i]] = z[order[i]] * 3 + i;
    order[i] = order[i] / 2;
  }
}

static void two_entries(int n) {
  putchar('.');
  for (int i = 0; i < n; i++) {
    z[order[i]] += i;
    z[order[i + 1]] ^= i;
  }
}

static void skipped(const int *restrict table, int *restrict to, int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    if (y[i] > 0)
      to[table[i]] = to[table[i]] * 5 + i;
}

static void overlapping(int n) {
  putchar('.');
  for (int i = 0; i < n; i++) {
    z[order[i]] = i;
    z[order[i] + 1] = z[order[i]] + 2;
  }
}

static void read_elsewhere(int n) {
  putchar('.');
  for (int i = 0; i < n; i++)
    z[order[i]] = z[i] + 1;
}

int main(void) {
  int *table = malloc(N / 2 * sizeof *table);
  for (int i = 0; i < N; i++) {
    order[i] = (i * 37 + 11) % N;
    y[i] = i < N / 2 ? 1 : -1; /* the rest of the table is not there */
  }
  for (int i = 0; i < N / 2; i++)
    table[i] = N - 1 - i;
  skipped(table, z, N);
  two_entries(N - 1);
  overlapping(N);
  read_elsewhere(N);
  written(N);
  unsigned all = 0;
  for (int i = 0; i < 2 * N; i++)
    all = all * 31 + (unsigned)z[i];
  printf("%u %d\n", all, order[17]);
  free(table);
  return 0;
}
