/* Pipelines: loops whose iterations run at the same time, with ordered segments.
 *
 *     lane 0:  |read 0|.work 0..........|write 0|      |read 2|.work 2.........|write 2|
 *     lane 1:         |read 1|.work 1...........|write 1|     |read 3|.work 3........
 *
 * A pipeline is a task of an ordinary layer with one part, here called lane, for each worker. A
 * lane claims iterations until the loop has ended. Claims are in order, and a lane runs an
 * iteration to its end before it claims another one. So the lowest iteration that is not complete
 * is always in a lane whose thread runs. It waits for none, and any number of lanes is enough: the
 * caller's rule for rows that no worker has begun holds as for other layers, and such a lane finds
 * nothing left. Which lane runs which iteration does not matter for the result. turn.c has the
 * order of segments, ends.c the end of the loop and of the program.
 *
 * The memory of lanes is freed when the layer is over. No thread looks for sleepers there any more,
 * because a lane's last raise precedes the end of its row.
 */
#include "lane.h"

#include "../team/floating.h"
#include "alone.h"
#include "batch.h"
#include "exact.h"
#include "gather.h"
#include "watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { WINDOW = 1 << 20 }; /* iterations, see turn.c; 2^8 places of each are at most 2^28 */

void ksi_fail_pipe(const ks_layer *layer, const char *problem) {
  fprintf(stderr, "kasuri: pipeline '%s': %s\n", layer->ks_name, problem);
  abort();
}

/* The number of lanes that any table of the layer has; 1 without tables. */
static uint32_t most_parts(const ks_layer *layer) {
  uint32_t most = 1;
  for (uint32_t i = 0; i < layer->ks_table_count; i++) {
    const ks_table *table = &layer->ks_tables[i];
    for (uint32_t row = 0; row < table->ks_first_row[table->ks_worker_count]; row++)
      most = table->ks_rows[row].ks_parts > most ? table->ks_rows[row].ks_parts : most;
  }
  return most;
}

/* Room for the number of segments, one more, and a word that is above these: all are behind. */
static uint32_t bits_for(uint32_t count) {
  uint32_t bits = 1;
  while ((1u << bits) < count + 2)
    bits++;
  return bits;
}

void ksi_clear_lane(ks_lane *lane, ks_pipe *pipe, uint32_t number) {
  atomic_init(&lane->place.value, UINT32_MAX);
  atomic_init(&lane->place.sleepers, 0);
  for (int i = 0; i < KSI_QUICK_SEGMENTS; i++)
    atomic_init(&lane->left[i], 0);
  ksi_init_ticket(&lane->helping.ticket);
  atomic_init(&lane->helping.is_late, 0);
  lane->helping.number = 0;
  atomic_init(&lane->is_there, 0);
  atomic_init(&lane->is_lent, 0);
  atomic_init(&lane->offered_by, 0);
  lane->pipe = pipe;
  lane->number = number;
  lane->iteration = -1;
  lane->begin = lane->passed = lane->inside = 0;
  lane->is_open = lane->has_ended = 0;
  lane->is_watched = lane->is_exact = lane->is_judged = lane->is_parked = 0;
  lane->looked_ns = lane->look_each = lane->unlooked = 0;
  atomic_init(&lane->worked_ns, 0);
  lane->floor = 0;
  lane->head = lane;
  lane->strands = lane->batch = NULL;
  lane->strand = 0;
  lane->errno_count = 0;
  for (int i = 0; i < KSI_MOST_FLAGS; i++)
    lane->raised_by[i] = INT64_MAX;
}

