/* Runs a layer: the choice of a table, the team, and the program's state afterwards.
 *
 * Workers walk the rows (rows.c). This file has what comes before and after: the choice of the
 * table, the state of the run, and the results that are combined when all rows are complete.
 *
 * errno belongs to a thread. Each task starts with errno 0. Each worker remembers the last task in
 * source order that set another value. The caller ends with the value of the last of these tasks,
 * as the sequential program would, because library functions never set errno to 0. The
 * floating-point environment also belongs to a thread (floating.c), and so do the tables of the
 * locale (locale.c).
 *
 * A row after one that ends the program is skipped (leave.c). A layer that a task enters runs on
 * the group that its worker leads (group.c), in an iteration of a pipeline on a group of those that
 * wait for their turn (pipe/help.c). If the worker leads none, the layer runs in order.
 */
#include "rows.h"

#include "../energy/energy.h"
#include "../os/knobs.h"
#include "../record/counters.h"
#include "floating.h"
#include "group.h"
#include "leave.h"
#include "measure.h"
#include "pace.h"
#include "placed.h"
#include "process_team.h"
#include "task.h"
#include "together.h"
#include "work_stealing.h"

static const ks_table *choose_table(const ks_layer *layer, int workers) {
  const ks_table *chosen = NULL;
  for (int i = 0; i < layer->ks_table_count; i++)
    if (layer->ks_tables[i].ks_worker_count > 1 && layer->ks_tables[i].ks_worker_count <= workers)
      chosen = &layer->ks_tables[i];
  return chosen;
}

/* All tasks run in the parts that this table names, even on one worker. Null: in any. */
static const ks_table *table_in_order(const ks_layer *layer) {
  const int has_one = layer->ks_table_count > 0 && layer->ks_tables[0].ks_worker_count == 1;
  return has_one ? &layer->ks_tables[0] : NULL;
}

static void run_part_in_order(const ks_layer *layer, void *frame, ksi_worker *self,
                              const ks_row *row, int is_counted) {
  const uint32_t task = row->ks_task_index;
  ksi_zone zone;
  if (is_counted)
    ksi_open_task(&zone, task);
  ksi_run_task(layer, frame, self, task, row->ks_part, row->ks_parts);
  if (is_counted)
    ksi_close_task(&zone, task, row->ks_part, row->ks_parts, ksi_trips_of(layer, task, frame));
}

static void run_in_order(const ks_layer *layer, void *frame) {
  ksi_worker self = {.errno_order = 0};
  int saved = errno, was_inside = ksi_inside;
  ksi_run run;
  if (!was_inside)
    ksi_begin_energy(layer);
  int is_counted = ksi_open_run(&run, layer, NULL);
  ksi_inside = 1;
  const ks_table *table = table_in_order(layer);
  for (int row = 0; table != NULL && row < table->ks_first_row[1]; row++)
    run_part_in_order(layer, frame, &self, &table->ks_rows[row], is_counted);
  for (uint16_t task = 0; table == NULL && task < layer->ks_task_count; task++) {
    const ks_row whole = {.ks_task_index = task, .ks_parts = 1};
    run_part_in_order(layer, frame, &self, &whole, is_counted);
  }
  ksi_inside = was_inside;
  ksi_close_run(&run);
  if (!was_inside)
    ksi_end_energy(layer);
  errno = self.errno_order != 0 ? self.errno_value : saved;
}

static int last_errno(const ksi_team *team, int saved) {
  uint32_t last = 0;
  for (int worker = 0; worker < team->table->ks_worker_count; worker++)
    if (team->worker[worker].errno_order > last) {
      last = team->worker[worker].errno_order;
      saved = team->worker[worker].errno_value;
    }
  return saved;
}

static int all_flags(const ksi_team *team) {
  int flags = 0;
  for (int worker = 1; worker < team->table->ks_worker_count; worker++)
    flags |= team->worker[worker].flags;
  return flags;
}

static uint64_t sum_of_tasks_ns(const ksi_team *team) {
  uint64_t sum = 0;
  for (int worker = 0; worker < team->table->ks_worker_count; worker++)
    sum += team->worker[worker].busy_ns;
  return sum;
}

