/* Iterations that a lane runs at the same time notice nothing of each other: errno, rounding,
 * stack, private memory, layers inside them, waits for all before, ends in every segment. And they
 * are run at the same time when KASURI_GATHER=n says so, and never when a pipe is open for reading
 * and it says nothing. KASURI_CORES says how many workers; more than there are cores is fine. */
#include <kasuri/kasuri.h>

#include <errno.h>
#include <fenv.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK_END _exit(1)
#include "check.h"
#include "mixed.h"
#include "pipe_layers.h"

enum { SEGMENTS = 4, ITERATIONS = 300, DEPTH = 40, FRAME_BYTES = 5000, LARGE_BYTES = 150000 };

static const ks_segment segments[SEGMENTS] = {{"s0", 1}, {"s1", 2}, {"s2", 3}, {"s3", 4}};

static long number_in(const char *variable) {
  const char *text = getenv(variable);
  return text != NULL ? atol(text) : 0;
}

/* Whether lanes run batches of a given size. */
static int is_forced(void) {
  return number_in("KASURI_GATHER") > 1 && number_in("KASURI_CORES") > 1 &&
         getenv("KASURI_ADAPT") != NULL && number_in("KASURI_ADAPT") == 0;
}

typedef struct loop {
  ks_pipe *pipe;
  unsigned seed;
  int64_t end;
  uint32_t at;     /* segment in which iteration `end` ends the loop, and later ones as well */
  int by_wait_all; /* it does so behind that, after a wait for all */
  uint64_t state[SEGMENTS];
  int64_t last[SEGMENTS]; /* 1 + the last iteration in each */
  int64_t complete;
  _Atomic int most_open;
} loop;

/* Iterations of this thread that have begun and are not finished. */
static _Thread_local int open_here;

static uint32_t hash(const loop *its, int64_t k, uint32_t what) {
  return mixed(its->seed, k, what);
}

static int omits(const loop *its, int64_t k, uint32_t segment) {
  return k != its->end && segment != 0 && hash(its, k, segment) % 3 == 0;
}

/* In the part before a segment; 0: not set there. */
static int errno_of(const loop *its, int64_t k, uint32_t segment) {
  return hash(its, k, 100 + segment) % 7 == 0 ? (int)(1 + hash(its, k, 110) % 30) : 0;
}

static int flag_of(const loop *its, int64_t k, uint32_t segment) {
  static const int flags[] = {FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW, FE_INVALID, FE_INEXACT};
  return hash(its, k, 120 + segment) % 90 == 0 ? flags[hash(its, k, 130 + segment) % 5] : 0;
}

static uint64_t mix(uint64_t state, int64_t k, uint32_t segment) {
  return (state ^ (uint64_t)k * 31 ^ segment) * 0x9e3779b97f4a7c15u;
}

/* A layer in an iteration. */
static void nested_task(void *frame, uint32_t part, uint32_t parts) {
  (void)parts;
  atomic_fetch_add((_Atomic uint32_t *)frame, part + 1);
}

static uint32_t run_nested(void) {
  static const ks_task task = {nested_task, "nested", 1, 0, 0, 0, 0};
  const ks_layer layer = {KS_ABI_VERSION, "nested", &task, tables, 1, MOST_WORKERS - 1, NULL};
  _Atomic uint32_t sum = 0;
  if (ks_workers(&layer) > 1)
    ks_run(&layer, (void *)&sum);
  else
    sum = 1;
  return sum > 0;
}

/* Between segments, or in them; deep in the stack, where other iterations run meanwhile. */
static int go_down(loop *its, ks_lane *lane, int64_t k, uint32_t segment, int depth) {
  volatile unsigned char own[FRAME_BYTES];
  int goes_on = 1;
  memset((void *)own, (int)k, sizeof own);
  if (depth > 0)
    goes_on = go_down(its, lane, k, segment, depth - 1);
  else if (hash(its, k, 140 + segment) % 20 == 0)
    goes_on = ks_pipe_wait_all(lane);
  else
    goes_on = ks_pipe_enter(lane, segment);
  CHECK(own[0] == (unsigned char)k && own[FRAME_BYTES - 1] == (unsigned char)k);
  return goes_on;
}

static int end_loop(loop *its, ks_lane *lane, int64_t k) {
  if (its->by_wait_all) {
    ks_pipe_leave(lane, its->at);
    if (!ks_pipe_wait_all(lane))
      return 0;
    CHECK(its->complete == k);
  }
  ks_pipe_end(lane, k, k * 2);
  return 0;
}

/* 0 when the loop has ended. */
static int run_segment(loop *its, ks_lane *lane, int64_t k, uint32_t segment) {
  const int depth = hash(its, k, 150) % 8 == 0 ? DEPTH : 0;
  if (omits(its, k, segment)) {
    if (hash(its, k, 160 + segment) % 2)
      ks_pipe_leave(lane, segment);
    return 1;
  }
  if (!go_down(its, lane, k, segment, depth) || !ks_pipe_enter(lane, segment))
    return 0;
  CHECK(its->last[segment] <= k && (segment != 0 || its->last[0] == k));
  its->last[segment] = k + 1;
  its->state[segment] = mix(its->state[segment], k, segment);
  if (k >= its->end && segment == its->at)
    return end_loop(its, lane, k);
  if (hash(its, k, 170 + segment) % 4)
    ks_pipe_leave(lane, segment);
  return 1;
}

