/* align with threads: rows are dealt out in turn, and follow each other at a distance of columns. */
#include "../hand.h"
#include "align.h"

#include <sched.h>
#include <stdatomic.h>

enum { STEP = 512 };

typedef struct progress {
  _Alignas(64) _Atomic int columns;
} progress;

static const scores by = {2, 3, 5, 1};
static sequence a, b;
static grid g;
static int *row;
static progress *done;

static void wait_for(int i, int columns) {
  int looks = 0;
  while (i > 0 && atomic_load_explicit(&done[i].columns, memory_order_acquire) < columns)
    if (++looks % 1000 == 0)
      sched_yield();
}

static void fill_part(int i, int begin, int end, int32_t *left) {
  int32_t *now = g.best + (size_t)i * g.columns;
  const int32_t *before = now - g.columns;
  uint8_t *way = g.way + (size_t)i * g.columns;
  for (int j = begin; j < end; j++) {
    uint8_t mark = 0;
    int32_t opened = before[j] - by.open - by.extend, extended = g.down[j] - by.extend;
    if (extended > opened)
      mark |= UP_EXTENDS;
    int32_t up = extended > opened ? extended : opened;
    g.down[j] = up;
    opened = now[j - 1] - by.open - by.extend;
    extended = *left - by.extend;
    if (extended > opened)
      mark |= LEFT_EXTENDS;
    *left = extended > opened ? extended : opened;
    int32_t score = before[j - 1];
    score += a.letters[i - 1] == b.letters[j - 1] ? by.match : -by.mismatch;
    if (up > score) {
      score = up;
      mark |= UP;
    }
    if (*left > score) {
      score = *left;
      mark = (uint8_t)((mark & ~FROM) | LEFT);
    }
    now[j] = score;
    way[j] = mark;
  }
}

static void *fill_rows(void *own) {
  for (int i = 1 + *(int *)own; i < g.rows; i += thread_count()) {
    int32_t *now = g.best + (size_t)i * g.columns;
    now[0] = -by.open - by.extend * i;
    g.way[(size_t)i * g.columns] = (uint8_t)(UP | (i > 1 ? UP_EXTENDS : 0));
    int32_t left = now[0] - by.open;
    for (int begin = 1; begin < g.columns; begin += STEP) {
      int end = begin + STEP < g.columns ? begin + STEP : g.columns;
      wait_for(i - 1, end);
      fill_part(i, begin, end, &left);
      atomic_store_explicit(&done[i].columns, end, memory_order_release);
    }
  }
  return NULL;
}

/* The same for the distance. The row goes from thread to thread, with what it was at each step. */
static void *count_rows(void *own) {
  for (int i = 1 + *(int *)own; i <= a.length; i += thread_count()) {
    int left = i, diagonal = i - 1;
    for (int begin = 1; begin <= b.length; begin += STEP) {
      int end = begin + STEP <= b.length ? begin + STEP : b.length + 1;
      wait_for(i - 1, end);
      for (int j = begin; j < end; j++) {
        int replaced = diagonal + (a.letters[i - 1] != b.letters[j - 1]);
        int least = row[j] < left ? row[j] + 1 : left + 1;
        diagonal = row[j];
        left = row[j] = replaced < least ? replaced : least;
      }
      atomic_store_explicit(&done[i].columns, end, memory_order_release);
    }
  }
  return NULL;
}

static int align(FILE *out) {
  row = malloc(((size_t)b.length + 1) * sizeof *row);
  done = aligned_alloc(64, ((size_t)a.length + 2) * sizeof *done);
  if (row == NULL || done == NULL || !grid_init(&g, a.length + 1, b.length + 1))
    return 1;
  for (int i = 0; i <= a.length; i++)
    atomic_init(&done[i].columns, 0);
  first_row(&g, &by);
  run_threads(fill_rows, thread_count());
  for (int i = 0; i <= a.length; i++)
    atomic_store(&done[i].columns, 0);
  for (int j = 0; j <= b.length; j++)
    row[j] = j;
  run_threads(count_rows, thread_count());
  fprintf(out, "%s %d, %s %d: score %d, distance %d\n\n", a.name, a.length, b.name, b.length,
          g.best[(size_t)g.rows * g.columns - 1], row[b.length]);
  print_alignment(&g, &a, &b, out);
  grid_free(&g);
  free(row);
  free(done);
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  FILE *in = fopen(argv[1], "r"), *out = fopen(argv[2], "w");
  int status = in == NULL || out == NULL;
  while (status == 0 && read_sequence(in, &a) && read_sequence(in, &b)) {
    status = align(out);
    sequence_free(&a);
    sequence_free(&b);
  }
  return fclose(out) != 0 || status;
}
