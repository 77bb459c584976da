/* Pipelines on one thread. The code of runtime/pipe runs here as it is. Only its waits differ: a
 * lane that would wait, has left a segment, or has claimed an iteration gives the thread to another
 * lane, which continues where it was. Each lane but the first has a stack of its own.
 *
 *     KASURI_ORDER=0    the lowest iteration first: the sequential order
 *     KASURI_ORDER=1    the highest first: iterations run ahead as far as their turns permit, so
 *                       that each does its parallel segments before earlier ones do theirs
 *     KASURI_ORDER=N    lane N - 2 runs only when no other one can
 *     random:SEED       any lane that can
 *
 * So code that is in no segment, and that another iteration depends on, runs before or after it in
 * some order, whatever the machine. A missing dependence gives another result then, in each run.
 *
 * The lanes of a pipeline that a lane's iteration runs come and go while that lane has the thread.
 */
#include "lanes.h"

#include "../../pipe/help.h"
#include "../../pipe/watch.h"
#include "../../team/task.h"
#include "layers.h"
#include "opened.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { STACK_BYTES = 8 << 20 };

/* A lane on this thread. */
typedef struct strand {
  ucontext_t context;
  void *stack;                /* null: that of the thread */
  uint32_t place;             /* of its part */
  ks_lane *lane;              /* null: has not joined yet */
  const ksi_counter *awaited; /* null: it can run */
  uint32_t value;             /* that it waits for */
  int saved_errno;
  ksi_here here;
  int is_over; /* it has quit */
} strand;

typedef struct weave {
  struct weave *outer;
  ks_pipe *pipe;
  uint32_t count, now;
  uint32_t
      last; /* continues when all others are over: the first, or the one that ends the program */
  strand *strand;
} weave;

static _Thread_local weave *woven; /* layers of other threads run in source order (run.c) */
static uint64_t seed;

/* Without a team, nothing is judged, and nothing measured. */
int ksi_allowed_workers(ksi_team *team) { return team->workers; }

uint64_t ksi_time_to_spin(const ksi_patience *patience) {
  (void)patience;
  return 0;
}

uint64_t ksi_task_clock_ns(const ksi_team *team) {
  (void)team;
  return 0;
}

static uint64_t next_random(void) {
  if (seed == 0)
    seed = (ksi_wish_of_order(NULL) + 1) * 0x9e3779b97f4a7c15u;
  seed ^= seed << 13;
  seed ^= seed >> 7;
  return seed ^= seed << 17;
}

static int can_run(const weave *its, uint32_t index) {
  const strand *one = &its->strand[index];
  if (one->is_over)
    return 0;
  return one->awaited == NULL || ksi_has_reached(one->awaited, one->value);
}

/* Lanes without an iteration come after all that have one. */
static uint64_t rank(const weave *its, uint32_t index) {
  const ks_lane *lane = its->strand[index].lane;
  const uint64_t iteration = lane != NULL && lane->is_open ? (uint64_t)lane->iteration : INT64_MAX;
  return iteration;
}

static int is_better(const weave *its, uint32_t one, uint32_t other, int is_ahead) {
  const uint64_t a = rank(its, one), b = rank(its, other);
  return is_ahead ? a > b : a < b;
}

/* The strand to run; `count` if there is none. */
static uint32_t choose_by_rank(const weave *its, int is_ahead, uint32_t held) {
  uint32_t chosen = its->count;
  for (uint32_t i = 0; i < its->count; i++)
    if (i != held && can_run(its, i) &&
        (chosen == its->count || is_better(its, i, chosen, is_ahead)))
      chosen = i;
  return chosen == its->count && held < its->count && can_run(its, held) ? held : chosen;
}

static uint32_t choose_at_random(const weave *its) {
  const uint32_t first = (uint32_t)(next_random() % its->count);
  for (uint32_t i = 0; i < its->count; i++)
    if (can_run(its, (first + i) % its->count))
      return (first + i) % its->count;
  return its->count;
}

static uint32_t choose(const weave *its) {
  int is_random;
  const uint64_t number = ksi_wish_of_order(&is_random) % (KSI_FIRST_HELD + its->count);
  if (is_random)
    return choose_at_random(its);
  const uint32_t held = number < KSI_FIRST_HELD ? its->count : (uint32_t)number - KSI_FIRST_HELD;
  return choose_by_rank(its, number == 1, held);
}

static void switch_to(weave *its, uint32_t next) {
  strand *from = &its->strand[its->now], *to = &its->strand[next];
  if (from == to)
    return;
  from->saved_errno = errno;
  from->here = ksi_current;
  from->place = ksi_running_part();
  its->now = next;
  swapcontext(&from->context, &to->context);
  /* Here `from` is what runs again. */
  ksi_set_running_part(from->place);
  ksi_current = from->here;
  errno = from->saved_errno;
}

