/* Which tasks of a layer, and which parts of two tasks, are ordered, from the tables alone.
 *
 * A table is walked as its workers would walk it. Each row gets, for every worker, the number of
 * that worker's rows that are surely complete when the row starts. These are the rows that its
 * predecessor on the same worker knows to be complete, that predecessor, and for each wait the rows
 * that it waits for and those that the last of them knows.
 *
 * A row whose task a condition rules out is complete without its waits. So only rows of tasks that
 * run no more often learn what its waits tell; others learn that it is complete, and what the rows
 * before it tell.
 *
 * Task a is before task b in a table if each row of b knows that every row of a is complete. It is
 * before b if that holds in every table, because a run may use any of them. If not, and both are
 * split into equally many parts, the row of part p may still know the parts around p of a. These
 * are all parts between two distances. The distances must hold for every row, in every table that
 * splits the tasks into the maximum number of parts. (In a table with fewer parts, one part
 * contains several of these, and is at least as long as what it needs of its neighbors; the
 * compiler verifies that for each table.) Tables are small, so a simple cubic walk is sufficient.
 */
#include "../oracle.h"

#include <stdlib.h>

/* The program's own allocations are wrapped; these are not the program's. */
void *__real_calloc(size_t count, size_t bytes);
void __real_free(void *memory);

typedef struct walk {
  const ks_layer *layer;
  const ks_table *table;
  uint32_t *known;  /* known[row * workers + worker]: rows of the worker that are over */
  uint32_t *passed; /* the same, whether the row's task runs or not */
  uint32_t *done;   /* per worker: rows walked */
} walk;

static uint32_t *of_row(const walk *walk, uint32_t *all, uint32_t worker, uint32_t index) {
  return all + (size_t)(walk->table->ks_first_row[worker] + index) * walk->table->ks_worker_count;
}

static void add(const walk *walk, uint32_t *known, const uint32_t *theirs) {
  for (int w = 0; w < walk->table->ks_worker_count; w++)
    known[w] = theirs[w] > known[w] ? theirs[w] : known[w];
}

/* Whether a condition on the way up from the second task has the outcome that the first one needs;
 * conditions above that one then have theirs, too. */
static int runs_with(const ks_layer *layer, const ks_task *first, const ks_task *second) {
  const ks_task *up = second;
  while (up->ks_control != 0) {
    if (up->ks_control == first->ks_control && up->ks_outcome == first->ks_outcome)
      return 1;
    up = &layer->ks_tasks[up->ks_control - 1];
  }
  return first->ks_control == 0;
}

/* What a row of the task knows when so many rows of the worker are over. */
static void learn(const walk *walk, uint32_t *known, const ks_task *task, uint32_t worker,
                  uint32_t rows) {
  if (rows == 0)
    return;
  add(walk, known, of_row(walk, walk->passed, worker, rows - 1));
  for (uint32_t i = 0; i < rows; i++) {
    const ks_row *row = &walk->table->ks_rows[walk->table->ks_first_row[worker] + i];
    const ks_task *theirs = &walk->layer->ks_tasks[row->ks_task_index];
    if (theirs->ks_control != 0 && runs_with(walk->layer, theirs, task))
      add(walk, known, of_row(walk, walk->known, worker, i));
  }
  known[worker] = rows > known[worker] ? rows : known[worker];
}

static int can_start(const walk *walk, const ks_row *row) {
  const ks_wait *wait = walk->table->ks_waits + row->ks_first_wait;
  for (int i = 0; i < row->ks_wait_count; i++)
    if (walk->done[wait[i].ks_worker] < wait[i].ks_rows)
      return 0;
  return 1;
}

static const ks_task always_runs;

/* Walks the worker's rows as far as their waits allow; returns how many. */
static int walk_worker(walk *walk, uint32_t worker) {
  const ks_table *table = walk->table;
  uint32_t rows = table->ks_first_row[worker + 1] - table->ks_first_row[worker],
           before = walk->done[worker];
  for (uint32_t next = before; next < rows; next++) {
    const ks_row *row = &table->ks_rows[table->ks_first_row[worker] + next];
    if (!can_start(walk, row))
      break;
    const ks_task *task = &walk->layer->ks_tasks[row->ks_task_index];
    uint32_t *known = of_row(walk, walk->known, worker, next);
    uint32_t *passed = of_row(walk, walk->passed, worker, next);
    learn(walk, known, task, worker, next);
    learn(walk, passed, &always_runs, worker, next);
    for (int i = 0; i < row->ks_wait_count; i++) {
      const ks_wait *wait = &table->ks_waits[row->ks_first_wait + i];
      learn(walk, known, task, wait->ks_worker, wait->ks_rows);
    }
    if (task->ks_control == 0)
      add(walk, passed, known);
    walk->done[worker] = next + 1;
  }
  return (int)(walk->done[worker] - before);
}

/* Walks all rows; returns whether every worker came to its end. */
static int walk_table(walk *walk) {
  int moved;
  do {
    moved = 0;
    for (uint32_t worker = 0; worker < walk->table->ks_worker_count; worker++)
      moved += walk_worker(walk, worker);
  } while (moved > 0);
  for (uint32_t worker = 0; worker < walk->table->ks_worker_count; worker++)
    if (walk->table->ks_first_row[worker] + walk->done[worker] !=
        walk->table->ks_first_row[worker + 1])
      return 0;
  return 1;
}

