/* Rows behind the pointers of a table: in any order, of any distance, with gaps between the
 * pointers, beside other rows and ranges; and without memory. */
#include "check.h"

#include <kasuri/kasuri.h>

#include <stdint.h>

enum { ROWS = 100, WIDTH = 16 };

static char block[2][ROWS * WIDTH];
static struct {
  int number;
  char *row;
} table[ROWS], others[ROWS];

static int has_memory = 1;
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return has_memory ? __real_malloc(size) : NULL; }

static ks_int64 address(const void *at) { return (ks_int64)(uintptr_t)at; }

static ks_int64 end_of(int rows) {
  return address(&table[0].row) + (rows - 1) * (ks_int64)sizeof *table + (ks_int64)sizeof(char *);
}

static int apart(int rows, int low, int end) {
  return ks_rows_are_apart(address(&table[0].row), end_of(rows), sizeof *table, low, end);
}

static int beside(int rows, int end, int other_end) {
  const ks_int64 moved = address(others) - address(table);
  return ks_rows_are_beside(address(&table[0].row), end_of(rows), sizeof *table, 0, end,
                            address(&others[0].row), end_of(rows) + moved, sizeof *others, 0,
                            other_end);
}

static int beside_range(int rows, int end, const char *low, const char *last) {
  return ks_rows_are_beside(address(&table[0].row), end_of(rows), sizeof *table, 0, end, 0, 0, 0,
                            address(low), address(last));
}

/* The order of the rows: any number without a common divisor with ROWS. */
static void fill(int step) {
  for (int i = 0; i < ROWS; i++) {
    table[i].row = block[0] + (i * step % ROWS + ROWS) % ROWS * WIDTH;
    others[i].row = block[1] + (ROWS - 1 - i) * WIDTH;
  }
}

int main(void) {
  const int steps[] = {1, -1, 37};
  for (int i = 0; i < 3; i++) {
    fill(steps[i]);
    CHECK(apart(ROWS, 0, WIDTH) && apart(ROWS, -4, WIDTH - 4) && apart(ROWS, 5, 5));
    CHECK(!apart(ROWS, 0, WIDTH + 1) && !apart(ROWS, -1, WIDTH));
    CHECK(beside(ROWS, WIDTH, WIDTH) && beside(ROWS, 1, 1) && beside(ROWS, 0, 4000));
    table[70].row = table[3].row + 1;
    CHECK(!apart(ROWS, 0, WIDTH) && !apart(ROWS, 0, 2) && apart(70, 0, WIDTH));
    CHECK(apart(ROWS, 0, 1)); /* not the same byte */
  }
  fill(37);
  CHECK(apart(1, 0, 4000) && apart(0, 0, WIDTH));
  /* Rows of both tables take turns. */
  for (int i = 0; i < ROWS; i++) {
    table[i].row = block[0] + (i * 37 % ROWS) * WIDTH;
    others[i].row = table[i].row + WIDTH / 2;
  }
  CHECK(beside(ROWS, WIDTH / 2, WIDTH / 2));
  CHECK(!beside(ROWS, WIDTH / 2 + 1, WIDTH / 2) && !beside(ROWS, WIDTH / 2, WIDTH / 2 + 1));
  CHECK(beside_range(ROWS, WIDTH, block[1], block[1] + 10));
  CHECK(beside_range(ROWS, 8, block[0] + 8, block[0] + 16));
  CHECK(!beside_range(ROWS, 9, block[0] + 8, block[0] + 16));
  CHECK(!beside_range(ROWS, 8, block[0] + 8, block[0] + 17));
  CHECK(!ks_rows_are_apart(KS_LOST, 8, 8, 0, 8) && !ks_rows_are_apart(0, KS_LOST, 8, 0, 8) &&
        !ks_rows_are_apart(0, 0, 8, KS_LOST, 8) && !ks_rows_are_apart(0, 0, 8, 0, KS_LOST));
  CHECK(!ks_rows_are_beside(0, 0, 8, 0, 8, 0, 0, 8, 0, KS_LOST));
  has_memory = 0;
  CHECK(!apart(ROWS, 0, WIDTH)); /* not known */
  CHECK(!beside(ROWS, WIDTH / 2, WIDTH / 2));
  fill(1);
  CHECK(apart(ROWS, 0, WIDTH) && beside(ROWS, WIDTH, WIDTH));
  return 0;
}
