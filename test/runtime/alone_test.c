/* How a pipeline finds out, on a clock of the test's own, whether its lanes are faster than one
 * alone. The lanes take turns; those that may not claim are left out until the era changes. */
#include "../../runtime/pipe/alone.h"
#include "../../runtime/team/process_team.h"

#include "check.h"

enum { LANES = 2 };

/* What an iteration takes. */
typedef struct costs {
  uint64_t all_ns, work_ns; /* with all lanes, of the clock and of the processor */
  uint64_t one_ns;          /* with one */
} costs;

typedef struct seen {
  int64_t alone;   /* iterations that ran while one lane was alone */
  int64_t changes; /* of the era */
} seen;

static uint64_t now = 1000000000, worked[LANES], parked_until[LANES];
static uint32_t running;
static ksi_team team = {.is_adaptive = 1, .alone = -1, .root = &team, .load = {.allowed = LANES}};
_Thread_local ksi_here ksi_current;

uint64_t ksi_now_ns(void) { return now; }
uint64_t ksi_thread_ns(void) { return worked[running]; }
int ksi_allowed_workers(ksi_team *its) { return atomic_load(&its->load.allowed); }

int ksi_raise_from(ksi_counter *counter, uint32_t value) {
  if (atomic_load(&counter->value) != value)
    return 0;
  atomic_store(&counter->value, value + 1);
  return 1;
}

void ksi_wait_in_lane(ks_lane *lane, ksi_counter *counter, uint32_t value) {
  CHECK(lane->is_parked && (uint32_t)atomic_load(&counter->value) + 1 == value);
  parked_until[lane->number] = value;
}

static ks_pipe *open_pipe(void) {
  ks_pipe *pipe = aligned_alloc(_Alignof(ks_pipe), sizeof *pipe + LANES * sizeof *pipe->lane);
  CHECK(pipe != NULL);
  pipe->lanes = LANES;
  atomic_init(&pipe->next, 0);
  atomic_init(&pipe->end, KSI_NO_END);
  ksi_init_alone(&pipe->alone);
  for (running = 0; running < LANES; running++) {
    pipe->lane[running] =
        (ks_lane){.pipe = pipe, .number = running, .parts = LANES, .team = &team};
    parked_until[running] = 0;
    ksi_let_judge(&pipe->lane[running]);
  }
  return pipe;
}

static uint32_t era_of(const ks_pipe *pipe) { return atomic_load(&pipe->alone.era.value); }

static void run_iteration(ks_pipe *pipe, const costs *costs) {
  const int is_alone = era_of(pipe) % 2 == 1;
  atomic_fetch_add(&pipe->next, 1);
  now += is_alone ? costs->one_ns : costs->all_ns;
  worked[running] += is_alone ? costs->one_ns : costs->work_ns;
}

/* The next iterations, on the lanes in turn. */
static seen run(ks_pipe *pipe, const costs *costs, int iterations) {
  seen seen = {0, -(int64_t)era_of(pipe)};
  const int64_t last = atomic_load(&pipe->next) + iterations;
  for (running = 0; atomic_load(&pipe->next) < last; running = (running + 1) % LANES) {
    const int64_t before = atomic_load(&pipe->next);
    if (era_of(pipe) >= parked_until[running] && ksi_may_claim(&pipe->lane[running]))
      run_iteration(pipe, costs);
    seen.alone += era_of(pipe) % 2 == 1 ? atomic_load(&pipe->next) - before : 0;
  }
  seen.changes += era_of(pipe);
  return seen;
}

static void prefer_one_lane(void) {
  const costs costs = {.all_ns = 200000, .work_ns = 110000, .one_ns = 100000};
  ks_pipe *pipe = open_pipe();
  CHECK(pipe->lane[0].is_judged && pipe->lane[1].is_judged && era_of(pipe) == 0);
  const seen first = run(pipe, &costs, 500), later = run(pipe, &costs, 20000);
  CHECK(first.alone > 300);
  CHECK(later.alone > 19000 && later.changes > 2);
  ksi_end_alone(pipe);
  CHECK(era_of(pipe) % 2 == 0);
  free(pipe);
}

/* A comparison takes 1 % of the time at most. */
static void prefer_all_lanes(void) {
  const costs costs = {.all_ns = 55000, .work_ns = 105000, .one_ns = 100000};
  ks_pipe *pipe = open_pipe();
  CHECK(run(pipe, &costs, 1000).alone == 0);
  const seen later = run(pipe, &costs, 200000);
  CHECK(later.alone > 0 && later.alone < 2000);
  free(pipe);
}

/* Lanes that gain little are compared at first, and more and more rarely. */
static void prefer_a_small_gain(void) {
  const costs costs = {.all_ns = 95000, .work_ns = 100000, .one_ns = 100000};
  ks_pipe *pipe = open_pipe();
  const seen first = run(pipe, &costs, 1000), later = run(pipe, &costs, 100000);
  CHECK(first.alone > 0 && first.alone < 500);
  CHECK(later.alone < 3000);
  free(pipe);
}

/* Lanes that slow each other down seem to do more work. */
static void see_through_contention(void) {
  const costs costs = {.all_ns = 110000, .work_ns = 210000, .one_ns = 100000};
  ks_pipe *pipe = open_pipe();
  run(pipe, &costs, 10000);
  CHECK(run(pipe, &costs, 10000).alone > 9000);
  free(pipe);
}

/* Another program takes a core for a while. */
static void return_to_all_lanes(void) {
  const costs crowded = {.all_ns = 200000, .work_ns = 110000, .one_ns = 100000};
  const costs free_again = {.all_ns = 55000, .work_ns = 105000, .one_ns = 100000};
  ks_pipe *pipe = open_pipe();
  run(pipe, &crowded, 2000);
  run(pipe, &free_again, 8000);
  CHECK(run(pipe, &free_again, 2000).alone == 0);
  run(pipe, &crowded, 100);
  CHECK(run(pipe, &crowded, 2000).alone > 1500);
  free(pipe);
}

static void begin_alone_on_a_busy_machine(void) {
  const costs costs = {.all_ns = 55000, .work_ns = 105000, .one_ns = 100000};
  atomic_store(&team.load.allowed, 1);
  ks_pipe *pipe = open_pipe();
  CHECK(run(pipe, &costs, 100).alone == 100);
  CHECK(run(pipe, &costs, 1000).alone < 200);
  atomic_store(&team.load.allowed, LANES);
  free(pipe);
}

/* Few iterations are never compared, however long they take. */
static void leave_few_iterations(void) {
  const costs costs = {.all_ns = 20000000, .work_ns = 10000000, .one_ns = 10000000};
  ks_pipe *pipe = open_pipe();
  CHECK(run(pipe, &costs, 3 * LANES).changes == 0);
  free(pipe);
}

static void judge_only_what_may_change(void) {
  team.is_adaptive = 0;
  ks_pipe *pipe = open_pipe();
  CHECK(!pipe->lane[0].is_judged);
  team.is_adaptive = 1;
  pipe->lane[1] = (ks_lane){.pipe = pipe, .parts = LANES, .team = &team, .is_watched = 1};
  ksi_let_judge(&pipe->lane[1]);
  CHECK(!pipe->lane[1].is_judged);
  free(pipe);
}

int main(void) {
  prefer_one_lane();
  prefer_all_lanes();
  prefer_a_small_gain();
  see_through_contention();
  return_to_all_lanes();
  begin_alone_on_a_busy_machine();
  leave_few_iterations();
  judge_only_what_may_change();
  return 0;
}
