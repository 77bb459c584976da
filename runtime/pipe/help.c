/* A layer inside an iteration runs on the lanes that wait for their turn.
 *
 *     lane 0:  |read 0|.work 0.|code 0: a b|write 0|
 *     lane 1:         |read 1|.work 1. c  d        |code 1: ...
 *
 * Here the ordered segment `code` has a layer of four parts, and lane 1 waits to enter it. So lane
 * 1 runs two of them. A segment that orders the loop is then as fast as the waiting lanes make it.
 *
 * The lane whose iteration comes to a layer takes others as a group (team/group.c), for this run of
 * the layer. Each lane has a place of its own where it is offered rows. A lane is lent to one other
 * at a time, which alone may write to its place and its ticket then. It need not know that: where
 * it waits for its turn it looks whether rows are on offer, and also in a layer of its own, before
 * each node of a graph. Elsewhere it takes none, and the rows are taken back in the end, as from
 * any worker that does not come. So no lane waits for a helper that has not begun, and a helper
 * that has begun waits for nobody but the other rows of its layer, which do not enter segments.
 *
 * Lanes look for offers only once there has been such a layer. Until then they wait for one word,
 * on which a core can sleep (wait/parking.c).
 *
 * A lane takes only rows of earlier iterations than its own: these come first in any case. No row
 * ends the program (ks_run_helped), because its thread would be kept in the middle of an iteration.
 *
 * The rows of a helper belong to another iteration. So what a thread has of its own (errno,
 * floating-point exceptions, ksi_current) is put aside meanwhile. test/runtime/help.pml is the
 * model.
 */
#include "help.h"

#include "../team/floating.h"
#include "../team/rows.h"

#include <errno.h>

enum { OFFER_NS = 50000 }; /* until an offer that is not for the lane is looked at again */

static int is_free(const ks_lane *lane, const ks_lane *other) {
  return other != lane && atomic_load_explicit(&other->is_there, memory_order_relaxed) &&
         !atomic_load_explicit(&other->is_lent, memory_order_relaxed);
}

/* Whether a layer in the iteration of the lane may use others. */
static int may_have(const ks_lane *lane) {
  return lane->team != NULL && ksi_may_help(lane) && ksi_current.team == lane->team &&
         !lane->team->is_together;
}

/* While a run is recorded none does: what a lane does in a segment is then that segment's work, and
 * all of it. */
static int may_take(const ks_lane *lane) { return may_have(lane) && !lane->team->is_counted; }

/* In a run that is recorded the layer gets none of these and runs in order: so its tasks are
 * measured. */
static int count_workers(ks_lane *lane) {
  ks_pipe *pipe = lane->pipe;
  int workers = 1;
  if (!may_take(lane))
    return may_have(lane) ? (int)pipe->lanes : 1;
  if (!atomic_load_explicit(&pipe->has_layers, memory_order_relaxed))
    atomic_store_explicit(&pipe->has_layers, 1, memory_order_relaxed);
  for (uint32_t i = 0; i < pipe->lanes; i++)
    workers += is_free(lane, &pipe->lane[i]);
  return workers;
}

static void give_back(ksi_team *group) {
  for (int worker = 1; worker < group->workers; worker++) {
    ks_lane *lent = (ks_lane *)((char *)group->share[worker].place - offsetof(ks_lane, helping));
    atomic_store_explicit(&lent->is_lent, 0, memory_order_release);
  }
}

static int take(ks_lane *other) {
  int is_lent = 0;
  return atomic_compare_exchange_strong_explicit(&other->is_lent, &is_lent, 1, memory_order_acquire,
                                                 memory_order_relaxed);
}

static void run_offered_rows(const ks_lane *lane) {
  const ksi_here here = ksi_current;
  const int flags = ksi_raised_flags();
  ksi_lower_flags(flags);
  ksi_current = (ksi_here){0};
  ksi_run_rows(&lane->helping);
  ksi_current = here;
  ksi_merge_flags(flags);
}

/* Takes the offer that is open, if it is of an earlier iteration than the lane's, if that has one.
 * If the one that is looked at is taken back, the ticket is not what it was. */
static int take_offer(ks_lane *lane) {
  const uint32_t offer = atomic_load_explicit(&lane->helping.ticket.value, memory_order_acquire);
  const uint32_t by = atomic_load_explicit(&lane->offered_by, memory_order_relaxed);
  return (lane->is_parked || (int32_t)(by - lane->begin) < 0) &&
         ksi_take_offer(&lane->helping.ticket, offer);
}

/* Its own layer is in no hurry then: the segments of earlier iterations come first. */
static void give_way(ksi_team *group) {
  ks_lane *lane = group->entered_from.lane;
  const int saved = errno;
  while (take_offer(lane))
    run_offered_rows(lane);
  errno = saved;
}

static ksi_team *take_helpers(ks_lane *lane) {
  ks_pipe *pipe = lane->pipe;
  const ksi_here *here = &ksi_current;
  ksi_team *group = may_take(lane) ? ksi_prepare_group(lane->team, here->worker, 1) : NULL;
  if (group == NULL)
    return NULL;
  for (uint32_t i = 0; i < pipe->lanes && group->workers < group->max_workers; i++)
    if (is_free(lane, &pipe->lane[i]) && take(&pipe->lane[i])) {
      atomic_store_explicit(&pipe->lane[i].offered_by, lane->begin, memory_order_relaxed);
      ksi_seat(group, group->workers++, &pipe->lane[i].helping);
    }
  if (group->workers == 1)
    return NULL;
  ksi_seat(group, 0, lane->team->share[here->worker].place);
  group->power = NULL; /* levels belong to the rows of lanes */
  group->is_adaptive = 1;
  group->give_back = give_back;
  group->give_way = give_way;
  return group;
}

const ksi_lane_calls ksi_calls_of_lane = {ksi_leave_from_lane, count_workers, take_helpers};

/* It is work, in the midst of a wait. */
static void run_offered_work(ks_lane *lane) {
  const uint64_t begin = lane->is_judged ? ksi_thread_ns() : 0;
  run_offered_rows(lane);
  if (lane->is_judged)
    lane->idle_ns -= ksi_thread_ns() - begin;
}

void ksi_help_until(ks_lane *lane, ksi_counter *counter, uint32_t value) {
  const ksi_patience *patience = &lane->team->root->patience;
  while (!ksi_wait_or_offer(counter, value, &lane->helping.ticket, patience)) {
    if (take_offer(lane))
      run_offered_work(lane);
    else if (!ksi_has_reached(counter, value))
      ksi_wait(counter, value, patience, OFFER_NS);
  }
}
