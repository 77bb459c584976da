/* When each row of a table would run if everything took what was planned. */
#ifndef KSI_PLAN_H
#define KSI_PLAN_H

#include "record.h"

#include <kasuri/kasuri.h>

/* Of a table's rows, in its order. */
void ksi_replay_plan(const ks_table *table, ksi_planned_row *rows);

#endif
