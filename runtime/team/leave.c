/* Ending the program from a task.
 *
 * A task that is about to end the program for want of memory says so (ks_leave), and then all that
 * comes before it in source order is done first, and nothing that comes after it is begun. The one
 * who leaves counts its row as over and goes on with the other rows that it has, inside the call;
 * rows behind the first that leaves are passed over, and they are published like all others, since
 * only rows that are themselves behind it wait for what they would have done. When all rows are
 * over the first in source order returns to end the program; everybody else sleeps until it has.
 * An assertion that fails does the same (ks_assert_fail).
 *
 * From a row of a group the program ends in steps. When all rows of the group are over, the row of
 * the outer layer that its leader is in leaves in turn, whoever left first inside: the leader does
 * that, since it has the other rows of the outer layer. Where that row is the first as well, the
 * leader tells who left inside that it may end the program. A group whose layer has ended so runs
 * no more: one of its threads sits in a task for good.
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

/* For a worker that has no more rows. */
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

/* Nothing that comes after this begins. */
static void set_end(ksi_team *team, uint32_t order) {
  uint32_t leaving = atomic_load_explicit(&team->leaving, memory_order_relaxed);
  while (order < leaving && !atomic_compare_exchange_weak(&team->leaving, &leaving, order))
    ;
}

static int is_first(const ksi_team *team, uint32_t order) {
  return atomic_load_explicit(&team->leaving, memory_order_relaxed) == order;
}

static void leave_row(void);

/* All rows are over. For the one who runs the layer; `order` is what it leaves from itself, if it
 * does. Returns if that is the first. */
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

/* The same for a worker that leaves from a row of its own. */
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

/* Ends the row that the thread is in. */
static void leave_row(void) {
  ksi_team *team = ksi_current.team;
  const int worker = ksi_current.worker, is_caller = team->share[worker].is_callers;
  const uint32_t index = ksi_current.row, first = team->table->ks_first_row[worker];
  const ks_row *row = &team->table->ks_rows[index];
  const uint32_t order = ksi_order_of(row->ks_task_index, row->ks_part);
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

/* As assert.h of the C libraries that have it declares it. */
extern void __assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function) __attribute__((__noreturn__));

KSI_PUBLIC void ks_assert_fail(const char *assertion, const char *file, unsigned line,
                               const char *function) {
  ks_leave();
  __assert_fail(assertion, file, line, function);
}
