/* The planned start and end of each row of a table. */
#ifndef KSI_PLAN_H
#define KSI_PLAN_H

#include "record_layout.h"

#include <kasuri/kasuri.h>

/* Of a table's rows, in its order. */
void ksi_replay_plan(const ks_table *table, ksi_planned_row *rows);

#endif
