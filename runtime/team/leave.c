/* Ends the program from a task.
 *
 * A task that is about to end the program because memory has run out calls ks_leave. Then
 * everything before it in source order is completed first, and nothing after it starts. The leaving
 * thread counts its row as complete and runs its remaining rows inside the call. Rows after the
 * first leaving row are skipped, but they are published like all others: only rows that come after
 * it as well wait for their results. When all rows are complete, the first leaving row in source
 * order returns and ends the program. All other leaving threads sleep until then. A failing
 * assertion does the same (ks_assert_fail).
 *
 * From a row of a group the program ends in steps. When all rows of the group are complete, the row
 * of the outer layer that contains them leaves in turn. The leader of the group does this,
 * whichever thread left first inside, because it has the other rows of the outer layer. If that row
 * is also the first one there, the leader allows the thread that left inside to end the program. A
 * group whose layer has ended like this runs no more layers, because one of its threads remains in
 * a task.
 */
#include "leave.h"

#include "../os/os.h"
#include "rows.h"
#include "together.h"
#include "work_stealing.h"

static const uint64_t long_ns = 100000000;

static __attribute__((noreturn)) void sleep_until_end(void) {
  for (;;)
    ksi_sleep_ns(long_ns);
}

static void walk_the_rest(ksi_team *team, int worker, uint32_t begin) {
  if (team->is_together)
    ksi_walk_together(team, worker);
  else
    ksi_walk_rows(team, worker, begin);
}

/* For a worker without further rows. */
static void wait_for_all_rows(ksi_team *team) {
  const uint16_t *first = team->table->ks_first_row;
  if (team->is_together) {
    ksi_await_all_steps(team);
    return;
  }
  for (int worker = 0; worker < team->table->ks_worker_count; worker++)
    ksi_wait(&team->worker[worker].progress, team->base + (first[worker + 1] - first[worker]), NULL,
             0);
}

/* Nothing after this starts. */
static void set_end(ksi_team *team, uint32_t order) {
  uint32_t leaving = atomic_load_explicit(&team->leaving, memory_order_relaxed);
  while (order < leaving && !atomic_compare_exchange_weak(&team->leaving, &leaving, order))
    ;
}

static int is_first(const ksi_team *team, uint32_t order) {
  return atomic_load_explicit(&team->leaving, memory_order_relaxed) == order;
}

static void leave_row(void);

/* All rows are complete. For the thread that runs the layer; `order` is the place that it leaves
 * from itself, if any. Returns if that is the first. */
static void end_as_caller(ksi_team *team, uint32_t order) {
  if (ksi_is_group(team)) {
    ksi_current = team->entered_from;
    ksi_current.team->share[ksi_current.worker].group = NULL;
    leave_row();
    ksi_raise(&team->may_end, 1);
  }
  if (!is_first(team, order))
    sleep_until_end();
}

void ksi_end_with_who_leaves(ksi_team *team) {
  end_as_caller(team, KSI_NOBODY);
  sleep_until_end();
}

/* The same for a worker that leaves from its own row. */
static void end_as_worker(ksi_team *team, uint32_t order) {
  if (!is_first(team, order))
    sleep_until_end();
  if (ksi_is_group(team))
    ksi_wait(&team->may_end, 1, NULL, 0);
}

static void leave_node(ksi_team *team) {
  const uint32_t order = ksi_order_of_node();
  const int worker = ksi_worker_of_node();
  set_end(team, order);
  ksi_leave_node(team);
  if (worker == 0) {
    end_as_caller(team, order);
  } else {
    ksi_raise(&team->worker[worker].progress, ksi_end_of_run(team));
    end_as_worker(team, order);
  }
}

/* Of an iteration of a pipeline (pipe/ends.c): whether its row ends the program, and not that of an
 * earlier iteration. */
static int leave_lane(void) {
  struct ks_lane *lane = ksi_current.lane;
  ksi_current.lane = NULL;
  return lane == NULL || ksi_current.calls->leave(lane);
}

/* Ends the row that the thread is in. */
static void leave_row(void) {
  const int is_wanted = leave_lane();
  ksi_team *team = ksi_current.team;
  const int worker = ksi_current.worker, is_caller = team->share[worker].is_callers;
  const uint32_t index = ksi_current.row, first = team->table->ks_first_row[worker];
  const ks_row *row = &team->table->ks_rows[index];
  const uint32_t order = is_wanted ? ksi_order_of(row->ks_task_index, row->ks_part) : KSI_NOBODY;
  set_end(team, order);
  ksi_raise(&team->worker[worker].progress, team->base + (index - first) + 1);
  if (team->is_together)
    ksi_end_step(team, index);
  if (is_caller) {
    ksi_walk_as_caller(team);
    ksi_wait_for_workers(team);
    ksi_current.team = NULL;
    end_as_caller(team, order);
  } else {
    walk_the_rest(team, worker, index + 1);
    ksi_raise(&team->worker[worker].progress, ksi_end_of_run(team));
    wait_for_all_rows(team);
    end_as_worker(team, order);
  }
}

KSI_PUBLIC void ks_leave(void) {
  if (ksi_current.team != NULL)
    leave_row();
  else if (ksi_team_of_node() != NULL)
    leave_node(ksi_team_of_node());
}

/* Declared as in assert.h of the C libraries that have it. */
extern void __assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function) __attribute__((__noreturn__));

KSI_PUBLIC void ks_assert_fail(const char *assertion, const char *file, unsigned line,
                               const char *function) {
  ks_leave();
  __assert_fail(assertion, file, line, function);
}
