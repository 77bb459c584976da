/* The call of a part of a task. It is inline because it is in the innermost loops of tables
 * (rows.c) and of graphs (work_stealing.c). */
#ifndef KSI_TASK_H
#define KSI_TASK_H

#include "team.h"

#include <errno.h>

static inline void ksi_run_task(const ks_layer *layer, void *frame, ksi_worker *self, uint32_t task,
                                uint32_t part, uint32_t parts) {
  errno = 0;
  layer->ks_tasks[task].ks_function(frame, part, parts);
  uint32_t order = ksi_order_of(task, part);
  if (errno != 0 && order > self->errno_order) {
    self->errno_order = order;
    self->errno_value = errno;
  }
}

/* Whether a condition has been decided so that the task does not run. */
static inline int ksi_is_unwanted(const ks_layer *layer, const void *frame, uint32_t index) {
  const ks_task *task = &layer->ks_tasks[index];
  if (task->ks_control == 0)
    return 0;
  const ks_task *condition = &layer->ks_tasks[task->ks_control - 1];
  const int *outcome = (const int *)((const char *)frame + condition->ks_outcome_at - 1);
  const int value = __atomic_load_n(outcome, __ATOMIC_ACQUIRE);
  return value >= 0 && value != task->ks_outcome;
}

/* Whether the part comes after the first in source order that ends the program. */
static inline int ksi_is_behind_end(ksi_team *team, uint32_t task, uint32_t part) {
  return ksi_order_of(task, part) > atomic_load_explicit(&team->leaving, memory_order_relaxed);
}

/* What the calling thread has waited inside its tasks, in measured runs: that is not work. */
extern _Thread_local uint64_t ksi_waited_ns;

/* The clock that the run is measured with. */
uint64_t ksi_task_clock_ns(const ksi_team *team);
/* The number of iterations of a split loop, in the frame; null for other tasks. */
const ks_int64 *ksi_trips_of(const ks_layer *layer, uint32_t task, const void *frame);

/* The same with everything that an observed run needs. */
void ksi_run_watched_part(ksi_team *team, ksi_worker *self, uint32_t task, uint32_t part,
                          uint32_t parts);

/* The results of the task (its errno, its time) are noted for `self`, the worker that runs it. */
static inline void ksi_run_part(ksi_team *team, ksi_worker *self, uint32_t task, uint32_t part,
                                uint32_t parts) {
  if (team->is_watched)
    ksi_run_watched_part(team, self, task, part, parts);
  else
    ksi_run_task(team->layer, team->frame, self, task, part, parts);
}

#endif
