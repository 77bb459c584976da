/* The cost of Kasuri's runtime on this machine: the two numbers that decide which layers are
 * profitable.
 *
 * The cost of fork and join is that of a layer with one empty row for each of two workers. The
 * dispatch of a row is the cost that each further empty row adds. Both are medians, because
 * interruptions by the machine are not part of the layer's cost.
 */
#include "machine.h"

#include "../../record/clock.h"

#include <kasuri/kasuri.h>

#include <stdlib.h>

enum { RUNS = 2001, MORE_ROWS = 64 };

static void do_nothing(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame, (void)part, (void)parts;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The runtime releases workers while other programs use the cores; they return. */
static int has_team(const ks_layer *layer) {
  enum { TRIES = 100 };
  for (int i = 0; i < TRIES && ks_workers(layer) < 2; i++)
    ksi_sleep_ns(10000000);
  return ks_workers(layer) >= 2;
}

/* Median of a run with this number of rows on each of two workers. */
static double time_layer(unsigned rows) {
  static ks_row all[2 * MORE_ROWS];
  static double times[RUNS];
  static const ks_task task = {.ks_function = do_nothing, .ks_name = "nothing", .ks_line = 1};
  const ks_uint16 first[] = {0, (ks_uint16)rows, (ks_uint16)(2 * rows)};
  for (unsigned i = 0; i < 2 * rows; i++)
    all[i] = (ks_row){
        .ks_part = (ks_uint16)i, .ks_parts = (ks_uint16)(2 * rows), .ks_level = KS_LEVEL_KEEP};
  const ks_table tables[] = {{2, (ks_uint16)rows, first, all, NULL}};
  const ks_layer layer = {.ks_abi = KS_ABI_VERSION,
                          .ks_name = "ks-probe",
                          .ks_tasks = &task,
                          .ks_tables = tables,
                          .ks_task_count = 1,
                          .ks_table_count = 1};
  for (int i = 0; i < RUNS; i++) {
    if (!has_team(&layer))
      return -1;
    uint64_t begin = ksi_now_ns();
    ks_workers(&layer);
    ks_run(&layer, NULL);
    times[i] = (double)(ksi_now_ns() - begin);
  }
  qsort(times, RUNS, sizeof *times, by_size);
  return times[RUNS / 2];
}

void measure_runtime(machine *of) {
  double one = of->usable_count > 1 ? time_layer(1) : -1;
  double many = one >= 0 ? time_layer(MORE_ROWS) : -1;
  if (one < 0 || many < one) {
    add_note(of, "dispatch and fork-join of the runtime were not measured: %s",
             of->usable_count > 1 ? "other programs use the cores" : "one usable core");
    return;
  }
  of->fork_join_ns = one;
  of->dispatch_ns = (many - one) / (MORE_ROWS - 1);
}
