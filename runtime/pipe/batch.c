/* Batches: a lane runs several iterations in lockstep, so that one hand-over between cores serves
 * all of them.
 *
 *     lane 0:  |read 0|read 1|read 2|.work 0....work 1....work 2..|write 0|write 1|write 2|
 *     lane 1:                       |read 3|read 4|read 5|.work 3....work 4....
 *
 * The iterations of a batch are consecutive. Each runs in a strand: a call of the task function on
 * a stack of its own, in the thread of the lane. Strand 0 is the lane itself, called the head.
 * Emitted code holds the ks_lane of its strand, and notices nothing. Others see only the head's
 * place: the first iteration of the batch, and the segments that are behind all of its iterations.
 * Batches are disjoint, so what turn.c says about iterations holds for batches. A batch waits for
 * other lanes once for each segment, because all of its iterations wait for the same earlier ones.
 *
 * Within a batch, a strand may enter a segment when each lower one has it behind it, or is
 * complete. Strands switch when they come to a segment, leave one, wait for all before, or are
 * finished. The one that goes on is the one that is furthest behind, and the lowest of several.
 * That is the lockstep. The lowest strand that is not complete waits for no other strand, so one
 * can always go on.
 *
 * A strand that has just become the last of its stage is followed by the next one, which waits at
 * the same stage. That needs one comparison. Only when this fails are all strands looked at. Then
 * the place of the lane is published, too: in between, it would only move when the last strand
 * moves. The thread waits for another lane only when the place is up to date.
 *
 * A strand behind the end of the loop sees that as others do, and its task function returns. The
 * head is the last to quit. ks_leave in a strand first waits for all lower ones, which runs them.
 * Those above do not exist then, and never continue.
 *
 * errno and ksi_current belong to the running strand, and are exchanged at each switch.
 * test/runtime/gather.pml is the model.
 */
#include "batch.h"

#include <errno.h>
#include <stdlib.h>

enum { COMPLETE = UINT32_MAX };

static void note_left(ks_lane *lane) {
  ksi_strands *its = lane->batch;
  if (lane->inside != 0 && lane->inside <= KSI_QUICK_SEGMENTS)
    its->last_left[lane->inside - 1] = lane->iteration + 1;
  lane->inside = 0;
}

/* These segments are behind all strands. `left` first, because who sees the place looks at it. */
static void publish_left(ksi_strands *its, uint32_t from, uint32_t to) {
  for (uint32_t s = from; s < to && s < KSI_QUICK_SEGMENTS; s++)
    if (its->last_left[s] > atomic_load_explicit(&its->head->left[s], memory_order_relaxed))
      atomic_store_explicit(&its->head->left[s], its->last_left[s], memory_order_release);
}

/* The place of the lane, if the lowest progress of a strand is this. */
static void publish(ksi_strands *its, uint32_t lowest) {
  const uint32_t passed = lowest == COMPLETE ? ksi_place_mask(its->head->pipe) : lowest / 2;
  if (passed <= its->published)
    return;
  publish_left(its, its->published, passed);
  its->published = passed;
  ksi_set_place(its->head, its->head->begin + passed);
}

/* Whether the strand can go on, if the lowest progress of those below it is this. */
static int can_run(const ksi_strands *its, uint32_t strand, uint32_t lowest) {
  const uint32_t progress = its->progress[strand];
  if (its->awaits_all >> strand & 1)
    return lowest == COMPLETE;
  return progress % 2 == 0 || lowest / 2 > progress / 2;
}

/* The strand to run next: the head if all are complete. */
static __attribute__((noinline)) uint32_t choose(ksi_strands *its) {
  uint32_t lowest = COMPLETE, best = COMPLETE, chosen = 0;
  for (uint32_t i = 0; i < its->count; i++) {
    const uint32_t progress = its->progress[i];
    if (progress < best && can_run(its, i, lowest)) {
      best = progress;
      chosen = i;
    }
    lowest = progress < lowest ? progress : lowest;
  }
  publish(its, lowest);
  its->chosen_at = best;
  return chosen;
}

/* Whether the next strand is at the stage that the running one was at, and has moved on from. Then
 * all below are behind this stage, too. */
static inline int is_next_in_step(const ksi_strands *its) {
  const uint32_t next = its->now + 1, stage = its->chosen_at;
  return next < its->count && its->progress[next] == stage && its->progress[its->now] > stage &&
         (its->awaits_all >> next & 1) == 0;
}

/* Inline, like what calls it: each return after a switch goes where no return is predicted to go.
 */
static inline __attribute__((always_inline)) void switch_to(ksi_strands *its, uint32_t next) {
  ksi_strand *from = &its->strand[its->now];
  ksi_note_flags(from->lane);
  from->here = *its->here_at;
  from->saved_errno = *its->errno_at;
  its->now = next;
  ksi_switch_fiber(&from->fiber.place, its->strand[next].fiber.place);
  /* Here `from` is what runs again. */
  *its->errno_at = from->saved_errno;
  *its->here_at = from->here;
}

/* Lets the strand run whose turn it is, which may be the same. */
static inline __attribute__((always_inline)) void give_way(ksi_strands *its) {
  const uint32_t next = is_next_in_step(its) ? its->now + 1 : choose(its);
  if (next != its->now)
    switch_to(its, next);
}

/* Waits until all earlier batches have so many segments behind them. */
static void take_turn(ksi_strands *its, uint32_t count) {
  uint32_t lowest = COMPLETE;
  if (its->turned >= count)
    return;
  for (uint32_t i = 0; i < its->count; i++)
    lowest = its->progress[i] < lowest ? its->progress[i] : lowest;
  publish(its, lowest);
  ksi_wait_for_turn(its->head, count);
  its->turned = count;
}