static int run_iteration(loop *its, ks_lane *lane, int64_t k) {
  int last_errno = 0;
  CHECK(errno == 0);
  for (uint32_t s = 0; s < SEGMENTS; s++) {
    const int new_errno = errno_of(its, k, s);
    errno = last_errno = new_errno != 0 ? new_errno : last_errno;
    feraiseexcept(flag_of(its, k, s));
    if (hash(its, k, 180 + s) % 16 == 0)
      CHECK(run_nested());
    CHECK(errno == last_errno);
    if (!run_segment(its, lane, k, s))
      return 0;
    CHECK(errno == last_errno && fegetround() == FE_UPWARD);
  }
  if (hash(its, k, 190) % 2)
    ks_pipe_finish(lane);
  return 1;
}

static void note_open(loop *its) {
  int most = atomic_load(&its->most_open);
  open_here++;
  while (open_here > most && !atomic_compare_exchange_weak(&its->most_open, &most, open_here))
    ;
}

static void task(void *frame, uint32_t part, uint32_t parts) {
  loop *its = frame;
  int64_t *own = ks_scratch(sizeof *own);
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int goes_on = 1;
  while (goes_on && (*own = ks_pipe_claim(lane)) >= 0) {
    const int64_t k = *own;
    note_open(its);
    goes_on = run_iteration(its, lane, k);
    CHECK(*own == k);
    open_here--;
  }
  ks_pipe_quit(lane);
  ks_scratch_free(own);
}

/* All complete iterations are counted in order, in the last segment, which none omits here. */
static void counting_task(void *frame, uint32_t part, uint32_t parts) {
  loop *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int64_t k;
  while ((k = ks_pipe_claim(lane)) >= 0) {
    note_open(its);
    if (!ks_pipe_enter(lane, 0) || !ks_pipe_enter(lane, 1))
      break;
    if (k >= its->end) {
      end_loop(its, lane, k);
      break;
    }
    ks_pipe_leave(lane, 1);
    if (!ks_pipe_enter(lane, 3))
      break;
    CHECK(its->complete == k);
    its->complete++;
    ks_pipe_leave(lane, 3);
    open_here--;
  }
  open_here -= k >= 0;
  ks_pipe_quit(lane);
}

/* Its own variables are more than what is kept of a stack below those. */
static void large_task(void *frame, uint32_t part, uint32_t parts) {
  volatile unsigned char own[LARGE_BYTES];
  loop *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int goes_on = 1;
  int64_t k;
  memset((void *)own, (int)part + 1, sizeof own);
  while (goes_on && (k = ks_pipe_claim(lane)) >= 0) {
    for (size_t i = 0; i < sizeof own; i += 100)
      CHECK(own[i] == (unsigned char)(part + 1));
    goes_on = run_iteration(its, lane, k);
  }
  ks_pipe_quit(lane);
}

static ks_ended run_loop(loop *its, ks_task_fn function) {
  const ks_task only = {function, "gather", 1, 0, 0, 0, 0};
  const ks_layer layer = {KS_ABI_VERSION, "gather", &only, tables, 1, MOST_WORKERS - 1, NULL};
  its->pipe = ks_pipe_open(&layer, segments, SEGMENTS);
  ks_pipe_gather(its->pipe, 0);
  ks_run(&layer, its);
  return ks_pipe_close(its->pipe);
}

/* As the loop without a pipeline leaves it. */
static void check_result(const loop *its) {
  int last_errno = EINTR, flags = 0;
  uint64_t state[SEGMENTS] = {0};
  for (int64_t k = 0; k <= its->end; k++)
    for (uint32_t s = 0; s < SEGMENTS && (k < its->end || s <= its->at); s++) {
      last_errno = errno_of(its, k, s) != 0 ? errno_of(its, k, s) : last_errno;
      flags |= flag_of(its, k, s);
      if (!omits(its, k, s))
        state[s] = mix(state[s], k, s);
    }
  CHECK(errno == last_errno);
  CHECK(fetestexcept(FE_ALL_EXCEPT) == flags);
  for (uint32_t s = its->at; s < SEGMENTS; s++) /* iterations behind the end were in those before */
    CHECK(its->last[s] > its->end + 1 || its->state[s] == state[s]);
}

static void random_loop(unsigned seed, ks_task_fn function) {
  loop its = {.seed = seed};
  its.end = hash(&its, 0, 200) % ITERATIONS;
  its.at = hash(&its, 0, 201) % SEGMENTS;
  CHECK(fesetround(FE_UPWARD) == 0);
  feclearexcept(FE_ALL_EXCEPT);
  errno = EINTR;
  const ks_ended ended = run_loop(&its, function);
  check_result(&its);
  CHECK(ended.ks_outcome == its.end * 2 && ended.ks_iterations == its.end + 1);
  fesetround(FE_TONEAREST);
}

static void end_after_all(unsigned seed) {
  loop its = {.seed = seed, .end = seed * 7 % ITERATIONS, .at = 1, .by_wait_all = 1};
  const ks_ended ended = run_loop(&its, counting_task);
  CHECK(ended.ks_iterations == its.end + 1 && its.complete == its.end);
}

/* Somebody may be at the other end, which a given size ignores. */
static void with_a_pipe(void) {
  int ends[2];
  loop its = {.end = 200000, .at = 1};
  CHECK(pipe(ends) == 0);
  run_loop(&its, counting_task);
  CHECK(is_forced() || number_in("KASURI_GATHER") > 1 || its.most_open <= 1);
  CHECK(!is_forced() || its.most_open == number_in("KASURI_GATHER"));
  close(ends[0]);
  close(ends[1]);
}

int main(void) {
  make_tables();
  for (unsigned seed = 0; seed < 300; seed++)
    random_loop(seed, seed % 10 == 9 ? large_task : task);
  for (unsigned seed = 0; seed < 60; seed++)
    end_after_all(seed);
  with_a_pipe();
  return 0;
}