/* What is left of it when the later one's part does not know of this part of the earlier one. */
static void lose(oracle_reach *reach, const ks_row *earlier, const ks_row *later, uint32_t parts) {
  int32_t distance = (int32_t)later->ks_part - (int32_t)earlier->ks_part;
  if (earlier->ks_parts != later->ks_parts || distance == 0)
    *reach = (oracle_reach){-1, -1};
  else if (earlier->ks_parts < parts)
    return;
  else if (distance > 0)
    reach->before = distance - 1 < reach->before ? distance - 1 : reach->before;
  else
    reach->after = -distance - 1 < reach->after ? -distance - 1 : reach->after;
}

/* Whether row `after` knows that row number `index` of `worker` is over. */
static void compare_rows(const walk *walk, oracle_order *order, uint32_t worker, uint32_t index) {
  uint32_t rows = walk->table->ks_first_row[walk->table->ks_worker_count];
  const ks_row *row = &walk->table->ks_rows[walk->table->ks_first_row[worker] + index];
  for (uint32_t after = 0; after < rows; after++)
    if (walk->known[(size_t)after * walk->table->ks_worker_count + worker] <= index)
      lose(&order->reach[row->ks_task_index * walk->layer->ks_task_count +
                         walk->table->ks_rows[after].ks_task_index],
           row, &walk->table->ks_rows[after], order->parts[row->ks_task_index]);
}

/* Notes into how many parts tasks are cut; returns whether the table has all of them. */
static int note_parts(oracle_order *order, const ks_table *table) {
  uint32_t rows = table->ks_first_row[table->ks_worker_count];
  uint32_t tasks = order->layer->ks_task_count;
  uint32_t *seen = __real_calloc(tasks, sizeof *seen);
  uint32_t *parts = __real_calloc(tasks, sizeof *parts);
  int whole = 1;
  for (uint32_t row = 0; row < rows; row++) {
    seen[table->ks_rows[row].ks_task_index]++;
    parts[table->ks_rows[row].ks_task_index] = table->ks_rows[row].ks_parts;
  }
  for (uint32_t task = 0; task < tasks; task++) {
    whole &= seen[task] > 0 && seen[task] == parts[task];
    order->parts[task] = parts[task] > order->parts[task] ? parts[task] : order->parts[task];
  }
  __real_free(seen);
  __real_free(parts);
  return whole;
}

static void add_table(oracle_order *order, const ks_table *table) {
  uint32_t rows = table->ks_first_row[table->ks_worker_count];
  walk walk = {.layer = order->layer, .table = table};
  walk.known = __real_calloc((size_t)rows * table->ks_worker_count, sizeof *walk.known);
  walk.passed = __real_calloc((size_t)rows * table->ks_worker_count, sizeof *walk.passed);
  walk.done = __real_calloc(table->ks_worker_count, sizeof *walk.done);
  if (!walk_table(&walk))
    oracle_report_table(order->layer, table, "waits in a circle");
  for (uint32_t worker = 0; worker < table->ks_worker_count; worker++)
    for (uint32_t row = table->ks_first_row[worker]; row < table->ks_first_row[worker + 1]; row++)
      compare_rows(&walk, order, worker, row - table->ks_first_row[worker]);
  __real_free(walk.known);
  __real_free(walk.passed);
  __real_free(walk.done);
}

static oracle_order *make_order(const ks_layer *layer) {
  size_t tasks = layer->ks_task_count;
  oracle_order *order = __real_calloc(1, sizeof *order);
  order->layer = layer;
  order->parts = __real_calloc(tasks, sizeof *order->parts);
  order->reach = __real_calloc(tasks * tasks, sizeof *order->reach);
  order->by_part = __real_calloc(tasks, sizeof *order->by_part);
  for (size_t i = 0; i < tasks; i++)
    order->parts[i] = 1;
  for (size_t i = 0; i < tasks * tasks; i++)
    order->reach[i] = (oracle_reach){ORACLE_ALL, ORACLE_ALL};
  for (int i = 0; i < layer->ks_table_count; i++)
    if (layer->ks_tables[i].ks_worker_count > 1 && !note_parts(order, &layer->ks_tables[i]))
      oracle_report_table(layer, &layer->ks_tables[i], "does not have each part of each task once");
  for (int i = 0; i < layer->ks_table_count; i++)
    if (layer->ks_tables[i].ks_worker_count > 1)
      add_table(order, &layer->ks_tables[i]);
  for (size_t i = 0; i < tasks * tasks; i++)
    if (order->reach[i].before >= 0 && !oracle_is_all(order->reach[i]))
      order->by_part[i / tasks] = 1;
  return order;
}

const oracle_order *oracle_order_of(const ks_layer *layer) {
  static oracle_order *known;
  for (oracle_order *order = known; order != NULL; order = order->next)
    if (order->layer == layer)
      return order;
  oracle_order *order = make_order(layer);
  order->next = known;
  known = order;
  return order;
}
