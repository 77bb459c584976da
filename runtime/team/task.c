/* Calls a part of a task in a run that is observed: with counters, or with a clock. */
#include "task.h"

#include "../record/counters.h"

_Thread_local uint64_t ksi_waited_ns;

uint64_t ksi_task_clock_ns(const ksi_team *team) {
  return team->way == KSI_BY_THREAD_CLOCK ? ksi_thread_ns() : ksi_now_ns();
}

const ks_int64 *ksi_trips_of(const ks_layer *layer, uint32_t task, const void *frame) {
  const uint32_t at = layer->ks_tasks[task].ks_trips_at;
  return at == 0 ? NULL : (const void *)((const char *)frame + at - 1);
}

__attribute__((noinline)) void ksi_run_watched_part(ksi_team *team, ksi_worker *self, uint32_t task,
                                                    uint32_t part, uint32_t parts) {
  uint64_t begin = team->way != KSI_UNMEASURED ? ksi_task_clock_ns(team) : 0;
  const uint64_t waited = ksi_waited_ns;
  ksi_zone zone;
  if (team->is_counted)
    ksi_open_task(&zone, task);
  ksi_run_task(team->layer, team->frame, self, task, part, parts);
  if (team->is_counted)
    ksi_close_task(&zone, task, part, parts, ksi_trips_of(team->layer, task, team->frame));
  if (team->way != KSI_UNMEASURED)
    self->busy_ns += ksi_task_clock_ns(team) - begin - (ksi_waited_ns - waited);
}
