/* Running a layer: every worker walks its own rows of a constant table.
 *
 * A row waits for the progress counters of the workers it depends on, calls its task, and raises
 * its worker's own counter. The counters only grow: a run begins at a base that all workers share
 * and ends at base + most_rows + 1 for all of them, which is the next run's base, so nothing is
 * ever reset. The caller returns when every worker has reached that end; the acquiring loads on the
 * way make all effects of all tasks visible to it. A worker without rows in the table only reports
 * its end.
 *
 * errno belongs to a thread. Each task starts with 0 in it; each worker remembers the last task in
 * source order that left something else, and the caller ends with the last of those, as the
 * sequential program would, in which a library function never sets errno back to 0.
 * The floating-point environment belongs to a thread as well (floating.c).
 */
#include "floating.h"
#include "team.h"

#include <errno.h>

#define KS_PUBLIC __attribute__((visibility("default")))

static const ks_table *choose_table(const ks_layer *layer, int workers) {
  const ks_table *chosen = NULL;
  for (int i = 0; i < layer->ks_table_count; i++)
    if (layer->ks_tables[i].ks_worker_count <= workers)
      chosen = &layer->ks_tables[i];
  return chosen;
}

static void run_task(const ks_layer *layer, void *frame, ksi_worker *self, uint32_t task,
                     uint32_t part, uint32_t parts) {
  errno = 0;
  layer->ks_tasks[task].ks_function(frame, part, parts);
  uint32_t order = (task << 16 | part) + 1;
  if (errno != 0 && order > self->errno_order) {
    self->errno_order = order;
    self->errno_value = errno;
  }
}

static void run_row(ksi_team *team, ksi_worker *self, const ks_row *row) {
  const ks_wait *wait = team->table->ks_waits + row->ks_first_wait;
  uint64_t spin_ns = row->ks_idle_mode == KS_IDLE_SPIN ? team->spin_ns : 0;
  for (int i = 0; i < row->ks_wait_count; i++)
    ksi_wait(&team->worker[wait[i].ks_worker].progress, team->base + wait[i].ks_rows, spin_ns);
  run_task(team->layer, team->frame, self, row->ks_task_index, row->ks_part, row->ks_parts);
}

static void walk_rows(ksi_team *team, int worker) {
  const ks_table *table = team->table;
  ksi_worker *self = &team->worker[worker];
  uint32_t first = table->ks_first_row[worker], end = table->ks_first_row[worker + 1];
  for (uint32_t row = first; row < end; row++) {
    run_row(team, self, &table->ks_rows[row]);
    ksi_raise(&self->progress, team->base + (row - first) + 1);
  }
}

void ksi_run_rows(ksi_team *team, int worker) {
  ksi_worker *self = &team->worker[worker];
  int is_needed = worker < team->table->ks_worker_count, flags = 0;
  self->errno_order = 0;
  if (worker > 0 && is_needed)
    ksi_adopt_floating(&team->floating);
  if (is_needed)
    walk_rows(team, worker);
  if (worker > 0 && is_needed)
    flags = ksi_raised_flags();
  self->flags = flags;
  /* The caller may go on from here, so nothing of the run is touched after it. */
  ksi_raise(&self->progress, team->base + team->table->ks_most_rows + 1);
  ksi_lower_flags(flags);
}

static void run_in_order(const ks_layer *layer, void *frame) {
  ksi_worker self = {.errno_order = 0};
  int saved = errno, was_inside = ksi_inside;
  ksi_inside = 1;
  for (uint32_t task = 0; task < layer->ks_task_count; task++)
    run_task(layer, frame, &self, task, 0, 1);
  ksi_inside = was_inside;
  errno = self.errno_order != 0 ? self.errno_value : saved;
}

static int last_errno(const ksi_team *team, int saved) {
  uint32_t last = 0;
  for (int worker = 0; worker < team->workers; worker++)
    if (team->worker[worker].errno_order > last) {
      last = team->worker[worker].errno_order;
      saved = team->worker[worker].errno_value;
    }
  return saved;
}

static int all_flags(const ksi_team *team) {
  int flags = 0;
  for (int worker = 1; worker < team->workers; worker++)
    flags |= team->worker[worker].flags;
  return flags;
}

static void run_on_team(ksi_team *team, const ks_layer *layer, const ks_table *table, void *frame) {
  int saved = errno;
  uint32_t end = team->base + table->ks_most_rows + 1;
  team->layer = layer;
  team->table = table;
  team->frame = frame;
  ksi_get_floating(&team->floating);
  ksi_inside = 1;
  ksi_raise(&team->start, atomic_load_explicit(&team->start.value, memory_order_relaxed) + 1);
  ksi_run_rows(team, 0);
  for (int worker = 1; worker < team->workers; worker++)
    ksi_wait(&team->worker[worker].progress, end, team->spin_ns);
  ksi_inside = 0;
  team->base = end;
  ksi_merge_flags(all_flags(team));
  errno = last_errno(team, saved);
}

KS_PUBLIC int ks_workers(const ks_layer *layer) {
  int workers = layer->ks_abi == KS_ABI_VERSION ? ksi_free_workers() : 1;
  const ks_table *table = workers > 1 ? choose_table(layer, workers) : NULL;
  return table != NULL ? table->ks_worker_count : 1;
}

KS_PUBLIC void ks_run(const ks_layer *layer, void *frame) {
  ksi_team *team = ksi_take_team();
  const ks_table *table = team != NULL ? choose_table(layer, team->workers) : NULL;
  if (table == NULL) {
    if (team != NULL)
      ksi_give_back_team();
    run_in_order(layer, frame);
    return;
  }
  run_on_team(team, layer, table, frame);
  ksi_give_back_team();
}