KSI_PUBLIC ks_pipe *ks_pipe_open(const ks_layer *layer, const ks_segment *segments,
                                 ks_uint32 count) {
  const int saved = errno;
  const uint32_t lanes = most_parts(layer);
  if (count > KS_MOST_SEGMENTS)
    ksi_fail_pipe(layer, "too many segments");
  ks_pipe *pipe = aligned_alloc(_Alignof(ks_pipe), sizeof *pipe + lanes * sizeof *pipe->lane);
  if (pipe == NULL)
    ksi_fail_pipe(layer, "out of memory");
  pipe->layer = layer;
  pipe->segments = segments;
  pipe->count = count;
  pipe->bits = bits_for(count);
  pipe->lanes = lanes;
  pipe->saved_errno = saved;
  pipe->exact = NULL;
  pipe->may_gather = 0;
  atomic_init(&pipe->gathering.is_allowed, 0);
  atomic_init(&pipe->shared_exact, NULL);
  atomic_init(&pipe->parts, 0);
  atomic_init(&pipe->is_leaving, 0);
  atomic_init(&pipe->has_layers, 0);
  atomic_init(&pipe->next, 0);
  atomic_init(&pipe->end, KSI_NO_END);
  for (uint32_t i = 0; i < lanes; i++)
    ksi_clear_lane(&pipe->lane[i], pipe, i);
  ksi_init_alone(&pipe->alone);
  ksi_watch_pipe(pipe);
  return pipe;
}

/* The strand that the thread begins, whose task function joins the pipeline; NULL: none. */
static ks_lane *strand_of(const ks_pipe *pipe) {
  ks_lane *lane = ksi_current.lane;
  return lane != NULL && ksi_is_strand(lane) && lane->pipe == pipe ? lane : NULL;
}

KSI_PUBLIC ks_lane *ks_pipe_join(ks_pipe *pipe, ks_uint32 part, ks_uint32 parts) {
  if (strand_of(pipe) != NULL)
    return strand_of(pipe);
  if (parts > pipe->lanes)
    ksi_fail_pipe(pipe->layer, "more parts than in its tables");
  ks_lane *lane = &pipe->lane[part];
  atomic_store(&pipe->parts, parts);
  lane->parts = parts;
  lane->before = (part + parts - 1) % parts;
  lane->team = ksi_current.team;
  lane->outer = ksi_current.lane;
  lane->outer_calls = ksi_current.calls;
  lane->waited_ns = 0;
  lane->flags_before = ksi_raised_flags();
  lane->flags_noted = lane->flags_pending = 0;
  ksi_current.lane = lane;
  ksi_current.calls = &ksi_calls_of_lane;
  ksi_watch_lane(lane);
  ksi_let_gather(lane);
  ksi_let_judge(lane);
  atomic_store_explicit(&lane->is_there, 1, memory_order_relaxed);
  return lane;
}

/* An iteration that the loop does not have, or has ended, is not noted (again). */
static void finish(ks_lane *lane) {
  if (!lane->is_open)
    return;
  if (!ksi_is_behind_last(lane->pipe, lane->iteration))
    ksi_note_state(lane);
  ksi_close_iteration(lane);
}

KSI_PUBLIC int ks_may_read_ahead(void) { return !ksi_reads_what_it_writes(); }

KSI_PUBLIC int ks_may_read_ahead_of(int standard_input) {
  const int saved = errno;
  const int may = !ksi_reads_what_it_writes() && !ksi_writes_before_it_reads(standard_input);
  errno = saved;
  return may;
}

KSI_PUBLIC void ks_pipe_finish(ks_lane *lane) { finish(lane); }

/* For others, the lane is at the next iterations from before it is claimed. Nobody waits for a lane
 * whose iteration is closed, so the announcement wakes nobody. */
static int64_t claim(ks_lane *lane, uint32_t count) {
  ks_pipe *pipe = lane->pipe;
  const int64_t expected = atomic_load_explicit(&pipe->next, memory_order_relaxed);
  const uint32_t announced = (uint32_t)((uint64_t)expected << pipe->bits);
  atomic_store_explicit(&lane->place.value, announced, memory_order_release);
  const int64_t claimed = atomic_fetch_add(&pipe->next, count);
  lane->begin = (uint32_t)((uint64_t)claimed << pipe->bits);
  lane->iteration = claimed;
  if (claimed != expected)
    ksi_set_place(lane, lane->begin);
  return claimed;
}

