/* Runs rows: every worker walks its own rows of a constant table.
 *
 * A row waits for the progress counters of the workers that it depends on, calls its task, and
 * increments its worker's own counter. The counters only grow. A run starts at a base that all
 * workers share and ends at base + max_rows + 1, the base of the next run. So nothing is ever
 * reset; only a worker that did not take part in the last runs is set to the base. The caller
 * returns when the rows of every worker are complete. The acquire loads on the way make all effects
 * of all tasks visible to it.
 *
 * A worker may be asleep, or its core may be busy with something else. So rows are offers
 * (parking.h): a worker takes its own, and when the caller has nothing else to do, it takes those
 * that are still open. A run never waits for a worker that has not started, and one worker is
 * enough to complete it.
 *
 * Waits between rows cannot deadlock. The caller never waits in one row while another of its rows
 * may be ready. It runs any ready row of all that it has. If none is ready, it takes over more
 * rows. Only if nothing is left to take over does it wait. If it then has the rows of several
 * workers, it sleeps for a nap at most, because any of them may become ready first. So the first
 * incomplete row, in the order of the table's waits, is always run: it is ready, and either its
 * worker has it, which waits for nothing else, or the caller has it or takes it over.
 *
 * A row whose task is known not to run waits for nothing more: it is over at once. So a row that
 * waits for it learns nothing about what the task would have waited for.
 *
 * A row after one that ends the program is skipped (leave.c).
 */
#include "rows.h"

#include "../record/counters.h"
#include "../wait/spin.h"
#include "floating.h"
#include "placed.h"
#include "task.h"
#include "together.h"
#include "work_stealing.h"

enum { NAP_NS = 200000, LATE_NS = 1000000 };

static __attribute__((noinline)) void request_level(ksi_team *team, const ksi_worker *self,
                                                    uint32_t index) {
  ksi_zone zone;
  if (team->is_counted)
    ksi_open_zone(&zone);
  ksi_request_level(team->power, team->layer, team->table, index,
                    team->table->ks_first_row[ksi_current.worker + 1],
                    ksi_number_of(team, (int)(self - team->worker)),
                    ksi_place_of_level(team, ksi_current.worker));
  if (team->is_counted)
    ksi_close_function(&zone, KSI_IN_SWITCH_LEVEL);
}

/* A row of ksi_current.worker. */
static inline __attribute__((always_inline)) void run_row(ksi_team *team, ksi_worker *self,
                                                          const ks_row *rows, uint32_t index) {
  const ks_row *row = &rows[index];
  if (ksi_is_behind_end(team, row->ks_task_index, row->ks_part))
    return;
  ksi_current.row = index;
  if (team->is_watched && team->has_levels && row->ks_level != KS_LEVEL_KEEP)
    request_level(team, self, index);
  ksi_run_part(team, self, row->ks_task_index, row->ks_part, row->ks_parts);
}

void ksi_run_row(ksi_team *team, int worker, uint32_t index) {
  ksi_current.team = team;
  ksi_current.worker = worker;
  run_row(team, &team->worker[worker], team->table->ks_rows, index);
  ksi_current.team = NULL;
}

/* For the thread that will run the worker's rows. They are usually clear, and nothing is written.
 */
static void clear_results(ksi_worker *self) {
  if (self->errno_order != 0)
    self->errno_order = 0;
  if (self->flags != 0)
    self->flags = 0;
  if (self->busy_ns != 0)
    self->busy_ns = 0;
}

/* A core that waits for a write to the word is gated meanwhile, and wakes up sooner than a thread:
 * better than sleeping for short gaps. */
static int may_spin(const ks_row *row) {
  return row->ks_idle_mode == KS_IDLE_SPIN ||
         (row->ks_idle_mode == KS_IDLE_GATE && ksi_get_spin_way() != KSI_SPIN_PAUSE);
}

static const ksi_patience *patience_of(const ksi_team *team, const ks_row *row) {
  return may_spin(row) ? &team->root->patience : NULL;
}

/* A wait that is not over immediately; its time is noted if the run is counted. */
static int wait_counted(ksi_team *team, int worker, uint32_t value, const ksi_patience *patience,
                        uint64_t max_ns, ksi_function function) {
  ksi_counter *counter = &team->worker[worker].progress;
  ksi_zone zone;
  if (!team->is_counted || ksi_has_reached(counter, value))
    return ksi_wait(counter, value, patience, max_ns);
  ksi_open_zone(&zone);
  int is_there = ksi_wait(counter, value, patience, max_ns);
  ksi_close_function(&zone, function);
  return is_there;
}

