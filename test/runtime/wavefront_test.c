/* Wavefronts: rows that wait for each other's columns compute what they do one after the other, whatever their
 * lengths, the reach and the chunks are, and however many workers come. Under ThreadSanitizer, a column that
 * begins too soon is a race. */
#include "check.h"

#include <kasuri/kasuri.h>

#include <string.h>

enum { WORKERS = 6, MOST_ROWS = 90, MOST_COLUMNS = 200, EDGE = 8 };

typedef struct shape {
  int rows, columns;
  int reach, step, least;
  int lean;      /* so many columns further does the next row begin */
  int grows;     /* so many columns more does it have */
  int is_turned; /* what stands before the columns waits, too */
  int has_end;   /* something stands behind them */
} shape;

typedef struct frame {
  ks_int64 rows; /* for profiles */
  const shape *its;
  ks_wave wave;
  ks_wave_slot slots[WORKERS + 1];
} frame;

static unsigned cell[MOST_ROWS + 1][MOST_COLUMNS + 2 * EDGE + 600];
static unsigned entered[MOST_ROWS + 1], ended, sum_of_ends;
static unsigned shared_row[MOST_COLUMNS + 2 * EDGE + 600];

static int first_of(const shape *its, int row) { return EDGE + row * its->lean; }

static int end_of(const shape *its, int row) {
  int columns = its->columns + row * its->grows;
  return first_of(its, row) + (columns > 0 ? columns : 0);
}

/* Reads all that the wait allows: the row before up to the reach, the row itself, and one row for all, which the row
 * before has left as far as it is needed. */
static void do_column(const shape *its, int row, int column) {
  unsigned value = (unsigned)(row * 31 + column) + cell[row][column - 1];
  for (int far = 0; row > 0 && far <= its->reach; far++)
    value = value * 3 + cell[row - 1][column + far];
  value += 7 * shared_row[column];
  shared_row[column] = value;
  cell[row][column] = value;
}

static void begin_row(const shape *its, int row) {
  entered[row] = its->is_turned ? shared_row[first_of(its, row)] + 1 : 1;
}

static void end_row(int row) {
  sum_of_ends = sum_of_ends * 5 + (unsigned)row + ended++;
}

static void run_rows(void *given, ks_uint32 part, ks_uint32 parts) {
  frame *of = given;
  const shape *its = of->its;
  ks_wave_place place = ks_wave_at(&of->wave, of->slots, part, parts);
  while (ks_wave_next(&place)) {
    const int row = (int)place.ks_row, end = end_of(its, row);
    int column = first_of(its, row);
    if (its->is_turned)
      ks_wave_enter(&place, column);
    begin_row(its, row);
    while (column < end) {
      const ks_int64 left = (end - column - 1) / its->step + 1;
      const ks_int64 count = ks_wave_chunk(&place, column, its->step, left);
      CHECK(count >= 1 && count <= left);
      for (int i = 0; i < count; i++, column += its->step)
        do_column(its, row, column);
    }
    if (its->has_end) {
      ks_wave_finish(&place);
      end_row(row);
    }
  }
}

static const ks_task tasks[] = {{run_rows, "rows", 1, 1, 0, 0, 0}};
static ks_row rows_for[WORKERS + 1][WORKERS];
static ks_uint16 first_row[WORKERS + 1][WORKERS + 1];
static ks_table tables[WORKERS - 1];

/* A row for each worker. */
static void make_tables(void) {
  for (int workers = 2; workers <= WORKERS; workers++) {
    for (int worker = 0; worker < workers; worker++) {
      rows_for[workers][worker] = (ks_row){.ks_part = (ks_uint16)worker,
                                           .ks_parts = (ks_uint16)workers,
                                           .ks_level = KS_LEVEL_KEEP};
      first_row[workers][worker + 1] = (ks_uint16)(worker + 1);
    }
    tables[workers - 2] = (ks_table){(ks_uint16)workers, 1, first_row[workers], rows_for[workers], NULL};
  }
}

static void start_anew(void) {
  memset(cell, 0, sizeof cell);
  memset(entered, 0, sizeof entered);
  memset(shared_row, 0, sizeof shared_row);
  ended = sum_of_ends = 0;
}

static void run(const ks_layer *layer, const shape *its) {
  frame of = {its->rows, its, {its->rows, its->reach, its->least, WORKERS + 1, {0}, 0, {0}}, {{0}}};
  start_anew();
  if (layer != NULL && ks_workers(layer) > 1)
    ks_run(layer, &of);
  else
    run_rows(&of, 0, 1);
}

static void compare(const ks_layer *layer, const shape *its) {
  static unsigned expected[MOST_ROWS + 1][MOST_COLUMNS + 2 * EDGE + 600], row_before[sizeof shared_row / sizeof *shared_row];
  static unsigned begun[MOST_ROWS + 1];
  run(NULL, its);
  memcpy(expected, cell, sizeof cell);
  memcpy(begun, entered, sizeof entered);
  memcpy(row_before, shared_row, sizeof shared_row);
  const unsigned ends = sum_of_ends;
  for (int repeat = 0; repeat < 3; repeat++) {
    run(layer, its);
    CHECK(memcmp(expected, cell, sizeof cell) == 0);
    CHECK(memcmp(begun, entered, sizeof entered) == 0);
    CHECK(memcmp(row_before, shared_row, sizeof shared_row) == 0);
    CHECK(sum_of_ends == ends);
  }
}

int main(void) {
  static ks_measured record;
  const ks_layer layer = {KS_ABI_VERSION, "wavefront", tasks, tables, 1, WORKERS - 1, NULL};
  const ks_layer measured = {KS_ABI_VERSION, "measured", tasks, tables, 1, WORKERS - 1, &record};
  static const shape shapes[] = {
      {60, 200, 0, 1, 1, 0, 0, 0, 0},   {60, 200, 1, 1, 7, 0, 0, 0, 0},   {60, 200, 3, 1, 16, 0, 0, 1, 1},
      {80, 90, 1, 2, 3, 0, 0, 0, 1},    {80, 5, 2, 1, 1, 0, 2, 1, 0},     {80, 160, 1, 1, 4, 0, -2, 0, 1},
      {60, 100, 4, 1, 5, 5, 0, 0, 0},   {90, 100, 2, 3, 2, 2, 1, 1, 1},   {90, 1, 0, 1, 1, 0, 0, 1, 1},
      {40, 0, 1, 1, 1, 0, 0, 1, 1},     {90, 20, 1, 1, 100, 0, -1, 0, 1}, {1, 200, 1, 1, 1, 0, 0, 1, 1},
      {2, 200, 8, 1, 1, 0, 0, 0, 0},    {0, 10, 0, 1, 1, 0, 0, 0, 1},     {90, 150, 0, 1, 2, 0, -4, 1, 1},
  };
  make_tables();
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    compare(&layer, &shapes[i]);
    compare(&measured, &shapes[i]);
  }
  puts("passed");
  return 0;
}
