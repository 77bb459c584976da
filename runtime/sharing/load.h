/* Whether other programs use the cores, and how many workers that leaves. */
#ifndef KSI_LOAD_H
#define KSI_LOAD_H

#include "../wait/parking.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct ksi_load {
  int all;                  /* workers, the caller included */
  int most;                 /* of these, as many as the other programs with teams leave */
  _Atomic int allowed;      /* of these, now; what other programs do may leave less */
  _Atomic uint32_t crowded; /* times that a thread of the team found its core shared */
  uint32_t crowded_before;  /* this, the next two and `most`: the caller's, while it has the team */
  uint64_t look_ns;         /* when to look again */
  uint64_t pause_ns;        /* from giving way to trying more workers */
} ksi_load;

void ksi_init_load(ksi_load *load, int workers);
/* For each worker when it begins: what it lost before does not count. */
void ksi_begin_looking(void);
/* For each thread of the team now and then: notes whether it shares its core. */
void ksi_look_for_others(ksi_load *load);
/* For a worker that keeps the caller waiting: was it pushed off its core? */
void ksi_explain_lateness(ksi_load *load);
/* For the caller when it had to wait. */
void ksi_give_way_if_crowded(ksi_load *load, ksi_patience *patience);
/* For the caller: what the other programs with teams leave (program_table.h) is now so many
 * workers. */
void ksi_limit_workers(ksi_load *load, ksi_patience *patience, int most);
/* For the caller: if it is time to look whether the machine is busy, does so, and changes `allowed`
 * and the patience of the team. */
void ksi_watch_load(ksi_load *load, ksi_patience *patience);

#endif
