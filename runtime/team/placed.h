/* Layers whose workers are planned for kinds of cores. */
#ifndef KSI_PLACED_H
#define KSI_PLACED_H

#include "team.h"

/* What the caller had before the run. */
typedef struct ksi_placed_run {
  ksi_coreset own; /* cores of its thread */
  int is_confined; /* to others meanwhile */
  int core;        /* that it was on, or -1 */
  int is_reseated; /* workers are not the threads of the same numbers */
} ksi_placed_run;

/* The following are for the thread that has the team, or leads the group. */
/* The index of the table for at most so many workers, -1 if there is none. Places the team's
 * threads for the layer's kinds. */
int ksi_choose_placed(ksi_team *team, const ks_placed *placed, int workers);
/* The table's workers, and the caller, are on cores of their kinds until the end. */
void ksi_begin_placed(ksi_team *team, const ks_placed *placed, int chosen, ksi_placed_run *run);
void ksi_end_placed(ksi_team *team, const ksi_placed_run *run);
/* The team has other cores than before. */
void ksi_place_again(ksi_team *team);

/* For a row of the worker. */
ksi_level_place ksi_place_of_level(const ksi_team *team, int worker);

#endif
