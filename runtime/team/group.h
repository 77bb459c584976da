/* Groups: teams within the team, for layers that tasks of a layer run themselves. */
#ifndef KSI_GROUP_H
#define KSI_GROUP_H

#include "team.h"

/* The team's next run has groups: each worker of the table leads a group of the size in `sizes`, or
 * smaller if the team has fewer workers than `workers`. Until ksi_end_groups. */
void ksi_begin_groups(ksi_team *team, const ks_table *table, const ks_uint16 *sizes, int workers);
void ksi_end_groups(ksi_team *team);

/* Number of workers in all groups of the table. */
int ksi_count_in_groups(const ks_table *table, const ks_uint16 *sizes);

/* The index of the last table whose groups all have full size; if there is none, of the last table
 * without too many leaders. -1: none. */
int ksi_choose_groups(const ks_groups *groups, int workers);

#endif
