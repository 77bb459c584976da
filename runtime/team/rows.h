/* Running the rows of a layer's table, for workers, for the caller, and for a thread that ends the
 * program. */
#ifndef KSI_ROWS_H
#define KSI_ROWS_H

#include "team.h"

/* For the caller: prepares the workers' rows of the next run, and offers them. */
void ksi_offer_rows(ksi_team *team);
/* Runs the rows whose offer the thread at the place has taken. */
void ksi_run_rows(const ksi_place *place);

/* One row of the worker; its waits are over. */
void ksi_run_row(ksi_team *team, int worker, uint32_t index);
/* A worker's rows, starting at `begin`. */
void ksi_walk_rows(ksi_team *team, int worker, uint32_t begin);
/* The caller's way through all rows that no worker has taken. */
void ksi_walk_as_caller(ksi_team *team);
/* Its wait for the rows that workers have taken. */
void ksi_wait_for_workers(ksi_team *team);

#endif
