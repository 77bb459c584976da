/* Groups: teams within the team, for layers that tasks of a layer run themselves. */
#ifndef KSI_GROUP_H
#define KSI_GROUP_H

#include "team.h"

/* The team's next run is one of groups: each worker of the table leads one of as many workers as
 * `sizes` says, or fewer if the team has not as many as `workers`. Until ksi_end_groups. */
void ksi_begin_groups(ksi_team *team, const ks_table *table, const ks_uint16 *sizes, int workers);
void ksi_end_groups(ksi_team *team);

/* Workers that all groups of the table have together. */
int ksi_count_in_groups(const ks_table *table, const ks_uint16 *sizes);

#endif
