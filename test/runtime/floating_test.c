/* The floating-point environment of a run is the caller's: its rounding mode holds in the tasks of
 * all workers, the flags that tasks raise are up in the caller afterwards, and a flag that the
 * caller lowers stays down until it is raised again. KASURI_CORES says how many workers. */
#include <kasuri/kasuri.h>

#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CHECK_END _exit(1)
#include "check.h"

enum { WORKERS = 4 };

static volatile double zero = 0.0, one = 1.0, three = 3.0;

/* One row for each of `workers` workers, all of one task. */
static void run_on(uint16_t workers, void (*run)(void *, uint32_t, uint32_t), void *frame) {
  ks_row rows[WORKERS];
  uint16_t first[WORKERS + 1];
  for (uint16_t i = 0; i < workers; i++)
    rows[i] = (ks_row){.ks_part = i, .ks_parts = workers, .ks_level = KS_LEVEL_KEEP};
  for (uint16_t i = 0; i <= workers; i++)
    first[i] = i;
  ks_task task = {run, "floating", 0, 0, 0, 0, 0};
  ks_table table = {workers, 1, first, rows, NULL};
  ks_layer layer = {KS_ABI_VERSION, "floating", &task, &table, 1, 1, NULL};
  ks_run(&layer, frame);
}

static void divide_in_last(void *frame, uint32_t part, uint32_t parts) {
  volatile double *result = frame;
  if (part + 1 == parts)
    *result = one / zero;
}

static void note_flags(void *frame, uint32_t part, uint32_t parts) {
  int *flags = frame;
  (void)parts;
  flags[part] = fetestexcept(FE_ALL_EXCEPT);
}

static void note_third(void *frame, uint32_t part, uint32_t parts) {
  double *thirds = frame;
  for (uint32_t i = part; i < (parts == 1 ? WORKERS : part + 1); i++)
    thirds[i] = one / three;
}

static void raised_flag_arrives(uint16_t workers) {
  volatile double result = 0;
  feclearexcept(FE_ALL_EXCEPT);
  run_on(workers, divide_in_last, (void *)&result);
  CHECK(fetestexcept(FE_ALL_EXCEPT) == FE_DIVBYZERO);
}

static void lowered_flag_stays_down(uint16_t workers) {
  volatile double result = 0;
  int seen[WORKERS] = {0};
  for (int round = 0; round < 3; round++) {
    run_on(workers, divide_in_last, (void *)&result);
    CHECK(fetestexcept(FE_DIVBYZERO) != 0);
    feclearexcept(FE_ALL_EXCEPT);
    run_on(workers, note_flags, seen);
    CHECK(fetestexcept(FE_ALL_EXCEPT) == 0);
    for (int i = 0; i < workers; i++)
      CHECK(seen[i] == 0);
  }
}

static void own_flag_is_kept(uint16_t workers) {
  int seen[WORKERS] = {0};
  feclearexcept(FE_ALL_EXCEPT);
  feraiseexcept(FE_OVERFLOW);
  run_on(workers, note_flags, seen);
  CHECK(fetestexcept(FE_OVERFLOW) != 0 && fetestexcept(FE_DIVBYZERO) == 0);
  feclearexcept(FE_ALL_EXCEPT);
}

static void rounding_holds(uint16_t workers) {
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD,   FE_TONEAREST,
                              FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    double thirds[WORKERS] = {0};
    fesetround(modes[i]);
    double expected = one / three;
    run_on(workers, note_third, thirds);
    CHECK(fegetround() == modes[i]);
    for (int worker = 0; worker < workers; worker++)
      CHECK(thirds[worker] == expected);
  }
}

int main(void) {
  double up, down;
  fesetround(FE_UPWARD);
  up = one / three;
  fesetround(FE_DOWNWARD);
  down = one / three;
  fesetround(FE_TONEAREST);
  CHECK(up > down); /* or the test would see nothing */
  for (uint16_t workers = 1; workers <= WORKERS; workers++) {
    raised_flag_arrives(workers);
    lowered_flag_stays_down(workers);
    own_flag_is_kept(workers);
    rounding_holds(workers);
  }
  return 0;
}
