/* A pipeline and its lanes: what turn.c, ends.c and pipe.c share. */
#ifndef KSI_LANE_H
#define KSI_LANE_H

#include "../team/team.h"

#include <kasuri/kasuri.h>

#include <stdatomic.h>
#include <stdint.h>

enum {
  KSI_QUICK_SEGMENTS = 7, /* whose last leave a lane publishes (turn.c) */
  KSI_MOST_NOTED = 8,     /* values of errno, each with its iteration */
  KSI_MOST_FLAGS = 8      /* kinds of floating-point exceptions */
};

#define KSI_NO_END INT64_MAX

/* The value that an iteration has left in errno. */
typedef struct ksi_noted {
  int64_t iteration;
  int value;
} ksi_noted;

/* What ks_pipe_gather permits (gather.c). */
typedef struct ksi_gathering {
  uint32_t forced; /* size of all batches; 0: each lane chooses */
  int standard_input;
  _Atomic int is_allowed; /* 0: not known yet, -1: no */
  uint64_t open_ticks, open_ns;
} ksi_gathering;

/* Whether one lane runs alone, and what decides that (alone.c). */
typedef struct ksi_alone {
  ksi_counter era; /* odd: only lane `by` claims iterations */
  _Atomic uint32_t by;
  _Atomic int is_looked_at;   /* by one lane, which alone uses what follows */
  _Atomic uint64_t look_ns;   /* when that is due */
  int64_t from;               /* the iteration with which the window begins */
  uint64_t begin_ns;          /* of the window; 0: it has not begun */
  uint64_t begin_worked_ns;   /* the sum over all lanes then */
  uint64_t all_ns;            /* how long an iteration took with all lanes */
  uint64_t compared_ns;       /* when one alone was last compared with all */
  uint64_t comparison_ns;     /* how long that took */
  uint64_t pause_ns, rest_ns; /* until the next comparison; of the next rest */
  int is_resting;             /* one lane was faster and goes on until look_ns */
  int has_begun;              /* a lane has joined */
  int is_back;                /* all lanes are measured after a rest */
} ksi_alone;

struct ks_lane {
  /* Written by its worker, read by all. `place` is the iteration and how many of its segments are
   * behind it (turn.c). */
  _Alignas(128) ksi_counter place;
  _Atomic int64_t left[KSI_QUICK_SEGMENTS]; /* 1 + the last iteration that was in the segment */

  /* Where the lane is offered rows, which it runs while it waits for its turn (help.c). */
  ksi_place helping;
  _Atomic int is_there, is_lent; /* to a lane that may offer it rows */
  _Atomic uint32_t offered_by;   /* place where that lane's iteration begins */

  _Atomic uint64_t worked_ns; /* of a judged lane: processor time up to its last claim (alone.c) */

  /* Its worker's alone. */
  _Alignas(128) ks_pipe *pipe;
  ksi_team *team;        /* in whose row it is; null: alone on its thread */
  struct ks_lane *outer; /* the lane whose iteration runs this pipeline on the same thread */
  const ksi_lane_calls *outer_calls;
  struct ks_lane *head;        /* whose place others see: itself, unless it is a strand (batch.c) */
  struct ksi_strands *strands; /* of a lane that may gather (gather.c), and of its strands */
  struct ksi_strands *batch;   /* the same while the lane runs several iterations; null: one */
  uint32_t strand;             /* its index among these; 0: none */
  uint32_t number, parts;
  uint32_t before; /* the lane that was last found to be the one before this one */
  int64_t iteration;
  uint32_t begin;       /* place of its first segment */
  uint32_t passed;      /* segments that are behind it */
  uint32_t inside;      /* 1 + the segment that it is in; 0: none */
  int is_open;          /* the iteration is not finished */
  uint8_t is_watched;   /* watch.h */
  uint64_t since_ticks; /* of a watched lane: when its last step was */
  uint8_t is_exact;     /* exact.h */
  int64_t floor;        /* in an exact lane: all iterations below are known to be complete */
  uint64_t waited_ns;   /* if the run is measured */
  uint64_t idle_ns;     /* of a judged lane: processor time that is no work of the pipeline */
  uint64_t looked_ns;   /* when it last noted its work (alone.c) */
  uint32_t look_each;   /* of how many claims, less 1, it does so */
  uint32_t unlooked;    /* how many will be left out until then */
  uint8_t is_judged;    /* alone.c */
  uint8_t is_parked;    /* it may not claim, and has no iteration */

