/* What the run of a layer shares with the ways out of it (leave.c) and with layers inside
 * (group.c). */
#ifndef KSI_DISPATCH_H
#define KSI_DISPATCH_H

#include "team.h"

#define KSI_PUBLIC __attribute__((visibility("default")))

/* The row that the calling thread is in. */
extern _Thread_local ksi_here ksi_current;

/* Runs the layer on the team; the table has rows, or stands for a graph (graph.h). */
void ksi_run_on_team(ksi_team *team, const ks_layer *layer, const ks_table *table, void *frame);

/* The parts of it. The next run's base; a worker's rows from `begin` on; the caller's way through
 * all rows that nobody else has; its wait for those that somebody has. */
uint32_t ksi_end_of_run(const ksi_team *team);
void ksi_walk_rows(ksi_team *team, int worker, uint32_t begin);
void ksi_walk_as_caller(ksi_team *team);
void ksi_wait_for_workers(ksi_team *team);

/* For whoever runs the layer, when all of its rows are over and one of them ends the program. Does
 * not return (leave.c). */
void ksi_end_with_who_leaves(ksi_team *team) __attribute__((noreturn));

/* By the clock that the run is measured by. */
uint64_t ksi_task_clock_ns(const ksi_team *team);
/* What the tasks of the run that is over took together, if it was measured. */
uint64_t ksi_sum_of_tasks_ns(const ksi_team *team);

#endif