static int is_unwanted(const ksi_team *team, const ks_row *row) {
  return ksi_is_unwanted(team->layer, team->frame, row->ks_task_index);
}

static __attribute__((noinline)) void wait_for_rows(ksi_team *team, const ks_row *row) {
  const ks_wait *wait = team->table->ks_waits + row->ks_first_wait;
  for (int i = 0; i < row->ks_wait_count && !is_unwanted(team, row); i++)
    wait_counted(team, wait[i].ks_worker, team->base + wait[i].ks_rows, patience_of(team, row), 0,
                 KSI_IN_WAIT);
}

void ksi_walk_rows(ksi_team *team, int worker, uint32_t begin) {
  const ks_table *table = team->table;
  const ks_row *rows = table->ks_rows;
  ksi_worker *self = &team->worker[worker];
  const uint32_t end = table->ks_first_row[worker + 1],
                 done = team->base + 1 - table->ks_first_row[worker];
  ksi_current.team = team;
  ksi_current.worker = worker;
  for (uint32_t row = begin; row < end; row++) {
    if (rows[row].ks_wait_count != 0)
      wait_for_rows(team, &rows[row]);
    run_row(team, self, rows, row);
    if (row + 1 < end) /* the end of the run does that for the last */
      ksi_raise(&self->progress, done + row);
  }
  ksi_current.team = NULL;
}

static void run_all_of(ksi_team *team, int worker) {
  if (team->is_together)
    ksi_walk_together(team, worker);
  else if (team->graph != NULL)
    ksi_drive(team, worker);
  else
    ksi_walk_rows(team, worker, team->table->ks_first_row[worker]);
}

static void walk_counted_rows(ksi_team *team, int worker) {
  ksi_zone zone;
  struct ksi_layer_counters *outer = ksi_enter_run(team->layer, team->table, team->begin_ticks);
  ksi_open_zone(&zone);
  run_all_of(team, worker);
  ksi_close_function(&zone, KSI_IN_DISPATCH);
  ksi_leave_run(outer);
}

void ksi_run_rows(const ksi_place *place) {
  ksi_team *team = place->team;
  const int worker = place->worker;
  ksi_worker *self = &team->worker[worker];
  ksi_adopt_floating(team->floating_state, &team->floating);
  ksi_adopt_locale(team->locale);
  clear_results(self);
  if (team->has_levels)
    ksi_enter_levels(team->power, team->table, worker, place->number);
  if (team->is_counted)
    walk_counted_rows(team, worker);
  else
    run_all_of(team, worker);
  if (team->is_adaptive && atomic_load_explicit(&place->is_late, memory_order_relaxed))
    ksi_explain_lateness(&team->root->load);
  if (team->has_levels)
    ksi_leave_levels(team->power, place->number, 0);
  int flags = ksi_raised_flags();
  self->flags = flags;
  /* The caller may continue from here, so nothing of the run is accessed after it. */
  ksi_raise(&self->progress, ksi_end_of_run(team));
  ksi_lower_flags(flags);
}

/* The caller's way through the rows, which may be those of several workers. */

static const ks_wait *unmet_wait(const ksi_team *team, const ks_row *row) {
  const ks_wait *wait = team->table->ks_waits + row->ks_first_wait;
  for (int i = 0; i < row->ks_wait_count && !is_unwanted(team, row); i++)
    if (!ksi_has_reached(&team->worker[wait[i].ks_worker].progress, team->base + wait[i].ks_rows))
      return &wait[i];
  return NULL;
}

/* Runs rows of a worker whose rows the caller has, up to the first that is not ready. Whether it
 * ran any. */
static int run_ready_rows(ksi_team *team, int worker) {
  const ks_table *table = team->table;
  uint32_t first = table->ks_first_row[worker], end = table->ks_first_row[worker + 1];
  uint32_t begin = team->share[worker].next_row, row = begin;
  ksi_current.team = team;
  ksi_current.worker = worker;
  while (row < end && unmet_wait(team, &table->ks_rows[row]) == NULL) {
    team->share[worker].next_row = row + 1;
    run_row(team, &team->worker[0], table->ks_rows, row);
    row++;
    ksi_raise(&team->worker[worker].progress, team->base + (row - first));
  }
  ksi_current.team = NULL;
  return row > begin;
}