  int has_ended; /* ks_pipe_end was called, by iteration `ended_by` */
  int64_t ended_by, outcome;
  /* Floating-point exceptions, of all strands in the head: raised before the first iteration;
   * noted; noted, but a lower strand that still runs may raise them, too. */
  int flags_before, flags_noted, flags_pending;
  int64_t raised_by[KSI_MOST_FLAGS]; /* the lowest iteration that raised each; INT64_MAX: none */
  uint32_t errno_count;
  ksi_noted last_errno[KSI_MOST_NOTED];
};

struct ks_pipe {
  const ks_layer *layer;
  const ks_segment *segments;
  uint32_t count;
  uint32_t bits;          /* of a place, for the segments */
  uint32_t lanes;         /* that there is memory for */
  _Atomic uint32_t parts; /* lanes in use; 0: none yet */
  int saved_errno;
  struct ksi_exact *exact; /* null: its lanes are not exact */
  _Atomic(struct ksi_exact *) shared_exact;
  _Atomic int is_leaving; /* an iteration ends the program */
  _Atomic int has_layers; /* an iteration has had one that others may help with (help.c) */
  int may_gather;         /* ks_pipe_gather was called, and nothing forbids it */
  ksi_gathering gathering;
  _Alignas(128) ksi_alone alone;
  _Alignas(128) _Atomic int64_t next; /* iteration to be claimed */
  /* Twice the lowest iteration that has called ks_pipe_end, plus 1 if the loop has this iteration;
   * KSI_NO_END. Never increases. */
  _Alignas(128) _Atomic int64_t end;
  ks_lane lane[];
};

static inline int ksi_is_strand(const ks_lane *lane) { return lane->head != lane; }

/* Whether the loop ends before this iteration, as far as is known. */
static inline int ksi_is_behind_last(const ks_pipe *pipe, int64_t iteration) {
  const int64_t end = atomic_load_explicit(&pipe->end, memory_order_relaxed);
  return iteration >= (end >> 1) + (end & 1);
}

static inline uint32_t ksi_place_mask(const ks_pipe *pipe) { return (1u << pipe->bits) - 1; }

/* Ends the program: its code uses the pipeline wrongly, or there is no memory. */
void ksi_fail_pipe(const ks_layer *layer, const char *problem) __attribute__((noreturn));

/* A lane that has not joined, with all segments behind it. */
void ksi_clear_lane(ks_lane *lane, ks_pipe *pipe, uint32_t number);
/* Moves the lane on to this place, and wakes those that wait for it. */
void ksi_set_place(ks_lane *lane, uint32_t place);
/* Waits until no iteration before that of the lane can be in one of the first `count` segments;
 * UINT32_MAX: until all are complete. */
void ksi_wait_for_turn(ks_lane *lane, uint32_t count);
/* Waits until the counter is at least `value`, and runs what is offered meanwhile. */
void ksi_wait_in_lane(ks_lane *lane, ksi_counter *counter, uint32_t value);
/* The iteration is over for all others. */
void ksi_close_iteration(ks_lane *lane);

/* Notes what the iteration has left in the thread: errno, floating-point exceptions. */
void ksi_note_state(ks_lane *lane);
/* Notes these exceptions, which are new, for the iteration of the lane. */
void ksi_note_new_flags(ks_lane *lane, int flags);
/* The same for those that were raised since the last call. */
static inline void ksi_note_flags(ks_lane *lane) {
  const int flags = ksi_raised_flags() & ~lane->head->flags_before & ~lane->head->flags_noted;
  if (flags != 0)
    ksi_note_new_flags(lane, flags);
}
/* What all iterations of the loop have left, for the caller. */
void ksi_restore_state(const ks_pipe *pipe);
/* What the team asks of a lane. */
extern const ksi_lane_calls ksi_calls_of_lane;
/* How a lane leaves the program: whether its iteration is the one that ends it. */
int ksi_leave_from_lane(ks_lane *lane);

#endif
