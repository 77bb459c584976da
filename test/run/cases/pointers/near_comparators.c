/* SEQUENTIAL */
/* Comparators that count, remember, look into what the loop writes, or end the program; rows that
 * overlap; and one row for all. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 12, COLUMNS = 40 };

static int numbers[ROWS * COLUMNS];
static int weight[64];
static long compared;
static const void *last;
static unsigned long state = 1;

static int next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)(state >> 58);
}

static int order(int x, int y) { return (x > y) - (x < y); }

static int counting(const void *a, const void *b) {
  compared++;
  return order(*(const int *)a, *(const int *)b);
}

static int remembering(const void *a, const void *b) {
  last = a;
  return order(*(const int *)a, *(const int *)b);
}

static int by_weight(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return weight[x] != weight[y] ? order(weight[x], weight[y]) : order(x, y);
}

static int careful(const void *a, const void *b) {
  if (*(const int *)a < 0)
    exit(3);
  return order(*(const int *)a, *(const int *)b);
}

static int plain(const void *a, const void *b) { return order(*(const int *)a, *(const int *)b); }

static void fill(void) {
  for (int i = 0; i < ROWS * COLUMNS; i++)
    numbers[i] = next();
}

int main(void) {
  fill();
  for (int r = 0; r < ROWS; r++)
    qsort(numbers + r * COLUMNS, COLUMNS, sizeof *numbers, counting);
  fill();
  for (int r = 0; r < ROWS; r++)
    qsort(numbers + r * COLUMNS, COLUMNS, sizeof *numbers, remembering);
  fill();
  for (int r = 0; r < ROWS; r++) {
    weight[r] = -r;
    qsort(numbers + r * COLUMNS, COLUMNS, sizeof *numbers, by_weight);
  }
  fill();
  for (int r = 0; r < ROWS; r++)
    qsort(numbers + r * COLUMNS, COLUMNS, sizeof *numbers, careful);
  fill();
  for (int r = 0; r < ROWS - 1; r++)
    qsort(numbers + r * COLUMNS, COLUMNS + 1, sizeof *numbers, plain);
  for (int r = 0; r < ROWS; r++) {
    qsort(numbers, COLUMNS + r, sizeof *numbers, plain);
    numbers[0] += r;
  }
  unsigned long sum = 0;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    sum = sum * 31 + (unsigned)numbers[i];
  printf("%lu %d %d\n", sum, compared > 0, last != NULL);
  return 0;
}
