/* Turns: an iteration enters a segment when no earlier one can be in it any more.
 *
 *     place of a lane = (iteration, segments behind it), one 32-bit word that only grows
 *
 *     lane 0:  (4, 1)   has left segment 0 of iteration 4
 *     lane 1:  (5, 0)   may enter segment 0, and waits for (4, 2) to enter segment 1
 *     lane 2:  (2, all) is finished, and has claimed nothing since
 *
 * Each iteration that was claimed is finished, or in exactly one lane. So iteration k may enter
 * segment s when each other lane has s behind it, or is at k or above. No lane is ever behind again
 * once it has been found in front: what it claims next is above k. So one look at each lane is
 * enough, and a look at a lane that is behind becomes a wait for one word, which only this lane
 * writes. An iteration that omits segments passes them in the same store with which it enters the
 * next one, or finishes. It waits for nobody, so light iterations run ahead of a heavy one without
 * a limit, and without a list of those that have.
 *
 * A claim must not be missed: between the claim of k and the store of k in its lane, another lane
 * may claim k + 1 and look. So the lane first announces a lower bound, the number that is to be
 * claimed next. Whoever claims a later one has synchronized with this claim, and sees the
 * announcement at least. If others claim in between, the lane corrects its place at once.
 *
 * Usually one look is enough, whatever the number of lanes. A lane that has been in the segment
 * publishes 1 + its iteration (`left`). It had its turn, so all before it have left. The lane that
 * was found to be the one before is looked at first, because lanes usually stay in turn.
 *
 * Nothing deadlocks: lanes wait only for lower iterations, and the lowest is in a lane whose thread
 * runs. A lane that nobody has joined has no iteration. test/runtime/pipe.pml is the model.
 *
 * Places are compared by difference, and would wrap if one iteration took as long as 2^31 steps of
 * others. So each iteration whose number is a multiple of WINDOW waits until all before it are
 * complete (pipe.c).
 */
#include "lane.h"

#include "../record/counters.h"
#include "../team/task.h"
#include "batch.h"
#include "exact.h"
#include "gather.h"
#include "help.h"
#include "watch.h"

#include <errno.h>
#include <stddef.h>

void ksi_set_place(ks_lane *lane, uint32_t place) {
  const int saved = errno;
  ksi_raise(&lane->place, place);
  errno = saved;
}

/* Sleeping, if there is no team whose patience is known. */
static void wait_in_team(ks_lane *lane, ksi_counter *counter, uint32_t value) {
  if (lane->team == NULL)
    ksi_wait(counter, value, NULL, 0);
  else if (ksi_may_help(lane) &&
           atomic_load_explicit(&lane->pipe->has_layers, memory_order_relaxed))
    ksi_help_until(lane, counter, value);
  else
    ksi_wait(counter, value, &lane->team->root->patience, 0);
}

/* The time is not the task's: it is noted for profiles, and for the measurement of the layer. */
static void wait_watched(ks_lane *lane, ksi_counter *counter, uint32_t value) {
  const ksi_team *team = lane->team;
  const uint64_t begin = team->way != KSI_UNMEASURED ? ksi_task_clock_ns(team) : 0;
  ksi_zone zone;
  if (team->is_counted)
    ksi_open_zone(&zone);
  wait_in_team(lane, counter, value);
  if (team->is_counted)
    ksi_close_function(&zone, KSI_IN_WAIT);
  if (team->way != KSI_UNMEASURED)
    lane->waited_ns += ksi_task_clock_ns(team) - begin;
}

static void wait_unjudged(ks_lane *lane, ksi_counter *counter, uint32_t value) {
  if (lane->team != NULL && lane->team->is_watched)
    wait_watched(lane, counter, value);
  else
    wait_in_team(lane, counter, value);
}

/* Processor time that is no work of the pipeline: a wait takes it while it spins. Where rows of
 * layers come in between (help.c), iterations are so long that the thread can be asked. */
static void wait_judged(ks_lane *lane, ksi_counter *counter, uint32_t value) {
  const int is_helping = atomic_load_explicit(&lane->pipe->has_layers, memory_order_relaxed);
  uint64_t (*const clock_ns)(void) = is_helping ? ksi_thread_ns : ksi_now_ns;
  const uint64_t begin = clock_ns();
  wait_unjudged(lane, counter, value);
  const uint64_t took = clock_ns() - begin, spun = ksi_time_to_spin(&lane->team->root->patience);
  lane->idle_ns += is_helping || took < spun ? took : spun;
}

__attribute__((noinline)) void ksi_wait_in_lane(ks_lane *lane, ksi_counter *counter,
                                                uint32_t value) {
  const int saved = errno;
  const uint64_t begin = lane->strands != NULL ? ksi_begin_wait() : 0;
  if (lane->is_judged)
    wait_judged(lane, counter, value);
  else
    wait_unjudged(lane, counter, value);
  if (lane->strands != NULL)
    ksi_end_wait(lane, begin);
  errno = saved;
}

/* Whether a lane at `place` is at the iteration that begins at `begin`, or above it, or has `count`
 * segments behind it. */
