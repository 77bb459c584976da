/* Batches: the iterations that a lane runs at the same time, each in a strand. */
#ifndef KSI_BATCH_H
#define KSI_BATCH_H

#include "../os/fiber.h"
#include "../os/knobs.h"
#include "lane.h"

/* While a strand does not run. */
typedef struct ksi_strand {
  ksi_fiber fiber;
  ks_lane *lane; /* strand 0 is the lane itself, on the stack of the thread */
  ksi_here here;
  int saved_errno;
  int is_over; /* its task function has returned */
} ksi_strand;

/* The strands of a lane, and its batch. Only its worker uses them. */
typedef struct ksi_strands {
  ks_lane *head;
  uint32_t count; /* of the batch */
  uint32_t now;   /* the strand that runs */
  /* Twice the segments that are behind each strand, + 1 when it has come to the next one; COMPLETE:
   * it is finished, or has no iteration. Only grows in a batch. */
  uint32_t progress[KSI_MOST_GATHERED];
  uint32_t chosen_at;  /* the progress at which `now` was chosen */
  uint32_t awaits_all; /* a bit for each strand: it waits until all lower ones are complete */
  uint32_t published;  /* segments behind all, as others see it */
  uint32_t turned;     /* all earlier batches have so many segments behind them */
  int is_over;         /* there will be no more batches */
  int *errno_at;       /* of the thread */
  ksi_here *here_at;   /* of the thread: ksi_current */
  int64_t last_left[KSI_QUICK_SEGMENTS]; /* 1 + the last iteration that was in the segment */

  uint32_t made; /* strands there are memory for, strand 0 included */
  ksi_strand strand[KSI_MOST_GATHERED];

  /* How many iterations to claim (gather.c). */
  uint32_t last_count;
  int is_off;            /* one at a time from now on */
  uint64_t begin_ticks;  /* of the last batch */
  uint64_t waited_ticks; /* for other lanes, since then */
  uint64_t most_ticks;   /* that a batch should take; 0: unknown */
  size_t scratch_bytes;  /* that the first iteration had requested */
  size_t frame_bytes;    /* of the stack of a strand between iterations */
} ksi_strands;

/* How many strands a lane has, at least one; and each. */
static inline uint32_t ksi_strands_of(const ks_lane *lane) {
  return lane->strands != NULL ? lane->strands->made : 1;
}
static inline const ks_lane *ksi_strand_of(const ks_lane *lane, uint32_t index) {
  return index == 0 ? lane : lane->strands->strand[index].lane;
}

/* Makes strands until there are `count`, if memory permits. `count`, or how many there are. */
uint32_t ksi_make_strands(ksi_strands *strands, uint32_t count);
/* The lane has claimed so many iterations; it goes on with the first. */
void ksi_begin_batch(ks_lane *lane, uint32_t count);
/* For the lane, which has finished its own iteration: runs all others to their end. */
void ksi_end_batch(ks_lane *lane);
/* No iteration is left: lets the task function of each strand return. */
void ksi_end_strands(ks_lane *lane);
/* For a strand: its iteration in the next batch, or -1. */
int64_t ksi_await_batch(ks_lane *lane);
/* For ks_pipe_close. Any lane. */
void ksi_free_strands(ks_lane *lane);

/* In place of what turn.c does in lanes that run one iteration. */
int ksi_enter_in_batch(ks_lane *lane, uint32_t segment);
void ksi_pass_in_batch(ks_lane *lane, uint32_t count);
int ksi_wait_all_in_batch(ks_lane *lane);
void ksi_close_in_batch(ks_lane *lane);
/* The strand ends the program or sleeps for ever, and those above it do not exist. All below are
 * complete. None of them will ever run again. */
void ksi_abandon_batch(ks_lane *lane);

#endif
