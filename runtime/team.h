/* The team of workers and what they share in a run. */
#ifndef KSI_TEAM_H
#define KSI_TEAM_H

#include "load.h"
#include "measure.h"
#include "parking.h"

#include <kasuri/kasuri.h>

#include <fenv.h>
#include <stddef.h>

/* The caller's before an offer and after the run; between them, of the one who took the ticket. */
typedef struct ksi_worker {
  ksi_ticket ticket;
  uint32_t errno_order; /* 1 + place in source order of the task that set errno; 0: none did */
  int errno_value;
  int flags;            /* floating-point exceptions raised in the run */
  _Atomic int is_late;  /* the caller waits for it, and not since a moment ago */
  uint64_t busy_ns;     /* in tasks, when the run is measured */
  ksi_counter progress; /* base of the run + rows done */
} ksi_worker;

/* What the caller itself has of a worker's rows. */
typedef struct ksi_share {
  uint32_t next_row;
  int is_callers;
} ksi_share;

#define KSI_NOBODY UINT32_MAX

typedef struct ksi_team {
  int workers;     /* the caller is worker 0 */
  int is_adaptive; /* layers that do not pay are left out, and so are workers that do not come */
  uint32_t runs;
  ksi_patience patience;
  ksi_load load;
  const ks_layer *layer; /* of the current run, as are the next nine */
  const ks_table *table;
  void *frame;
  uint32_t base;
  ksi_way way;
  int is_counted; /* its tasks and functions are measured (counters.h) */
  int is_watched; /* that, or its way: each row has to look */
  uint64_t begin_ticks;
  fenv_t floating; /* the caller's */
  _Atomic uint32_t
      leaving; /* the first part in source order that ends the program, or KSI_NOBODY */
  ksi_share *share;
  ksi_worker worker[];
} ksi_team;

/* The team if the calling thread may use it now; NULL inside a layer or when another thread has it.
 */
ksi_team *ksi_take_team(void);
void ksi_give_back_team(void);
/* Workers that the one who has the team may use for a run: fewer while the machine is busy. */
int ksi_allowed_workers(ksi_team *team);
/* The same for a thread that has not; 1 while another one has it. */
int ksi_free_workers(void);

/* Runs the rows of a worker that has taken its offer (dispatch.c). */
void ksi_run_rows(ksi_team *team, int worker);

/* Set while the thread runs tasks: layers inside them run sequentially. */
extern _Thread_local int ksi_inside;

#endif
