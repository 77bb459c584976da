/* The team of workers, and counters that one thread raises and others wait for. */
#ifndef KSI_TEAM_H
#define KSI_TEAM_H

#include <kasuri/kasuri.h>

#include <fenv.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Raised by one thread only, never lowered; compared by difference, so that it may wrap. */
typedef struct ksi_counter {
  _Alignas(64) _Atomic uint32_t value;
  _Atomic uint32_t sleepers;
} ksi_counter;

typedef struct ksi_worker {
  ksi_counter progress; /* base of the run + rows done */
  uint32_t errno_order; /* 1 + place in source order of the task that set errno; 0: none did */
  int errno_value;
  int flags; /* floating-point exceptions raised in the run */
} ksi_worker;

typedef struct ksi_team {
  ksi_counter start; /* runs begun */
  int workers;       /* the caller is worker 0 */
  uint64_t spin_ns;
  const ks_layer *layer; /* of the current run, as are the next four */
  const ks_table *table;
  void *frame;
  uint32_t base;
  fenv_t floating; /* the caller's */
  ksi_worker worker[];
} ksi_team;

/* The team if the calling thread may use it now; NULL inside a layer or when another thread has it.
 */
ksi_team *ksi_take_team(void);
void ksi_give_back_team(void);
/* Workers that the calling thread could have now, without taking them; at least 1. */
int ksi_free_workers(void);

void ksi_raise(ksi_counter *counter, uint32_t value);
/* Waits until the counter is at least `value`, spinning for at most spin_ns before it sleeps. */
void ksi_wait(ksi_counter *counter, uint32_t value, uint64_t spin_ns);

/* Runs the rows of one worker in the team's current run (dispatch.c). */
void ksi_run_rows(ksi_team *team, int worker);

/* Set while the thread runs tasks: layers inside them run sequentially. */
extern _Thread_local int ksi_inside;

#endif
