/* The ends of a pipeline: of its loop, of its program, and what its iterations leave in their
 * threads.
 *
 * Several iterations may find that the loop ends, in different segments: one in the first segment
 * has no input left, while an earlier one meets an error in a later segment. In the sequential
 * program the lowest of these iterations ends the loop, and those above do not exist. So the end is
 * the minimum over the calling iterations. It is final when the layer is over, because all below it
 * have then been completed. Each lane keeps the outcome of its own call. It calls once: after that,
 * it claims nothing.
 *
 * errno and the floating-point exceptions belong to a thread, and the loop has them from its
 * iterations in order. An iteration that runs ahead of an end must leave nothing. So each lane
 * notes which iteration has set errno, and which is the lowest that has raised an exception. When
 * the loop is over, the caller gets errno of the last iteration up to the one that ended it, and
 * all exceptions up to there. A full list of errno is emptied when all iterations before that of
 * the lane are complete: if none of them has ended the loop, only the last one counts.
 *
 * An iteration that ends the program (ks_leave) first waits until all earlier ones are complete.
 * One of these may end the program or the loop meanwhile. Otherwise this iteration is the one that
 * ends it: it ends the loop, and leaves its row, which waits for the other lanes (leave.c). These
 * come to the end of the loop, or call ks_leave too, and sleep.
 */
#include "lane.h"

#include "../team/floating.h"
#include "alone.h"
#include "batch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

KSI_PUBLIC void ks_pipe_end(ks_lane *lane, ks_int64 last, ks_int64 outcome) {
  ks_pipe *pipe = lane->pipe;
  const int64_t wanted = lane->iteration * 2 + (last >= lane->iteration);
  int64_t end = atomic_load_explicit(&pipe->end, memory_order_relaxed);
  if (lane->has_ended)
    return;
  lane->has_ended = 1;
  lane->ended_by = lane->iteration;
  lane->outcome = outcome;
  ksi_note_state(lane);
  while (wanted < end && !atomic_compare_exchange_weak(&pipe->end, &end, wanted))
    ;
  ksi_end_alone(pipe);
}

/* Of a full list. */
static void keep_last(ksi_noted *noted, uint32_t *count) {
  noted[0] = noted[*count - 1];
  *count = 1;
}

static void note_errno(ks_lane *lane) {
  ksi_noted *noted = lane->last_errno;
  uint32_t *count = &lane->errno_count;
  if (*count > 0 && noted[*count - 1].iteration == lane->iteration)
    --*count;
  if (*count == KSI_MOST_NOTED) {
    if (!ks_pipe_wait_all(lane))
      return;
    keep_last(noted, count);
  }
  noted[(*count)++] = (ksi_noted){lane->iteration, errno};
}

/* The place of a single exception in `raised_by`. */
static int index_of(int flag) { return __builtin_popcount((unsigned)FE_ALL_EXCEPT & (flag - 1u)); }

_Static_assert(sizeof(int) == 4 && __builtin_popcount(FE_ALL_EXCEPT) <= KSI_MOST_FLAGS,
               "an index for each exception");

/* Each exception, for the lowest iteration that raised it. */
static void note_for_iteration(ks_lane *head, int flags, int64_t iteration) {
  for (int rest = flags; rest != 0; rest &= rest - 1) {
    int64_t *raised_by = &head->raised_by[index_of(rest & -rest)];
    *raised_by = iteration < *raised_by ? iteration : *raised_by;
  }
}

/* An exception that a strand has raised would hide that a lower one raises it, so it is lowered. */
void ksi_note_new_flags(ks_lane *lane, int flags) {
  ks_lane *head = lane->head;
  note_for_iteration(head, flags, lane->iteration);
  if (lane == head) {
    head->flags_noted |= flags;
    return;
  }
  head->flags_pending |= flags;
  ksi_lower_flags(flags);
}

void ksi_note_state(ks_lane *lane) {
  if (errno != 0)
    note_errno(lane);
  ksi_note_flags(lane);
}

/* Of those up to the iteration `last`. */
static void find_last_errno(const ks_lane *lane, int64_t last, ksi_noted *found) {
  for (uint32_t i = 0; i < lane->errno_count; i++)
    if (lane->last_errno[i].iteration <= last && lane->last_errno[i].iteration >= found->iteration)
      *found = lane->last_errno[i];
}

static int flags_up_to(const ks_lane *lane, int64_t last) {
  int flags = 0;
  for (int rest = FE_ALL_EXCEPT; rest != 0; rest &= rest - 1)
    if (lane->raised_by[index_of(rest & -rest)] <= last)
      flags |= rest & -rest;
  return flags;
}

void ksi_restore_state(const ks_pipe *pipe) {
  const int64_t last = atomic_load(&pipe->end) >> 1;
  ksi_noted found = {-1, pipe->saved_errno};
  int flags = 0;
  for (uint32_t i = 0; i < pipe->lanes; i++) {
    for (uint32_t strand = 0; strand < ksi_strands_of(&pipe->lane[i]); strand++)
      find_last_errno(ksi_strand_of(&pipe->lane[i], strand), last, &found);
    flags |= flags_up_to(&pipe->lane[i], last);
  }
  ksi_merge_flags(flags);
  errno = found.value;
}

/* Of an iteration that the program does not have. The compiler calls ks_pipe_wait_all first where
 * that could be, so this is not reached by emitted code. */
static __attribute__((noreturn)) void refuse_to_leave(const ks_lane *lane) {
  fprintf(stderr, "kasuri: pipeline '%s': an iteration behind the last ends the program\n",
          lane->pipe->layer->ks_name);
  abort();
}

/* An end by ks_leave has no outcome. In a pipeline that one thread runs inside an iteration of
 * another one, both end. */
int ksi_leave_from_lane(ks_lane *lane) {
  int is_first = ks_pipe_wait_all(lane);
  if (!is_first && !atomic_load(&lane->pipe->is_leaving))
    refuse_to_leave(lane);
  if (is_first) {
    atomic_store(&lane->pipe->is_leaving, 1);
    ks_pipe_end(lane, lane->iteration, 0);
  }
  if (lane->batch != NULL)
    ksi_abandon_batch(lane);
  else
    ksi_close_iteration(lane);
  if (lane->outer != NULL)
    is_first = lane->outer_calls->leave(lane->outer) && is_first;
  return is_first;
}