/* Whether the number of one of these iterations is a multiple of WINDOW, and not 0. */
static int meet_window(int64_t first, uint32_t count) {
  return first > 0 && (first + count - 1) / WINDOW > (first - 1) / WINDOW;
}

KSI_PUBLIC ks_int64 ks_pipe_claim(ks_lane *lane) {
  ks_pipe *pipe = lane->pipe;
  uint32_t count = 1;
  finish(lane);
  if (ksi_is_strand(lane))
    return ksi_await_batch(lane);
  if (lane->strands != NULL)
    ksi_end_batch(lane);
  do {
    if (ksi_is_behind_last(pipe, atomic_load_explicit(&pipe->next, memory_order_relaxed)))
      return -1;
  } while (lane->is_judged && !ksi_may_claim(lane));
  if (lane->strands != NULL)
    count = ksi_count_to_claim(lane);
  const int64_t claimed = lane->is_exact ? ksi_claim_exactly(lane) : claim(lane, count);
  lane->passed = 0;
  lane->is_open = 1;
  if (meet_window(claimed, count))
    ksi_wait_for_turn(lane, UINT32_MAX);
  if (ksi_is_behind_last(pipe, claimed)) {
    ksi_close_iteration(lane);
    return -1;
  }
  if (count > 1)
    ksi_begin_batch(lane, count);
  if (lane->is_watched)
    ksi_watch_step(lane, KSI_CLAIMED, KS_MOST_SEGMENTS);
  errno = 0;
  return claimed;
}

/* Waiting is not work: it does not count in the comparison of the run with its tasks. */
static void correct_time(const ks_lane *lane) {
  const ksi_here *here = &ksi_current;
  if (lane->team == NULL || lane->team->way == KSI_UNMEASURED || lane->waited_ns == 0)
    return;
  const int is_callers = lane->team->share[here->worker].is_callers;
  lane->team->worker[is_callers ? 0 : here->worker].busy_ns -= lane->waited_ns;
}

KSI_PUBLIC void ks_pipe_quit(ks_lane *lane) {
  if (lane->is_open)
    ksi_close_iteration(lane);
  if (ksi_is_strand(lane))
    return;
  if (lane->strands != NULL)
    ksi_end_strands(lane);
  atomic_store_explicit(&lane->is_there, 0, memory_order_relaxed);
  correct_time(lane);
  ksi_lower_flags(ksi_raised_flags() & ~lane->flags_before);
  ksi_end_alone(lane->pipe);
  ksi_current.lane = lane->outer;
  ksi_current.calls = lane->outer_calls;
  ksi_leave_lane(lane);
  errno = 0;
}

/* The lane or strand whose call of ks_pipe_end counts. */
static const ks_lane *find_end(const ks_pipe *pipe, int64_t iteration) {
  for (uint32_t i = 0; i < pipe->lanes; i++)
    for (uint32_t strand = 0; strand < ksi_strands_of(&pipe->lane[i]); strand++) {
      const ks_lane *lane = ksi_strand_of(&pipe->lane[i], strand);
      if (lane->has_ended && lane->ended_by == iteration)
        return lane;
    }
  ksi_fail_pipe(pipe->layer, "its loop has not ended");
}

KSI_PUBLIC ks_ended ks_pipe_close(ks_pipe *pipe) {
  const int64_t end = atomic_load(&pipe->end);
  const ks_lane *by = find_end(pipe, end >> 1);
  const ks_ended ended = {by->outcome, (end >> 1) + (end & 1), by->number};
  ksi_restore_state(pipe);
  const int saved = errno;
  for (uint32_t i = 0; i < pipe->lanes; i++)
    ksi_free_strands(&pipe->lane[i]);
  ksi_free_exact(pipe);
  free(pipe);
  errno = saved;
  return ended;
}