static void walk_as_counted_caller(ksi_team *team) {
  ksi_zone zone;
  ksi_open_zone(&zone);
  ksi_walk_as_caller(team);
  ksi_close_function(&zone, KSI_IN_DISPATCH);
}

static void run_on_team(ksi_team *team, const ks_layer *layer, const ks_table *table, void *frame) {
  const int saved = errno, was_inside = ksi_inside;
  ksi_run run;
  if (!was_inside) {
    ksi_pause_pace();
    ksi_begin_energy(layer);
  }
  team->is_counted = ksi_open_run(&run, layer, table);
  team->has_levels =
      team->power != NULL && ksi_begin_levels(team->power, team->graph == NULL ? table : NULL);
  team->is_watched = team->is_counted || team->has_levels || team->way != KSI_UNMEASURED;
  team->begin_ticks = team->is_counted ? run.zone.begin_ticks : 0;
  team->layer = layer;
  team->table = table;
  team->frame = frame;
  if (team->is_together)
    ksi_prepare_together(team, team->graph != NULL ? ksi_run_node : ksi_run_row);
  ksi_get_floating(&team->floating);
  team->floating_state = team->floating.state;
  team->locale = ksi_locale_number();
  ksi_inside = 1;
  atomic_store_explicit(&team->leaving, KSI_NOBODY, memory_order_relaxed);
  if (team->has_levels)
    team->held_vote = ksi_enter_levels(team->power, table, 0, ksi_number_of(team, 0));
  ksi_offer_rows(team);
  if (team->is_counted)
    walk_as_counted_caller(team);
  else
    ksi_walk_as_caller(team);
  ksi_wait_for_workers(team);
  if (atomic_load_explicit(&team->leaving, memory_order_relaxed) != KSI_NOBODY)
    ksi_end_with_who_leaves(team);
  if (team->has_levels)
    ksi_end_levels(team->power, ksi_number_of(team, 0), team->held_vote);
  ksi_inside = was_inside;
  team->base = ksi_end_of_run(team);
  ksi_merge_flags(all_flags(team));
  ksi_close_run(&run);
  if (!was_inside)
    ksi_end_energy(layer);
  errno = last_errno(team, saved);
}

/* The time of the outer row is that of its tasks in order: the time that the group's workers spent
 * in them, and not the time until its leader was done. */
static void correct_time(const ksi_team *group, const ksi_here *outer, uint64_t begin) {
  const int is_callers = outer->team->share[outer->worker].is_callers;
  outer->team->worker[is_callers ? 0 : outer->worker].busy_ns +=
      sum_of_tasks_ns(group) - (ksi_task_clock_ns(group) - begin);
}

/* Runs a layer of the calling thread's task on the group that this thread leads. */
static void run_in_group(ksi_team *group, const ks_layer *layer, const ks_table *table,
                         void *frame) {
  const ksi_here outer = ksi_current;
  group->way = outer.team->way;
  group->entered_from = outer;
  const uint64_t begin = group->way != KSI_UNMEASURED ? ksi_task_clock_ns(group) : 0;
  ksi_current = (ksi_here){0};
  run_on_team(group, layer, table, frame);
  ksi_current = outer;
  if (group->way != KSI_UNMEASURED)
    correct_time(group, &outer, begin);
}

static void run_measured(ksi_team *team, const ks_layer *layer, const ks_table *table, void *frame,
                         ksi_way way) {
  uint64_t begin = ksi_now_ns();
  team->way = way;
  if (way == KSI_IN_ORDER) {
    run_in_order(layer, frame);
    ksi_note_run_in_order(layer->ks_record, ksi_now_ns() - begin);
  } else {
    run_on_team(team, layer, table, frame);
    ksi_note_parallel_run(layer->ks_record, ksi_now_ns() - begin, sum_of_tasks_ns(team));
  }
  team->way = KSI_UNMEASURED;
}

static int is_judged(const ksi_team *team, const ks_layer *layer) {
  return team->is_adaptive && layer->ks_record != NULL && !ksi_is_group(team);
}

