/* Layers whose tasks are assigned to workers at run time. */
#ifndef KSI_WORK_STEALING_H
#define KSI_WORK_STEALING_H

#include "team.h"

/* Prepares the graph as the team's next run, on `workers` workers. Returns its table, which has no
 * rows; NULL if there is no memory. */
const ks_table *ksi_prepare_graph(ksi_team *team, const ks_graph *graph, int workers);

/* Runs nodes as `worker` until all are complete. */
void ksi_drive(ksi_team *team, int worker);

/* One node; its waits are over (together.c). */
void ksi_run_node(ksi_team *team, int worker, uint32_t index);

/* The team of the calling thread's node, or NULL; the worker; and the node's place in source
 * order. */
ksi_team *ksi_team_of_node(void);
int ksi_worker_of_node(void);
uint32_t ksi_order_of_node(void);
/* For a task that ends the program (ks_leave): its node counts as complete; runs others until all
 * are. */
void ksi_leave_node(ksi_team *team);

#endif
