/* Whether other programs use the cores, and how many workers that leaves. */
#ifndef KSI_LOAD_H
#define KSI_LOAD_H

#include "../wait/parking.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct ksi_load {
  int all;                  /* workers, including the caller */
  int most;                 /* of these, the share that the other programs with teams leave */
  _Atomic int allowed;      /* of these, now; the load of other programs may reduce it */
  _Atomic uint32_t crowded; /* times that a thread of the team found its core shared */
  uint32_t crowded_before;  /* this, the next two and `most`: for the caller with the team */
  uint64_t look_ns;         /* time of the next check */
  uint64_t pause_ns;        /* from yielding to trying more workers */
} ksi_load;

void ksi_init_load(ksi_load *load, int workers);
/* For each worker when it starts: earlier losses do not count. */
void ksi_begin_looking(void);
/* For each thread of the team, periodically: notes whether it shares its core. */
void ksi_look_for_others(ksi_load *load);
/* For a worker that keeps the caller waiting: whether it was preempted. */
void ksi_explain_lateness(ksi_load *load);
/* For the caller when it had to wait. */
void ksi_give_way_if_crowded(ksi_load *load, ksi_patience *patience);
/* For the caller: sets the number of workers that the other programs with teams leave
 * (program_table.h). */
void ksi_limit_workers(ksi_load *load, ksi_patience *patience, int most);
/* For the caller: if it is time for a check, finds out whether the machine is busy, and changes
 * `allowed` and the patience of the team. */
void ksi_watch_load(ksi_load *load, ksi_patience *patience);

#endif
