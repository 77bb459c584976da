/* PARALLEL: 2 */
/* Each iteration sorts a row of its own, with a comparator that only looks at what it is given. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, COLUMNS = 300 };

static int numbers[ROWS][COLUMNS];
static const char *words[ROWS][16];
static char text[ROWS * 16][8];

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int main(void) {
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++)
      numbers[r][c] = (r * 7919 + c * 104729) % 1009;
  for (int r = 0; r < ROWS; r++)
    for (int w = 0; w < 16; w++) {
      snprintf(text[r * 16 + w], sizeof text[0], "%d", (r * 37 + w * 101) % 997);
      words[r][w] = text[r * 16 + w];
    }
  for (int r = 0; r < ROWS; r++)
    qsort(numbers[r], COLUMNS, sizeof numbers[r][0], by_value);
  for (int r = 0; r < ROWS; r++)
    qsort(words[r], 16, sizeof words[r][0], by_text);
  unsigned long sum = 0;
  for (int r = 0; r < ROWS; r++) {
    for (int c = 0; c < COLUMNS; c++)
      sum = sum * 31 + (unsigned)(numbers[r][c] * c);
    for (int w = 0; w < 16; w++)
      sum = sum * 31 + (unsigned char)words[r][w][0];
  }
  printf("%lu\n", sum);
  return 0;
}
