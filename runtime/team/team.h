/* The team of workers and what they share in a run. */
#ifndef KSI_TEAM_H
#define KSI_TEAM_H

#include "../os/os.h"
#include "../power/power.h"
#include "../sharing/load.h"
#include "../sharing/program_table.h"
#include "../wait/parking.h"
#include "floating.h"
#include "locale.h"
#include "measure.h"

#include <kasuri/kasuri.h>

#include <stddef.h>

/* Where a thread of the team waits for rows. Of the one who may offer it some at the time: the
 * caller, or in a layer of groups the one who leads the thread's group (group.c). */
typedef struct ksi_place {
  _Alignas(64) ksi_ticket ticket;
  _Atomic int is_late;   /* it is waited for, and not since a moment ago */
  int number;            /* among all threads of the team, for good; the caller's is 0 */
  int worker;            /* of `team` */
  struct ksi_team *team; /* whose rows it is offered */
} ksi_place;

/* A worker of a run. Each line has one writer at a time, and only what a run needs goes from core
 * to core: the offer one way, the progress with the results the other. */
typedef struct ksi_worker {
  ksi_place own; /* of the thread with this number in the team; of no meaning in a group */

  /* Of the one who runs the rows, and the caller's after the run. */
  _Alignas(64) ksi_counter progress; /* base of the run + rows done */
  uint32_t errno_order; /* 1 + place in source order of the task that set errno; 0: none did */
  int errno_value;
  int flags;        /* floating-point exceptions raised in the run */
  uint64_t busy_ns; /* in tasks, when the run is measured */
} ksi_worker;

/* What the caller itself has of a worker and its rows. */
typedef struct ksi_share {
  uint32_t next_row;
  int is_callers;
  int was_late;
  ksi_place *place;       /* of the thread that is offered the rows */
  struct ksi_team *group; /* that whoever runs the rows leads now; null: none (group.c) */
  struct ksi_team *kept;  /* the group made last; its memory is used again */
} ksi_share;

/* The row that a thread is in, or was last. */
typedef struct ksi_here {
  struct ksi_team *team; /* null: none of a parallel run */
  int worker;            /* whose row it is */
  uint32_t row;          /* its index in the table */
} ksi_here;

#define KSI_NOBODY UINT32_MAX
#define KSI_PUBLIC __attribute__((visibility("default")))

/* The place of a task's part in source order; not 0. */
static inline uint32_t ksi_order_of(uint32_t task, uint32_t part) {
  return (task << 16 | part) + 1;
}

/* A team, or a group, which is a team of some of another team's threads. */
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
  ksi_way way : 8;
  uint32_t locale : KSI_LOCALE_BITS; /* number of the caller's (locale.h) */
  uint8_t is_counted;                /* its tasks and functions are measured (counters.h) */
  uint8_t has_levels;                /* its rows ask for levels (power.h) */
  uint8_t is_watched;                /* one of these, or its way: each row has to look */
  uint8_t is_adaptive : 1; /* layers that do not pay are left out, and workers that do not come */
  uint8_t is_together : 1; /* no worker begins before all are there (together.c) */

  const ks_graph *graph; /* null: the table has rows */

  _Alignas(64) int workers; /* the caller is worker 0 */
  int max_workers;          /* there is memory for */
  ksi_power *power;         /* null: levels mean nothing */
  uint32_t held_vote;       /* of the caller, for a level, from before the run */
  struct ksi_team *root;    /* the one that is no group; for all it has what stands below */
  ksi_share *share;
  int first_number;              /* of its threads, which have consecutive ones */
  ksi_floating floating;         /* the caller's */
  struct ksi_pool *pool;         /* what graphs run with; null before the first */
  ks_table *graph_table;         /* by number of workers: what graphs have for a table */
  struct ksi_together *together; /* null before the first run with is_together */
  ksi_here entered_from;         /* of a group: the row whose task runs the layer */
  ksi_counter may_end;           /* of a group: 1 when whoever leaves from it may end the program */

  _Alignas(64) ksi_patience patience;
  _Alignas(64) uint32_t runs;
  ksi_load load;
  ksi_program_table *programs; /* null: the machine is not divided with other programs */
  pthread_t *thread;           /* of each place but the caller's */
  ksi_worker worker[];
} ksi_team;

static inline int ksi_is_group(const ksi_team *team) { return team->root != team; }

/* Of the thread that is offered the worker's rows. */
static inline int ksi_number_of(const ksi_team *team, int worker) {
  return team->share[worker].place->number;
}

/* The next run's base. */
static inline uint32_t ksi_end_of_run(const ksi_team *team) {
  return team->base + team->table->ks_most_rows + 1;
}

/* Memory for a team of `workers`. NULL if there is none. */
ksi_team *ksi_new_team(int workers);
/* From now on whoever is offered the team's rows as `worker` is the thread at `place`. */
void ksi_seat(ksi_team *team, int worker, ksi_place *place);

/* The group that the calling thread leads in the row that it is in; NULL if it leads none. */
ksi_team *ksi_own_group(void);

/* The row that the calling thread is in. */
extern _Thread_local ksi_here ksi_current;

/* Set while the thread runs tasks: layers inside them run on its group, or sequentially. */
extern _Thread_local int ksi_inside;

#endif
