/* Groups: teams within the team, for layers that tasks of a layer run themselves. */
#ifndef KSI_GROUP_H
#define KSI_GROUP_H

#include "team.h"

/* From now on whoever is offered the team's rows as `worker` is the thread at `place`. */
void ksi_seat(ksi_team *team, int worker, ksi_place *place);

/* The team's next run is one of groups: each worker of the table leads one of as many workers as
 * `sizes` says, or fewer if the team has not as many as `workers`. Until ksi_end_groups. */
void ksi_begin_groups(ksi_team *team, const ks_table *table, const ks_uint16 *sizes, int workers);
void ksi_end_groups(ksi_team *team);

/* Workers that all groups of the table have together. */
int ksi_count_in_groups(const ks_table *table, const ks_uint16 *sizes);

/* The group that the calling thread leads in the row that it is in; NULL if it leads none. */
ksi_team *ksi_own_group(void);

/* Runs a layer of the task that the calling thread is in on the group that it leads. */
void ksi_run_in_group(ksi_team *group, const ks_layer *layer, const ks_table *table, void *frame);

#endif
