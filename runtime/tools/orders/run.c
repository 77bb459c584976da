/* A second implementation of kasuri.h, for tests: every layer runs on one thread, its steps one
 * after the other, in an order that its table or graph permits (layers.c chooses it).
 *
 * Threads show a wrong dependence only if two of them meet. Here a step that does not wait for
 * another one does run before it, in some order, on any machine and under any load. No step sees
 * the half-done work of another; ThreadSanitizer and the oracle check that.
 *
 * The rules of kasuri.h for errno, ks_leave and layers inside layers hold here, too. A step that
 * leaves waits for those before it in source order: the others of the layer run inside its call,
 * except for those after it, which are skipped. On a group, the layers inside a step run in such
 * orders as well. Other layers inside layers run in source order, and so do layers of further
 * threads.
 */
#include "lanes.h"
#include "layers.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { NOBODY = UINT32_MAX };

typedef struct run {
  struct run *outer; /* the run whose step runs this layer */
  const ksi_ordered *its;
  const ks_uint16 *sizes; /* of groups, by worker; null: none */
  void *frame;
  uint32_t *order;
  uint32_t next, here; /* places in `order`: of the next step, of the running one */
  uint32_t leaving;    /* the first in source order that ends the program, or NOBODY */
  uint32_t errno_order;
  int errno_value;
} run;

static atomic_flag is_running = ATOMIC_FLAG_INIT;
static _Thread_local run *current;

static uint32_t order_of(ksi_step step) { return (step.task << 16 | step.part) + 1; }

static ksi_step step_of(const run *its, uint32_t place) {
  return ksi_step_at(its->its->table, its->its->graph, its->order[place]);
}

static uint32_t worker_of(const ks_table *table, uint32_t row) {
  uint32_t worker = 0;
  while (row >= table->ks_first_row[worker + 1])
    worker++;
  return worker;
}

/* The number of workers for a layer that is entered now. */
static int workers_now(const ks_layer *layer) {
  if (layer->ks_abi != KS_ABI_VERSION)
    return 1;
  if (current == NULL)
    return ksi_ordered_workers();
  if (current->sizes == NULL)
    return 1;
  const int size = current->sizes[worker_of(current->its->table, current->order[current->here])];
  return size > 0 ? size : 1;
}

static void run_step(run *its, uint32_t place) {
  const ksi_step step = step_of(its, place);
  const uint32_t order = order_of(step);
  if (order > its->leaving)
    return;
  its->here = place;
  errno = 0;
  its->its->layer->ks_tasks[step.task].ks_function(its->frame, step.part, step.parts);
  if (errno != 0 && order > its->errno_order) {
    its->errno_order = order;
    its->errno_value = errno;
  }
}

int ksi_take_part(uint32_t *place) {
  run *its = current;
  if (its == NULL || its->next >= its->its->steps.count)
    return 0;
  *place = its->next++;
  return 1;
}

void ksi_run_part_at(uint32_t place) { run_step(current, place); }

uint32_t ksi_running_part(void) { return current->here; }

void ksi_set_running_part(uint32_t place) { current->here = place; }

static void run_the_rest(run *its) {
  while (its->next < its->its->steps.count) {
    const uint32_t place = its->next++;
    run_step(its, place);
  }
}

static void run_part(const ks_layer *layer, void *frame, ks_row row, int *last_errno) {
  errno = 0;
  layer->ks_tasks[row.ks_task_index].ks_function(frame, row.ks_part, row.ks_parts);
  *last_errno = errno != 0 ? errno : *last_errno;
}

/* By the table for one worker, or each task as a whole. */
static void run_in_order(const ks_layer *layer, void *frame) {
  const ks_table *table = layer->ks_tables;
  int last_errno = errno;
  if (layer->ks_table_count > 0 && table->ks_worker_count == 1)
    for (int row = 0; row < table->ks_first_row[1]; row++)
      run_part(layer, frame, table->ks_rows[row], &last_errno);
  else
    for (uint16_t task = 0; task < layer->ks_task_count; task++)
      run_part(layer, frame, (ks_row){.ks_task_index = task, .ks_parts = 1}, &last_errno);
  errno = last_errno;
}

/* The order is the run's own: the layer may be entered again inside it. */
static void copy_order(run *its) {
  const size_t bytes = its->its->steps.count * sizeof *its->order;
  its->order = malloc(bytes > 0 ? bytes : 1);
  if (its->order == NULL)
    abort();
  for (uint32_t i = 0; i < its->its->steps.count; i++)
    its->order[i] = its->its->order[i];
}

static void run_steps(const ksi_ordered *layer, const ks_uint16 *sizes, void *frame) {
  const int saved = errno;
  run its = {.outer = current, .its = layer, .sizes = sizes, .frame = frame, .leaving = NOBODY};
  copy_order(&its);
  current = &its;
  run_the_rest(&its);
  current = its.outer;
  free(its.order);
  errno = its.errno_order != 0 ? its.errno_value : saved;
}

/* One thread at a time; another one's layers run in source order. */
static int is_mine(void) { return current != NULL || !atomic_flag_test_and_set(&is_running); }

static void give_back(void) {
  if (current == NULL)
    atomic_flag_clear(&is_running);
}

static const ks_table *choose_table(const ks_layer *layer, int workers) {
  const ks_table *chosen = NULL;
  for (int i = 0; i < layer->ks_table_count; i++)
    if (layer->ks_tables[i].ks_worker_count > 1 && layer->ks_tables[i].ks_worker_count <= workers)
      chosen = &layer->ks_tables[i];
  return chosen;
}

