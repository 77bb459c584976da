/* The team of workers and what they share in a run. */
#ifndef KSI_TEAM_H
#define KSI_TEAM_H

#include "floating.h"
#include "load.h"
#include "measure.h"
#include "parking.h"
#include "power.h"
#include "registry.h"

#include <kasuri/kasuri.h>

#include <stddef.h>

/* Each line has one writer at a time, and only what a run needs goes from core to core: the offer
 * one way, the progress with the results the other. */
typedef struct ksi_worker {
  _Alignas(64) ksi_ticket ticket;
  _Atomic int is_late; /* the caller waits for it, and not since a moment ago */

  /* Of the one who runs the rows, and the caller's after the run. */
  _Alignas(64) ksi_counter progress; /* base of the run + rows done */
  uint32_t errno_order; /* 1 + place in source order of the task that set errno; 0: none did */
  int errno_value;
  int flags;        /* floating-point exceptions raised in the run */
  uint64_t busy_ns; /* in tasks, when the run is measured */
} ksi_worker;

/* What the caller itself has of a worker's rows. */
typedef struct ksi_share {
  uint32_t next_row;
  int is_callers;
  int was_late;
} ksi_share;

#define KSI_NOBODY UINT32_MAX

/* The place of a task's part in source order; not 0. */
static inline uint32_t ksi_order_of(uint32_t task, uint32_t part) {
  return (task << 16 | part) + 1;
}

typedef struct ksi_team {
  /* The current run: one line, which is all that a worker reads of the team in it. */
  _Alignas(64) const ks_layer *layer;
  const ks_table *table;
  void *frame;
  uint64_t floating_state; /* of `floating` */
  uint64_t begin_ticks;
  uint32_t base;
  _Atomic uint32_t
      leaving; /* the first part in source order that ends the program, or KSI_NOBODY */
  ksi_way way;
  uint8_t is_counted; /* its tasks and functions are measured (counters.h) */
  uint8_t has_levels; /* its rows ask for levels (power.h) */
  uint8_t is_watched; /* one of these, or its way: each row has to look */
  uint8_t
      is_adaptive; /* layers that do not pay are left out, and so are workers that do not come */

  const ks_graph *graph; /* null: the table has rows */

  _Alignas(64) int workers; /* the caller is worker 0 */
  ksi_power *power;         /* null: levels mean nothing */
  ksi_patience patience;
  ksi_floating floating; /* the caller's */
  _Alignas(64) uint32_t runs;
  ksi_load load;
  ksi_registry *registry; /* null: the machine is not divided with other programs */
  struct ksi_pool *pool;  /* what graphs run with; null before the first */
  ksi_share *share;
  pthread_t *thread; /* of each worker but the caller */
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