/* Gives the thread to the strand whose turn it is, which may be the same. */
static void give_way(weave *its) {
  uint32_t next = choose(its);
  if (next == its->count && its->strand[its->last].is_over)
    next = its->last;
  if (next == its->count)
    ksi_fail_pipe(its->pipe->layer, "its iterations wait for each other");
  switch_to(its, next);
}

static int is_woven(const weave *its) { return its != NULL && its->strand[its->now].lane != NULL; }

void ksi_raise(ksi_counter *counter, uint32_t value) {
  atomic_store(&counter->value, value);
  if (is_woven(woven) && &woven->strand[woven->now].lane->place == counter)
    give_way(woven);
}

int ksi_has_reached(const ksi_counter *counter, uint32_t value) {
  return (int32_t)(atomic_load(&counter->value) - value) >= 0;
}

int ksi_raise_from(ksi_counter *counter, uint32_t value) {
  if (atomic_load_explicit(&counter->value, memory_order_relaxed) != value)
    return 0;
  ksi_raise(counter, value + 1);
  return 1;
}

int ksi_wait(ksi_counter *counter, uint32_t value, const ksi_patience *patience, uint64_t max_ns) {
  strand *own = &woven->strand[woven->now];
  (void)patience, (void)max_ns;
  own->awaited = counter;
  own->value = value;
  give_way(woven);
  own->awaited = NULL;
  return ksi_has_reached(counter, value);
}

/* Lanes have no team here, and nobody offers them rows. */
void ksi_init_ticket(ksi_ticket *ticket) { (void)ticket; }

void ksi_help_until(ks_lane *lane, ksi_counter *counter, uint32_t value) {
  (void)lane;
  ksi_wait(counter, value, NULL, 0);
}

const ksi_lane_calls ksi_calls_of_lane = {.leave = ksi_leave_from_lane};

void ksi_watch_step(ks_lane *lane, ksi_lane_step step, uint32_t segment) {
  (void)lane, (void)segment;
  if (step == KSI_CLAIMED)
    give_way(woven);
}

/* The part's function has returned; the thread goes on with another strand. */
static void run_strand(void) {
  strand *own = &woven->strand[woven->now];
  ksi_set_running_part(own->place);
  ksi_current = (ksi_here){0};
  errno = 0;
  ksi_run_part_at(own->place);
  own->is_over = 1;
  give_way(woven);
}

static void start_strand(const weave *its, strand *one) {
  one->stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (one->stack == MAP_FAILED || getcontext(&one->context) != 0)
    ksi_fail_pipe(its->pipe->layer, "no memory for a stack");
  one->context.uc_stack.ss_sp = one->stack;
  one->context.uc_stack.ss_size = STACK_BYTES;
  one->context.uc_link = NULL;
  makecontext(&one->context, run_strand, 0);
}

/* The first lane brings the others with it. */
static void weave_parts(ks_lane *lane, uint32_t parts) {
  weave *its = calloc(1, sizeof *its);
  strand *strands = calloc(parts, sizeof *strands);
  if (its == NULL || strands == NULL)
    ksi_fail_pipe(lane->pipe->layer, "out of memory");
  *its = (weave){woven, lane->pipe, 1, 0, 0, strands};
  strands[0].lane = lane;
  while (its->count < parts && ksi_take_part(&strands[its->count].place))
    start_strand(its, &strands[its->count++]);
  woven = its;
}

void ksi_watch_lane(ks_lane *lane) {
  if (lane->parts < 2)
    return;
  if (woven == NULL || woven->pipe != lane->pipe)
    weave_parts(lane, lane->parts);
  woven->strand[woven->now].lane = lane;
  lane->is_watched = 1;
}

static void run_all_others(weave *its) {
  uint32_t left;
  do {
    left = 0;
    for (uint32_t i = 0; i < its->count; i++)
      left += i != its->now && !its->strand[i].is_over;
    if (left > 0)
      give_way(its);
  } while (left > 0);
}

/* The first lane is the last to return. */
void ksi_leave_lane(ks_lane *lane) {
  weave *its = woven;
  if (!lane->is_watched || its == NULL || its->now != 0)
    return;
  its->strand[0].is_over = 1;
  if (its->last != 0)
    give_way(its);
  run_all_others(its);
  for (uint32_t i = 1; i < its->count; i++)
    munmap(its->strand[i].stack, STACK_BYTES);
  woven = its->outer;
  free(its->strand);
  free(its);
}

/* A lane whose iteration is not the one never runs again. */
static void leave_lane(ks_lane *lane) {
  strand *own = woven != NULL ? &woven->strand[woven->now] : NULL;
  const int is_first = ksi_leave_from_lane(lane);
  if (own == NULL || own->lane != lane)
    return;
  own->is_over = 1;
  if (!is_first)
    give_way(woven);
  woven->last = woven->now;
  run_all_others(woven);
}

void ksi_leave_lanes(void) {
  ks_lane *lane = ksi_current.lane;
  ksi_current.lane = NULL;
  if (lane != NULL)
    leave_lane(lane);
}
