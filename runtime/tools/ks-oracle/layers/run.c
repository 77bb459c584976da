/* The runtime's interface on one thread: tasks in source order, the parts of each in order.
 *
 * Split tasks run in the maximum number of parts of their tables, because the emitted code has room
 * for that number of partial sums. Planning for many cores makes parts small. Inside a run, and in
 * a second thread during one, layers run sequentially, as in the runtime itself.
 */
#include "../oracle.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_flag is_running = ATOMIC_FLAG_INIT;

static int max_workers(const ks_layer *layer) {
  int most = 1;
  for (int i = 0; i < layer->ks_table_count; i++)
    if (layer->ks_tables[i].ks_worker_count > most)
      most = layer->ks_tables[i].ks_worker_count;
  return most;
}

int ks_is_alone;
int ks_may_count;

void ks_note_refused(const ks_layer *layer) { (void)layer; }

int ks_workers(const ks_layer *layer) {
  return layer->ks_abi == KS_ABI_VERSION && !oracle_is_inside() ? max_workers(layer) : 1;
}

static void run_part(const ks_layer *layer, void *frame, uint32_t task, uint32_t part,
                     uint32_t parts, int *last_errno) {
  errno = 0;
  layer->ks_tasks[task].ks_function(frame, part, parts);
  *last_errno = errno != 0 ? errno : *last_errno;
}

/* As a whole, or in the parts that the table for one worker has. */
static void run_unchecked(const ks_layer *layer, void *frame, int *last_errno) {
  const ks_table *table = layer->ks_tables;
  if (layer->ks_table_count > 0 && table->ks_worker_count == 1)
    for (const ks_row *row = table->ks_rows; row < table->ks_rows + table->ks_first_row[1]; row++)
      run_part(layer, frame, row->ks_task_index, row->ks_part, row->ks_parts, last_errno);
  else
    for (uint32_t task = 0; task < layer->ks_task_count; task++)
      run_part(layer, frame, task, 0, 1, last_errno);
}

static void run_checked(const ks_layer *layer, void *frame, int *last_errno) {
  const oracle_order *order = oracle_order_of(layer);
  oracle_begin_run(order, __builtin_frame_address(0));
  for (uint32_t task = 0; task < layer->ks_task_count; task++)
    for (uint32_t part = 0; part < order->parts[task]; part++) {
      oracle_begin_unit(task, part);
      run_part(layer, frame, task, part, order->parts[task], last_errno);
    }
  oracle_end_run();
}

void ks_run(const ks_layer *layer, void *frame) {
  int last_errno = errno;
  if (oracle_is_inside() || max_workers(layer) < 2 || atomic_flag_test_and_set(&is_running)) {
    run_unchecked(layer, frame, &last_errno);
  } else {
    run_checked(layer, frame, &last_errno);
    atomic_flag_clear(&is_running);
  }
  errno = last_errno;
}

int ks_workers_helped(const ks_layer *layer) { return ks_workers(layer); }

void ks_run_helped(const ks_layer *layer, void *frame) { ks_run(layer, frame); }

int ks_workers_piped(const ks_layer *layer) { return ks_workers(layer); }

void ks_run_piped(const ks_layer *layer, void *frame) { ks_run(layer, frame); }

/* What runs on a group in the runtime stays sequential here, as what runs in any layer does. */
int ks_workers_of_groups(const ks_groups *groups) { return ks_workers(&groups->ks_described); }

void ks_run_groups(const ks_groups *groups, void *frame) { ks_run(&groups->ks_described, frame); }

int ks_workers_of_placed(const ks_placed *placed) {
  return ks_workers_of_groups(&placed->ks_grouped);
}

void ks_run_placed(const ks_placed *placed, void *frame) {
  ks_run_groups(&placed->ks_grouped, frame);
}

void ks_leave(void) {} /* all that comes before has run */

void ks_assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
  fprintf(stderr, "%s:%u: %s: assertion '%s' failed\n", file, line, function, assertion);
  abort();
}

void *ks_scratch(size_t bytes) {
  void *memory = malloc(bytes > 0 ? bytes : 1);
  if (memory == NULL) {
    fprintf(stderr, "kasuri: out of memory for %zu bytes of scratch\n", bytes);
    abort();
  }
  return memory;
}

void ks_scratch_free(void *memory) { free(memory); }

ks_size ks_block_bytes(void *block) { return malloc_usable_size(block); }

void *ks_malloc(ks_size bytes) { return malloc(bytes); }

void *ks_calloc(ks_size count, ks_size bytes) { return calloc(count, bytes); }

/* How fast code runs is no matter here. */
const ks_pace *ks_begin_pace(const ks_pace *pace) {
  (void)pace;
  return NULL;
}

void ks_end_pace(const ks_pace **begun) { (void)begun; }