static int is_over(const ksi_team *team, int worker) {
  return team->share[worker].next_row == team->table->ks_first_row[worker + 1];
}

/* Runs all ready rows of the caller, repeatedly until none is ready. Returns the first worker whose
 * rows are not complete, -1 if there is none. */
static int run_all_ready(ksi_team *team) {
  int has_run, blocked;
  do {
    has_run = 0;
    blocked = -1;
    for (int worker = 0; worker < team->table->ks_worker_count; worker++)
      if (team->share[worker].is_callers) {
        has_run |= run_ready_rows(team, worker);
        if (blocked < 0 && !is_over(team, worker))
          blocked = worker;
      }
  } while (has_run && blocked >= 0);
  return blocked;
}

/* Takes back the rows of one worker that has not started them. */
static int take_over_rows(ksi_team *team) {
  for (int worker = 1; team->is_adaptive && worker < team->table->ks_worker_count; worker++)
    if (!team->share[worker].is_callers &&
        ksi_take_back_offer(&team->share[worker].place->ticket)) {
      team->share[worker].is_callers = 1;
      clear_results(&team->worker[worker]);
      return 1;
    }
  return 0;
}

static void wait_for_blocked(ksi_team *team, int blocked, int is_alone) {
  const ks_row *row = &team->table->ks_rows[team->share[blocked].next_row];
  const ks_wait *wait = unmet_wait(team, row);
  if (wait == NULL)
    return;
  wait_counted(team, wait->ks_worker, team->base + wait->ks_rows,
               is_alone ? patience_of(team, row) : NULL, is_alone ? 0 : NAP_NS, KSI_IN_WAIT);
}

/* Whether the caller has only its own rows. */
static int is_alone(const ksi_team *team) {
  for (int worker = 1; worker < team->table->ks_worker_count; worker++)
    if (team->share[worker].is_callers)
      return 0;
  return 1;
}

void ksi_walk_as_caller(ksi_team *team) {
  if (team->is_together) {
    ksi_walk_together(team, 0);
    return;
  }
  if (team->graph != NULL)
    ksi_drive(team, 0);
  for (;;) {
    int blocked = run_all_ready(team);
    if (take_over_rows(team))
      continue;
    if (blocked >= 0)
      wait_for_blocked(team, blocked, is_alone(team));
    else
      return;
  }
}

/* Prepares a worker's part of the next run; the worker reads it after it has seen the offer. */
static void prepare_worker(ksi_team *team, int worker) {
  _Atomic uint32_t *progress = &team->worker[worker].progress.value;
  ksi_share *its = &team->share[worker];
  if (atomic_load_explicit(progress, memory_order_relaxed) != team->base)
    atomic_store_explicit(progress, team->base, memory_order_relaxed);
  if (its->was_late)
    atomic_store_explicit(&its->place->is_late, 0, memory_order_relaxed);
  its->was_late = 0;
  its->next_row = team->table->ks_first_row[worker];
  its->is_callers = worker == 0;
}

void ksi_offer_rows(ksi_team *team) {
  int workers = team->table->ks_worker_count;
  clear_results(&team->worker[0]);
  for (int worker = 0; worker < workers; worker++)
    prepare_worker(team, worker);
  for (int worker = 1; worker < workers; worker++)
    ksi_open_offer(&team->share[worker].place->ticket);
  ksi_publish_offers();
  for (int worker = 1; worker < workers; worker++)
    ksi_wake_for_offer(&team->share[worker].place->ticket);
}

/* Whether the worker kept the caller waiting so long that the reason is checked. */
static int wait_for_worker(ksi_team *team, int worker) {
  if (wait_counted(team, worker, ksi_end_of_run(team), &team->root->patience, LATE_NS, KSI_IN_JOIN))
    return 0;
  atomic_store_explicit(&team->share[worker].place->is_late, 1, memory_order_relaxed);
  team->share[worker].was_late = 1;
  wait_counted(team, worker, ksi_end_of_run(team), NULL, 0, KSI_IN_JOIN);
  return 1;
}

void ksi_wait_for_workers(ksi_team *team) {
  int were_late = 0;
  for (int worker = 1; worker < team->table->ks_worker_count; worker++)
    if (!team->share[worker].is_callers)
      were_late |= wait_for_worker(team, worker);
  if (were_late && team->is_adaptive && !ksi_is_group(team))
    ksi_give_way_if_crowded(&team->root->load, &team->root->patience);
}