static int is_in_front(const ks_pipe *pipe, uint32_t place, uint32_t begin, uint32_t count) {
  return (int32_t)(place - begin) >= 0 || (place & ksi_place_mask(pipe)) >= count;
}

static void pass_lane(ks_lane *lane, ks_lane *other, uint32_t count) {
  const ks_pipe *pipe = lane->pipe;
  for (;;) {
    const uint32_t seen = atomic_load_explicit(&other->place.value, memory_order_acquire);
    if (is_in_front(pipe, seen, lane->begin, count))
      return;
    ksi_wait_in_lane(lane, &other->place, (seen & ~ksi_place_mask(pipe)) + count);
  }
}

/* Whether the iteration before has been in the last of these segments, in this lane. */
static int was_before(const ks_lane *lane, const ks_lane *other, uint32_t count) {
  return count <= KSI_QUICK_SEGMENTS &&
         atomic_load_explicit(&other->left[count - 1], memory_order_acquire) >= lane->iteration;
}

static void wait_for_turn(ks_lane *lane, uint32_t count) {
  ks_pipe *pipe = lane->pipe;
  const uint32_t mask = ksi_place_mask(pipe), parts = atomic_load(&pipe->parts);
  const uint32_t wanted = count < mask ? count : mask;
  for (uint32_t i = 0; i < parts; i++) {
    const uint32_t number = (lane->before + i) % parts;
    ks_lane *other = &pipe->lane[number];
    if (other == lane)
      continue;
    pass_lane(lane, other, wanted);
    if (was_before(lane, other, wanted)) {
      lane->before = number;
      return;
    }
  }
}

void ksi_wait_for_turn(ks_lane *lane, uint32_t count) {
  if (lane->is_exact)
    ksi_wait_exactly(lane, count);
  else
    wait_for_turn(lane, count);
}

/* Leaves the segment that the lane is in. */
static void note_left(ks_lane *lane) {
  if (lane->inside != 0 && lane->inside <= KSI_QUICK_SEGMENTS)
    atomic_store_explicit(&lane->left[lane->inside - 1], lane->iteration + 1, memory_order_release);
  lane->inside = 0;
}

/* All segments up to this one are behind the lane. */
static void pass(ks_lane *lane, uint32_t count) {
  const uint32_t left = lane->inside;
  if (lane->is_exact)
    ksi_pass_exactly(lane, count);
  note_left(lane);
  if (count > lane->passed) {
    lane->passed = count;
    ksi_set_place(lane, lane->begin + count);
  }
  if (lane->is_watched && left != 0)
    ksi_watch_step(lane, KSI_LEFT, left - 1);
}

KSI_PUBLIC int ks_pipe_enter(ks_lane *lane, ks_uint32 segment) {
  if (lane->inside == segment + 1)
    return 1;
  if (segment < lane->passed || segment >= lane->pipe->count)
    ksi_fail_pipe(lane->pipe->layer, "an iteration enters a segment that is behind it");
  if (ksi_is_behind_last(lane->pipe, lane->iteration))
    return 0;
  if (lane->batch != NULL)
    return ksi_enter_in_batch(lane, segment);
  pass(lane, segment);
  if (lane->is_watched)
    ksi_watch_step(lane, KSI_TURNED, segment);
  ksi_wait_for_turn(lane, segment + 1);
  if (lane->is_watched)
    ksi_watch_step(lane, KSI_ENTERED, segment);
  if (ksi_is_behind_last(lane->pipe, lane->iteration))
    return 0;
  lane->inside = segment + 1;
  return 1;
}

KSI_PUBLIC void ks_pipe_leave(ks_lane *lane, ks_uint32 segment) {
  if (lane->batch != NULL)
    ksi_pass_in_batch(lane, segment + 1);
  else
    pass(lane, segment + 1);
}

KSI_PUBLIC int ks_pipe_wait_all(ks_lane *lane) {
  if (lane->batch != NULL)
    return ksi_wait_all_in_batch(lane);
  if (lane->is_watched && lane->inside == 0)
    ksi_watch_step(lane, KSI_TURNED, KS_MOST_SEGMENTS);
  ksi_wait_for_turn(lane, UINT32_MAX);
  if (lane->is_watched && lane->inside == 0)
    ksi_watch_step(lane, KSI_ENTERED, KS_MOST_SEGMENTS);
  return !ksi_is_behind_last(lane->pipe, lane->iteration);
}

void ksi_close_iteration(ks_lane *lane) {
  const uint32_t left = lane->inside;
  if (lane->batch != NULL) {
    ksi_close_in_batch(lane);
    return;
  }
  if (lane->is_exact)
    ksi_pass_exactly(lane, UINT32_MAX);
  note_left(lane);
  lane->is_open = 0;
  ksi_set_place(lane, lane->begin | ksi_place_mask(lane->pipe));
  if (!lane->is_watched)
    return;
  if (left != 0)
    ksi_watch_step(lane, KSI_LEFT, left - 1);
  ksi_watch_step(lane, KSI_FINISHED, KS_MOST_SEGMENTS);
}
