/* Core frequencies during a run of a layer: the requests of its rows, and their effect. */
#ifndef KSI_POWER_H
#define KSI_POWER_H

#include "level_times.h"

#include <kasuri/kasuri.h>

#include <stdint.h>

typedef struct ksi_power ksi_power;

/* As KASURI_POWER requests, for a team of this number of workers. NULL: levels have no effect. */
ksi_power *ksi_start_power(int workers);
/* In a child of fork: its parent controls the frequencies. */
void ksi_forget_power(void);

/* Whether rows of the table (null: the layer has none) request levels. For the caller, before it
 * offers the rows; if so, it calls ksi_end_levels when the run is over. Below, `number` is that of
 * the thread in the team. Several layers may run at a time, on separate threads. */
int ksi_begin_levels(ksi_power *power, const ks_table *table);
void ksi_end_levels(ksi_power *power, int number, uint32_t held);

/* For a thread that starts with a worker's rows, and that has no more of them. The thread may
 * already be in a row that runs the layer; `held` is the vote of that row. */
uint32_t ksi_enter_levels(ksi_power *power, const ks_table *table, int worker, int number);
void ksi_leave_levels(ksi_power *power, int number, uint32_t held);
/* Where a level may be requested. */
typedef struct ksi_level_place {
  const ks_uint8 *kind_of; /* by core (placement/core_kinds.h); null: anywhere */
  ks_uint8 kind;           /* of the core that the level was planned for */
} ksi_level_place;

/* The row requests its level, on the core of the thread; `end` is after the last row of the same
 * worker. */
void ksi_request_level(ksi_power *power, const ks_layer *layer, const ks_table *table, uint32_t row,
                       uint32_t end, int number, ksi_level_place place);

/* A level of the program's code between layers, which counts as another thread's. For one thread at
 * a time, on the core of which the level is requested; it may end on another one. */
void ksi_request_pace(ksi_power *power, const ks_pace *pace);
void ksi_withdraw_pace(ksi_power *power);

/* The times of the core's clock. 0: its frequency is not set. Any thread. */
int ksi_read_level_times(const ksi_power *power, int core, uint64_t now_ns, ksi_level_times *times);

/* A worker has nothing to do and goes to sleep. */
void ksi_rest_power(ksi_power *power);

#endif
