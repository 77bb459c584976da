/* KASURI_TOGETHER=1: all workers of a layer have begun before any of them runs a step, and nothing
 * but the layer's own waits orders their steps. For ThreadSanitizer. */
#ifndef KSI_TOGETHER_H
#define KSI_TOGETHER_H

#include "team.h"

/* Before the run is offered; the team's layer, table and graph are set. `run_step` runs one of its
 * rows or nodes as a worker; its waits are over. Ends the program if there is no memory. */
void ksi_prepare_together(ksi_team *team,
                          void (*run_step)(ksi_team *team, int worker, uint32_t step));
/* Runs the worker's remaining steps, each when everything that it waits for is complete. */
void ksi_walk_together(ksi_team *team, int worker);
/* For a step that leaves: it counts as complete. */
void ksi_end_step(ksi_team *team, uint32_t step);
/* Until the layer is complete. */
void ksi_await_all_steps(ksi_team *team);

#endif