/* With the table, or else the graph; in source order if there is neither. */
static void run_layer(const ks_layer *layer, const ks_table *table, const ks_graph *graph,
                      const ks_uint16 *sizes, void *frame) {
  if ((table == NULL && graph == NULL) || !is_mine()) {
    run_in_order(layer, frame);
    return;
  }
  run_steps(ksi_next_order(layer, table, graph), sizes, frame);
  give_back();
}

int ks_is_alone;
int ks_may_count;

void ks_note_refused(const ks_layer *layer) { (void)layer; }

int ks_workers(const ks_layer *layer) {
  const ks_table *table = choose_table(layer, workers_now(layer));
  return table != NULL ? table->ks_worker_count : 1;
}

void ks_run(const ks_layer *layer, void *frame) {
  run_layer(layer, choose_table(layer, workers_now(layer)), NULL, NULL, frame);
}

int ks_workers_of_graph(const ks_graph *graph) {
  const uint32_t workers = (uint32_t)workers_now(&graph->ks_described);
  return (int)(graph->ks_node_count < workers ? graph->ks_node_count : workers);
}

void ks_run_graph(const ks_graph *graph, void *frame) {
  const int is_parallel = ks_workers_of_graph(graph) > 1;
  run_layer(&graph->ks_described, NULL, is_parallel ? graph : NULL, NULL, frame);
}

static uint32_t count_in_groups(const ks_table *table, const ks_uint16 *sizes) {
  uint32_t count = 0;
  for (int worker = 0; worker < table->ks_worker_count; worker++)
    count += sizes[worker] > 0 ? sizes[worker] : 1;
  return count;
}

int ks_workers_helped(const ks_layer *layer) { return ks_workers(layer); }

void ks_run_helped(const ks_layer *layer, void *frame) { ks_run(layer, frame); }

int ks_workers_piped(const ks_layer *layer) { return ks_workers(layer); }

void ks_run_piped(const ks_layer *layer, void *frame) { ks_run(layer, frame); }

int ks_workers_of_graph_helped(const ks_graph *graph) { return ks_workers_of_graph(graph); }

void ks_run_graph_helped(const ks_graph *graph, void *frame) { ks_run_graph(graph, frame); }

/* The last table whose groups have full size; if there is none, the last whose leaders fit, each of
 * them alone. */
static const ks_table *choose_groups(const ks_groups *groups, const ks_uint16 **sizes) {
  const ks_layer *layer = &groups->ks_described;
  const int workers = workers_now(layer);
  const ks_table *chosen = choose_table(layer, workers);
  *sizes = NULL;
  for (int i = 0; i < layer->ks_table_count; i++)
    if (workers > 1 &&
        count_in_groups(&layer->ks_tables[i], groups->ks_sizes[i]) <= (uint32_t)workers) {
      chosen = &layer->ks_tables[i];
      *sizes = groups->ks_sizes[i];
    }
  return chosen;
}

int ks_workers_of_groups(const ks_groups *groups) {
  const ks_uint16 *sizes;
  const ks_table *table = choose_groups(groups, &sizes);
  return table != NULL ? table->ks_worker_count : 1;
}

void ks_run_groups(const ks_groups *groups, void *frame) {
  const ks_uint16 *sizes;
  const ks_table *table = choose_groups(groups, &sizes);
  run_layer(&groups->ks_described, table, NULL, sizes, frame);
}

/* The last of the tables for the most workers; kinds of cores are nothing to one thread. */
static const ks_table *choose_placed(const ks_placed *placed, const ks_uint16 **sizes) {
  const ks_layer *layer = &placed->ks_grouped.ks_described;
  if (placed->ks_grouped.ks_sizes != NULL)
    return choose_groups(&placed->ks_grouped, sizes);
  const int workers = workers_now(layer);
  const ks_table *chosen = NULL;
  *sizes = NULL;
  for (int i = 0; i < layer->ks_table_count; i++) {
    const int count = layer->ks_tables[i].ks_worker_count;
    if (count > 1 && count <= workers && (chosen == NULL || count >= chosen->ks_worker_count))
      chosen = &layer->ks_tables[i];
  }
  return chosen;
}

int ks_workers_of_placed(const ks_placed *placed) {
  const ks_uint16 *sizes;
  const ks_table *table = choose_placed(placed, &sizes);
  return table != NULL ? table->ks_worker_count : 1;
}

void ks_run_placed(const ks_placed *placed, void *frame) {
  const ks_uint16 *sizes;
  const ks_table *table = choose_placed(placed, &sizes);
  run_layer(&placed->ks_grouped.ks_described, table, NULL, sizes, frame);
}

/* From the innermost layer outwards. Only the first in source order returns from the rest: any
 * earlier one leaves inside, and ends the program there. */
void ks_leave(void) {
  ksi_leave_lanes();
  for (run *its = current; its != NULL; its = its->outer) {
    const uint32_t order = order_of(step_of(its, its->here));
    current = its;
    its->leaving = order < its->leaving ? order : its->leaving;
    run_the_rest(its);
  }
}

/* Declared as in assert.h of the C libraries that have it. */
extern void __assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function) __attribute__((__noreturn__));

void ks_assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
  ks_leave();
  __assert_fail(assertion, file, line, function);
}

void *ks_scratch(size_t bytes) {
  void *memory = malloc(bytes > 0 ? bytes : 1);
  if (memory == NULL) {
    fprintf(stderr, "kasuri: out of memory for %zu bytes of scratch\n", bytes);
    abort();
  }
  return memory;
}

void ks_scratch_free(void *memory) { free(memory); }

ks_size ks_block_bytes(void *block) { return malloc_usable_size(block); }

/* How fast code runs is no matter here. */
const ks_pace *ks_begin_pace(const ks_pace *pace) {
  (void)pace;
  return NULL;
}

void ks_end_pace(const ks_pace **begun) { (void)begun; }