/* Leaves the segment that the strand is in. All up to `count` are behind it. */
static void pass(ks_lane *lane, uint32_t count) {
  note_left(lane);
  if (count > lane->passed)
    lane->passed = count;
}

int ksi_enter_in_batch(ks_lane *lane, uint32_t segment) {
  ksi_strands *its = lane->batch;
  const uint32_t progress = 2 * segment + 1;
  pass(lane, segment);
  its->progress[lane->strand] = progress;
  if (its->chosen_at != progress)
    give_way(its);
  if (ksi_is_behind_last(lane->pipe, lane->iteration))
    return 0;
  take_turn(its, segment + 1);
  if (ksi_is_behind_last(lane->pipe, lane->iteration))
    return 0;
  lane->inside = segment + 1;
  return 1;
}

void ksi_pass_in_batch(ks_lane *lane, uint32_t count) {
  ksi_strands *its = lane->batch;
  pass(lane, count);
  if (its->progress[lane->strand] >= 2 * lane->passed)
    return;
  its->progress[lane->strand] = 2 * lane->passed;
  give_way(its);
}

int ksi_wait_all_in_batch(ks_lane *lane) {
  ksi_strands *its = lane->batch;
  its->awaits_all |= 1u << lane->strand;
  give_way(its);
  its->awaits_all &= ~(1u << lane->strand);
  take_turn(its, UINT32_MAX);
  return !ksi_is_behind_last(lane->pipe, lane->iteration);
}

void ksi_close_in_batch(ks_lane *lane) {
  note_left(lane);
  lane->is_open = 0;
  lane->batch->progress[lane->strand] = COMPLETE;
}

void ksi_abandon_batch(ks_lane *lane) {
  ksi_strands *its = lane->batch;
  ksi_close_in_batch(lane);
  for (uint32_t i = 0; i < its->count; i++)
    its->progress[i] = COMPLETE;
  publish(its, COMPLETE);
}

int64_t ksi_await_batch(ks_lane *lane) {
  ksi_strands *its = lane->batch;
  const ksi_fiber *fiber = &its->strand[lane->strand].fiber;
  if (its->frame_bytes == 0)
    its->frame_bytes = ksi_depth_of_fiber(fiber);
  ksi_trim_fiber(fiber);
  while (its->progress[lane->strand] == COMPLETE && !its->is_over)
    give_way(its);
  errno = 0;
  if (its->is_over)
    return -1;
  lane->is_open = 1;
  if (!ksi_is_behind_last(lane->pipe, lane->iteration))
    return lane->iteration;
  ksi_close_in_batch(lane);
  return -1;
}

/* The outermost function of a strand. */
static void run_strand(void *argument) {
  const ks_lane *lane = argument;
  ksi_strands *its = lane->strands;
  const ksi_team *team = lane->team;
  *its->here_at = its->strand[lane->strand].here;
  errno = 0;
  team->layer->ks_tasks[0].ks_function(team->frame, lane->number, lane->parts);
  its->strand[lane->strand].is_over = 1;
  for (;;)
    give_way(its);
}

/* It has all of the head's that does not belong to an iteration. */
static ks_lane *new_lane(const ks_lane *head, uint32_t strand) {
  ks_lane *lane = aligned_alloc(_Alignof(ks_lane), sizeof *lane);
  if (lane == NULL)
    return NULL;
  ksi_clear_lane(lane, head->pipe, head->number);
  lane->team = head->team;
  lane->parts = head->parts;
  lane->outer = head->outer;
  lane->outer_calls = head->outer_calls;
  lane->head = head->head;
  lane->strands = lane->batch = head->strands;
  lane->strand = strand;
  return lane;
}

static int make_strand(ksi_strands *its, uint32_t index) {
  ksi_strand *made = &its->strand[index];
  ks_lane *lane = new_lane(its->head, index);
  if (lane == NULL)
    return 0;
  *made = (ksi_strand){.lane = lane, .here = *its->here_at};
  made->here.lane = lane;
  if (ksi_make_fiber(&made->fiber, index, run_strand, lane))
    return 1;
  free(lane);
  return 0;
}

uint32_t ksi_make_strands(ksi_strands *its, uint32_t count) {
  its->errno_at = &errno;
  its->here_at = &ksi_current;
  its->strand[0].lane = its->head;
  while (its->made < count && make_strand(its, its->made))
    its->made++;
  return its->made < count ? its->made : count;
}

void ksi_begin_batch(ks_lane *head, uint32_t count) {
  ksi_strands *its = head->strands;
  for (uint32_t i = 0; i < count; i++) {
    ks_lane *lane = its->strand[i].lane;
    lane->iteration = head->iteration + i;
    lane->passed = lane->inside = 0;
    its->progress[i] = 1;
  }
  its->count = count;
  its->now = its->published = its->turned = its->awaits_all = 0;
  its->chosen_at = 1;
  head->batch = its;
}

void ksi_end_batch(ks_lane *head) {
  if (head->batch != NULL)
    give_way(head->batch);
  head->batch = NULL;
  head->flags_noted |= head->flags_pending;
}

void ksi_end_strands(ks_lane *head) {
  ksi_strands *its = head->strands;
  ksi_end_batch(head);
  its->is_over = 1;
  its->count = 0;
  for (uint32_t i = 1; i < its->made; i++) {
    while (!its->strand[i].is_over)
      switch_to(its, i);
    ksi_free_fiber(&its->strand[i].fiber);
  }
}

void ksi_free_strands(ks_lane *lane) {
  ksi_strands *its = lane->strands;
  if (its == NULL)
    return;
  for (uint32_t i = 1; i < its->made; i++)
    free(its->strand[i].lane);
  free(its);
}