/* The table is null if one worker runs everything. */
static void run_with(ksi_team *team, const ks_layer *layer, const ks_table *table,
                     const ks_graph *graph, void *frame) {
  ksi_way way =
      table != NULL && is_judged(team, layer) ? ksi_choose_way(layer->ks_record) : KSI_UNMEASURED;
  team->graph = graph;
  if (table == NULL)
    run_in_order(layer, frame);
  else if (ksi_is_group(team))
    run_in_group(team, layer, table, frame);
  else if (way == KSI_UNMEASURED)
    run_on_team(team, layer, table, frame);
  else
    run_measured(team, layer, table, frame, way);
}

/* Workers for a layer that can use all of them; 1 if it runs its original code. */
static int workers_now(const ks_layer *layer, int (*free_workers)(void)) {
  if (layer->ks_abi != KS_ABI_VERSION ||
      (layer->ks_record != NULL && !ksi_inside && ksi_is_passed_over(layer->ks_record)))
    return 1;
  return free_workers();
}

static int note_if_left(const ks_layer *layer, int workers) {
  if (workers == 1 && ksi_counts() && layer->ks_abi == KS_ABI_VERSION)
    ksi_note_left(layer);
  return workers;
}

KSI_PUBLIC int ks_may_count = 1;

/* The team is made with the counters, but not for this call if nothing is to be recorded. */
KSI_PUBLIC void ks_note_refused(const ks_layer *layer) {
  const int saved = errno;
  if (ksi_is_recording_wanted())
    ksi_free_workers();
  if (!ksi_counts())
    __atomic_store_n(&ks_may_count, 0, __ATOMIC_RELAXED);
  else if (layer->ks_abi == KS_ABI_VERSION)
    ksi_note_refused(layer);
  errno = saved;
}

static int workers_of_table(const ks_layer *layer, int workers) {
  const ks_table *table = workers > 1 ? choose_table(layer, workers) : NULL;
  return note_if_left(layer, table != NULL ? table->ks_worker_count : 1);
}

KSI_PUBLIC int ks_workers(const ks_layer *layer) {
  return workers_of_table(layer, workers_now(layer, ksi_free_workers));
}

KSI_PUBLIC int ks_workers_helped(const ks_layer *layer) {
  return workers_of_table(layer, workers_now(layer, ksi_free_workers_and_helpers));
}

KSI_PUBLIC int ks_workers_piped(const ks_layer *layer) {
  return workers_of_table(layer, workers_now(layer, ksi_free_workers_of_pipe));
}

/* In order, if there is no team. */
static void run_on(ksi_team *team, const ks_layer *layer, void *frame,
                   int (*allowed_workers)(ksi_team *)) {
  if (team == NULL) {
    run_in_order(layer, frame);
    return;
  }
  run_with(team, layer, choose_table(layer, allowed_workers(team)), NULL, frame);
  ksi_give_back_team(team);
  ksi_resume_pace();
}

KSI_PUBLIC void ks_run(const ks_layer *layer, void *frame) {
  /* Where the tables include one for one worker, the program does not ask for the workers. */
  const int is_alone = table_in_order(layer) != NULL && ks_workers(layer) == 1;
  run_on(is_alone ? NULL : ksi_take_team(), layer, frame, ksi_allowed_workers);
}

KSI_PUBLIC void ks_run_helped(const ks_layer *layer, void *frame) {
  const int is_alone = table_in_order(layer) != NULL && ks_workers_helped(layer) == 1;
  run_on(is_alone ? NULL : ksi_take_team_or_helpers(), layer, frame, ksi_allowed_workers);
}

KSI_PUBLIC void ks_run_piped(const ks_layer *layer, void *frame) {
  run_on(ksi_take_team(), layer, frame, ksi_workers_of_pipe);
}

static int max_workers(const ks_graph *graph, int workers) {
  return graph->ks_node_count < (uint32_t)workers ? (int)graph->ks_node_count : workers;
}

static int workers_of_graph(const ks_graph *graph, int (*free_workers)(void)) {
  const int workers = max_workers(graph, workers_now(&graph->ks_described, free_workers));
  return note_if_left(&graph->ks_described, workers > 1 ? workers : 1);
}

KSI_PUBLIC int ks_workers_of_graph(const ks_graph *graph) {
  return workers_of_graph(graph, ksi_free_workers);
}

