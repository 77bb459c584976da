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

/* Where a thread of the team waits for rows. Belongs to the thread that may currently offer rows:
 * the caller, or in a layer of groups the leader of the thread's group (group.c). */
typedef struct ksi_place {
  _Alignas(64) ksi_ticket ticket;
  _Atomic int is_late;   /* another thread has been waiting for it for some time */
  int number;            /* among all threads of the team, fixed; the caller's is 0 */
  int worker;            /* of `team` */
  struct ksi_team *team; /* the team whose rows it is offered */
} ksi_place;

/* A worker of a run. Each cache line has one writer at a time, and only the data that a run needs
 * moves between cores: the offer in one direction, the progress with the results in the other. */
typedef struct ksi_worker {
  ksi_place own; /* of the thread with this number in the team; meaningless in a group */

  /* For the thread that runs the rows, and for the caller after the run. */
  _Alignas(64) ksi_counter progress; /* base of the run + completed rows */
  uint32_t errno_order; /* 1 + place in source order of the task that set errno; 0: none did */
  int errno_value;
  int flags;        /* floating-point exceptions raised in the run */
  uint64_t busy_ns; /* in tasks, when the run is measured */
} ksi_worker;

/* The caller's own data for a worker and its rows. */
typedef struct ksi_share {
  uint32_t next_row;
  int is_callers;
  int was_late;
  ksi_place *place;       /* of the thread to which the rows are offered */
  struct ksi_team *group; /* the group that the rows' thread leads now; null: none (group.c) */
  struct ksi_team *kept;  /* the last group; its memory is reused */
} ksi_share;

/* The current or last row of a thread. */
typedef struct ksi_here {
  struct ksi_team *team; /* null: not in a parallel run */
  int worker;            /* the worker of the row */
  uint32_t row;          /* its index in the table */
  struct ks_lane *lane;  /* that the row runs; null: none (pipe/) */
  const struct ksi_lane_calls *calls;
} ksi_here;

/* What the team asks of a lane, without knowing what it is. */
typedef struct ksi_lane_calls {
  /* Ends its iteration for ks_leave: whether the row ends the program. */
  int (*leave)(struct ks_lane *lane);
  /* How many workers a layer in its iteration would have now, and the group of these; null: it is
   * alone (pipe/help.c). */
  int (*count_workers)(struct ks_lane *lane);
  struct ksi_team *(*take_helpers)(struct ks_lane *lane);
} ksi_lane_calls;

#define KSI_NOBODY UINT32_MAX
#define KSI_PUBLIC __attribute__((visibility("default")))

/* The place of a task's part in source order; not 0. */
static inline uint32_t ksi_order_of(uint32_t task, uint32_t part) {
  return (task << 16 | part) + 1;
}

/* A team, or a group: a team of some of another team's threads. */
typedef struct ksi_team {
  /* The current run: one cache line, and all of the team that a worker reads in a run. */
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
  uint8_t has_levels;                /* its rows request levels (power.h) */
  uint8_t is_watched;                /* one of these, or its way: each row must check */
  uint8_t is_adaptive : 1;           /* skips unprofitable layers, and workers that do not come */
  uint8_t is_together : 1;           /* no worker starts before all have arrived (together.c) */

  const ks_graph *graph; /* null: the table has rows */

  _Alignas(64) int workers; /* the caller is worker 0 */
  int max_workers;          /* capacity */
  const ks_uint8 *on;       /* kinds of cores that the table's workers are planned for; null: any */
  ksi_power *power;         /* null: levels have no effect */
  uint32_t held_vote;       /* the caller's vote for a level from before the run */
  struct ksi_team *root;    /* the team that is not a group; it has the following for all */
  ksi_share *share;
  int first_number;              /* of its threads, which are consecutive */
  ksi_floating floating;         /* the caller's */
  struct ksi_pool *pool;         /* data for graphs; null before the first */
  ks_table *graph_table;         /* by number of workers: the tables of graphs */
  struct ksi_together *together; /* null before the first run with is_together */
  ksi_here entered_from;         /* of a group: the row whose task runs the layer */
  /* Of a group that does not belong to its leader's row; null: it does. */
  void (*give_back)(struct ksi_team *group);
  /* What its leader does in front of each node of a graph; null: nothing. */
  void (*give_way)(struct ksi_team *group);
  ksi_counter may_end; /* of a group: 1 when the thread that leaves from it may end the program */

  _Alignas(64) ksi_patience patience;
  _Alignas(64) uint32_t runs;
  ksi_load load;
  ksi_program_table *programs;     /* null: the machine is not shared with other programs */
  ksi_coreset cores;               /* that the team may use */
  int are_pinned;                  /* each thread to one of them */
  int alone;                       /* KASURI_ALONE */
  struct ksi_placement *placement; /* null before the first layer with kinds of cores (placed.c) */
  pthread_t *thread;               /* of each place except the caller's */
  ksi_worker worker[];
} ksi_team;

static inline int ksi_is_group(const ksi_team *team) { return team->root != team; }

/* Whether its pipelines find out while they run how many lanes are of use (pipe/alone.c). */
static inline int ksi_may_judge(const ksi_team *team) {
  const int alone = team->root->alone;
  return alone > 0 || (alone < 0 && team->root->is_adaptive && team->root->power == NULL);
}

/* Of the thread to which the worker's rows are offered. */
static inline int ksi_number_of(const ksi_team *team, int worker) {
  return team->share[worker].place->number;
}

/* The next run's base. */
static inline uint32_t ksi_end_of_run(const ksi_team *team) {
  return team->base + team->table->ks_most_rows + 1;
}

/* Memory for a team of `workers`. NULL if there is none. */
ksi_team *ksi_new_team(int workers);
/* From now on the team's rows of `worker` are offered to the thread at `place`. */
void ksi_seat(ksi_team *team, int worker, ksi_place *place);

/* The memory for a group of the thread that is in the team's rows of `leader`: none is in it yet.
 * NULL if there is none. */
ksi_team *ksi_prepare_group(ksi_team *team, int leader, int size);
/* The group that the calling thread leads in its current row; NULL if it leads none. */
ksi_team *ksi_own_group(void);

/* The current row of the calling thread. */
extern _Thread_local ksi_here ksi_current;

/* The bytes of scratch memory that a row has requested so far: the last row of the thread that
 * requested any. */
typedef struct ksi_scratched {
  const struct ksi_team *team;
  uint32_t base, row;
  size_t bytes;
} ksi_scratched;
extern _Thread_local ksi_scratched ksi_last_scratched;

/* Set while the thread runs tasks: layers inside them run on its group, or sequentially. */
extern _Thread_local int ksi_inside;

#endif
