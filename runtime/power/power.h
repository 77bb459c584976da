/* Core frequencies during a run of a layer: the requests of its rows, and their effect. */
#ifndef KSI_POWER_H
#define KSI_POWER_H

#include <kasuri/kasuri.h>

#include <stdint.h>

typedef struct ksi_power ksi_power;

/* By KASURI_POWER, for a team of so many workers. NULL: levels mean nothing. */
ksi_power *ksi_start_power(int workers);
/* In a child of fork: the speed of cores is its parent's matter. */
void ksi_forget_power(void);

/* Whether rows of the table (null: the layer has none) ask for levels. For the caller, before the
 * rows are offered; then, if so, ksi_end_levels when the run is over. In what follows `number` is
 * the one of the thread in the team. Several layers may run at a time, on threads of their own. */
int ksi_begin_levels(ksi_power *power, const ks_table *table);
void ksi_end_levels(ksi_power *power, int number, uint32_t held);

/* For a thread that begins with a worker's rows, and that has no more of them. A row that it is in
 * already may be what runs the layer; `held` is what that row votes for. */
uint32_t ksi_enter_levels(ksi_power *power, const ks_table *table, int worker, int number);
void ksi_leave_levels(ksi_power *power, int number, uint32_t held);
/* The row asks for its level, on the core of the thread; `end` is behind the last row that follows
 * on the same worker. */
void ksi_request_level(ksi_power *power, const ks_layer *layer, const ks_table *table, uint32_t row,
                       uint32_t end, int number);

/* A worker finds nothing to do and goes to sleep. */
void ksi_rest_power(ksi_power *power);

#endif