KSI_PUBLIC int ks_workers_of_graph_helped(const ks_graph *graph) {
  return workers_of_graph(graph, ksi_free_workers_and_helpers);
}

static void run_graph_on(ksi_team *team, const ks_graph *graph, void *frame) {
  if (team == NULL) {
    run_in_order(&graph->ks_described, frame);
    return;
  }
  const int workers = max_workers(graph, ksi_allowed_workers(team));
  const ks_table *table = workers > 1 ? ksi_prepare_graph(team, graph, workers) : NULL;
  run_with(team, &graph->ks_described, table, graph, frame);
  ksi_give_back_team(team);
  ksi_resume_pace();
}

KSI_PUBLIC void ks_run_graph(const ks_graph *graph, void *frame) {
  run_graph_on(ksi_take_team(), graph, frame);
}

KSI_PUBLIC void ks_run_graph_helped(const ks_graph *graph, void *frame) {
  run_graph_on(ksi_take_team_or_helpers(), graph, frame);
}

KSI_PUBLIC int ks_workers_of_groups(const ks_groups *groups) {
  const ks_layer *layer = &groups->ks_described;
  const int workers = workers_now(layer, ksi_free_workers),
            chosen = workers > 1 ? ksi_choose_groups(groups, workers) : -1;
  return note_if_left(layer, chosen >= 0 ? layer->ks_tables[chosen].ks_worker_count : 1);
}

KSI_PUBLIC void ks_run_groups(const ks_groups *groups, void *frame) {
  const ks_layer *layer = &groups->ks_described;
  ksi_team *team = ksi_take_team();
  if (team == NULL) {
    run_in_order(layer, frame);
    return;
  }
  const int workers = ksi_allowed_workers(team), chosen = ksi_choose_groups(groups, workers);
  const ks_table *table = chosen >= 0 ? &layer->ks_tables[chosen] : NULL;
  if (table != NULL)
    ksi_begin_groups(team, table, groups->ks_sizes[chosen], workers);
  run_with(team, layer, table, NULL, frame);
  if (table != NULL)
    ksi_end_groups(team);
  ksi_give_back_team(team);
  ksi_resume_pace();
}

KSI_PUBLIC int ks_workers_of_placed(const ks_placed *placed) {
  const ks_layer *layer = &placed->ks_grouped.ks_described;
  const int workers = workers_now(layer, ksi_free_workers);
  ksi_team *team = workers > 1 ? ksi_take_team() : NULL;
  const int chosen = team != NULL ? ksi_choose_placed(team, placed, workers) : -1;
  if (team != NULL)
    ksi_give_back_team(team);
  return note_if_left(layer, chosen >= 0 ? layer->ks_tables[chosen].ks_worker_count : 1);
}

static void run_placed_with(ksi_team *team, const ks_placed *placed, int chosen, int workers,
                            void *frame) {
  const ks_groups *groups = &placed->ks_grouped;
  const ks_table *table = &groups->ks_described.ks_tables[chosen];
  ksi_placed_run run;
  ksi_begin_placed(team, placed, chosen, &run);
  if (groups->ks_sizes != NULL)
    ksi_begin_groups(team, table, groups->ks_sizes[chosen], workers);
  run_with(team, &groups->ks_described, table, NULL, frame);
  if (groups->ks_sizes != NULL)
    ksi_end_groups(team);
  ksi_end_placed(team, &run);
}

KSI_PUBLIC void ks_run_placed(const ks_placed *placed, void *frame) {
  const ks_layer *layer = &placed->ks_grouped.ks_described;
  const int is_alone = table_in_order(layer) != NULL && ks_workers_of_placed(placed) == 1;
  ksi_team *team = is_alone ? NULL : ksi_take_team();
  if (team == NULL) {
    run_in_order(layer, frame);
    return;
  }
  const int workers = ksi_allowed_workers(team),
            chosen = workers > 1 ? ksi_choose_placed(team, placed, workers) : -1;
  if (chosen >= 0)
    run_placed_with(team, placed, chosen, workers, frame);
  else
    run_with(team, layer, NULL, NULL, frame);
  ksi_give_back_team(team);
  ksi_resume_pace();
}
