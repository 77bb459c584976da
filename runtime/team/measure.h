/* Measures from time to time whether a layer is profitable in parallel. */
#ifndef KSI_MEASURE_H
#define KSI_MEASURE_H

#include <kasuri/kasuri.h>

#include <stdint.h>

/* How a run is executed, and how the time of its tasks is measured. */
typedef enum ksi_way {
  KSI_UNMEASURED,
  KSI_BY_WALL_CLOCK,
  KSI_BY_THREAD_CLOCK,
  KSI_IN_ORDER /* on the caller alone */
} ksi_way;

/* Whether this call of the layer runs the original code. For any thread. */
int ksi_is_passed_over(ks_measured *record);

/* For the thread that has the team: how to execute the next run. */
ksi_way ksi_choose_way(ks_measured *record);
/* A parallel run took run_ns, and all its tasks together tasks_ns. */
void ksi_note_parallel_run(ks_measured *record, uint64_t run_ns, uint64_t tasks_ns);
/* The run after that, on the caller alone, took run_ns. */
void ksi_note_run_in_order(ks_measured *record, uint64_t run_ns);

#endif
