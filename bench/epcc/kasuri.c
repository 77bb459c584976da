/* EPCC's patterns as layers of Kasuri's runtime, with tables such as the compiler emits.
 *
 * The rows of one layer are what stands in one OpenMP parallel region: a barrier is a stage in
 * which each worker's row waits for the rows of all others before it, a loop is a row with a chunk
 * for each worker. `row` is the cost of a row that waits for nobody, with an empty task. */
#include "patterns.h"

#include <kasuri/kasuri.h>

enum { MOST_ROWS = 4096 };

typedef struct schedule {
  ks_row rows[MOST_ROWS];
  ks_wait waits[MOST_ROWS];
  ks_uint16 first[THREADS + 1];
  ks_table table;
  ks_task tasks[GRAPH];
  ks_layer layer;
} schedule;

static void work(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame;
  (void)part;
  (void)parts;
  delay(DELAY);
}

static void chunk(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame;
  ks_int64 end = ks_chunk_begin(THREADS * ITERATIONS, part + 1, parts);
  for (ks_int64 i = ks_chunk_begin(THREADS * ITERATIONS, part, parts); i < end; i++)
    delay(DELAY);
}

static void nothing(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame;
  (void)part;
  (void)parts;
}

typedef struct terms {
  struct {
    _Alignas(64) int term;
  } part[THREADS];
  int sum;
} terms;

static void term(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)parts;
  delay(DELAY);
  ((terms *)frame)->part[part].term = 1;
}

static void combine(void *frame, ks_uint32 part, ks_uint32 parts) {
  terms *all = frame;
  (void)part;
  (void)parts;
  for (int i = 0; i < THREADS; i++)
    all->sum += all->part[i].term;
}

/* The row of a worker in a schedule that is being made; waits are of its own. */
static ks_row *add_row(schedule *made, int *rows, int task, int part, int parts) {
  ks_row *row = &made->rows[(*rows)++];
  *row = (ks_row){.ks_task_index = (ks_uint16)task,
                  .ks_part = (ks_uint16)part,
                  .ks_parts = (ks_uint16)parts,
                  .ks_level = KS_LEVEL_KEEP};
  return row;
}

static void finish(schedule *made, int tasks, int most_rows) {
  made->table = (ks_table){THREADS, (ks_uint16)most_rows, made->first, made->rows, made->waits};
  made->layer = (ks_layer){.ks_abi = KS_ABI_VERSION,
                           .ks_name = "epcc",
                           .ks_tasks = made->tasks,
                           .ks_tables = &made->table,
                           .ks_task_count = (ks_uint16)tasks,
                           .ks_table_count = 1};
}

/* `stages` times the task in THREADS parts; with waits each stage begins when the last is over. */
static schedule *new_stages(ks_task_fn function, int stages, int has_waits) {
  schedule *made = calloc(1, sizeof *made);
  int rows = 0, waits = 0;
  if (made == NULL)
    exit(1);
  made->tasks[0] = (ks_task){function, "stage", 1, 0, 0, 0, 0};
  for (int worker = 0; worker < THREADS; worker++) {
    for (int stage = 0; stage < stages; stage++) {
      ks_row *row = add_row(made, &rows, 0, worker, THREADS);
      row->ks_first_wait = (ks_uint16)waits;
      for (int other = 0; has_waits && stage > 0 && other < THREADS; other++)
        if (other != worker) {
          made->waits[waits++] = (ks_wait){(ks_uint16)other, (ks_uint16)stage};
          row->ks_wait_count++;
        }
    }
    made->first[worker + 1] = (ks_uint16)rows;
  }
  finish(made, 1, stages);
  return made;
}

/* Rows of the two workers in turn, each after the other's last: what a signal takes between cores.
 */
static schedule *new_signals(void) {
  schedule *made = new_stages(nothing, STAGES, 1);
  for (int stage = 1; stage < STAGES; stage++)
    made->waits[stage - 1].ks_rows = (ks_uint16)stage;
  /* Those of worker 1 wait for the row of the same stage, its first too. */
  for (int stage = STAGES - 1; stage > 0; stage--)
    made->waits[STAGES - 1 + stage] = (ks_wait){0, (ks_uint16)(stage + 1)};
  made->waits[STAGES - 1] = (ks_wait){0, 1};
  for (int stage = 0; stage < STAGES; stage++) {
    ks_row *row = &made->rows[made->first[1] + stage];
    row->ks_first_wait = (ks_uint16)(STAGES - 1 + stage);
    row->ks_wait_count = 1;
  }
  return made;
}

static schedule *new_reduction(void) {
  schedule *made = new_stages(term, 1, 0);
  /* Worker 0: its term and, when the other's is there, the sum. */
  made->rows[2] = made->rows[1];
  made->rows[1] =
      (ks_row){.ks_task_index = 1, .ks_parts = 1, .ks_wait_count = 1, .ks_level = KS_LEVEL_KEEP};
  made->waits[0] = (ks_wait){1, 1};
  made->first[1] = 2;
  made->first[2] = 3;
  made->tasks[1] = (ks_task){combine, "sum", 2, 0, 0, 0, 0};
  finish(made, 2, 2);
  return made;
}

/* Places 0..2 of each column belong to worker 0; a row waits for those of the other worker only. */
static schedule *new_graph(void) {
  schedule *made = calloc(1, sizeof *made);
  int rows = 0, waits = 0, half = WIDTH / THREADS;
  if (made == NULL)
    exit(1);
  for (int task = 0; task < GRAPH; task++)
    made->tasks[task] = (ks_task){work, "task", (ks_uint32)task, 0};
  for (int worker = 0; worker < THREADS; worker++) {
    for (int i = 0; i < COLUMNS * half; i++) {
      int task = i / half * WIDTH + worker * half + i % half;
      int after = task < WIDTH ? -1 : neighbour_of(task), its = after % WIDTH / half;
      ks_row *row = add_row(made, &rows, task, 0, 1);
      row->ks_first_wait = (ks_uint16)waits;
      if (after >= 0 && its != worker) {
        int place = after / WIDTH * half + after % half;
        made->waits[waits++] = (ks_wait){(ks_uint16)its, (ks_uint16)(place + 1)};
        row->ks_wait_count = 1;
      }
    }
    made->first[worker + 1] = (ks_uint16)rows;
  }
  finish(made, GRAPH, COLUMNS * half);
  return made;
}

typedef struct dynamic {
  ks_graph graph;
  ks_task tasks[GRAPH];
  ks_node nodes[THREADS * ITERATIONS];
  ks_uint32 afters[2 * GRAPH];
} dynamic;

static dynamic *finish_dynamic(dynamic *made, int tasks, int nodes) {
  made->graph = (ks_graph){{.ks_abi = KS_ABI_VERSION,
                            .ks_name = "epcc",
                            .ks_tasks = made->tasks,
                            .ks_task_count = (ks_uint16)tasks},
                           (ks_uint32)nodes,
                           made->nodes,
                           made->afters};
  return made;
}

static dynamic *new_dynamic_loop(void) {
  dynamic *made = calloc(1, sizeof *made);
  if (made == NULL)
    exit(1);
  made->tasks[0] = (ks_task){work, "iteration", 1, 0, 0, 0, 0};
  for (int i = 0; i < THREADS * ITERATIONS; i++)
    made->nodes[i] = (ks_node){.ks_part = (ks_uint16)i, .ks_parts = THREADS * ITERATIONS};
  return finish_dynamic(made, 1, THREADS * ITERATIONS);
}

static dynamic *new_dynamic_graph(void) {
  dynamic *made = calloc(1, sizeof *made);
  ks_uint32 afters = 0;
  if (made == NULL)
    exit(1);
  for (int task = 0; task < GRAPH; task++) {
    made->tasks[task] = (ks_task){work, "task", (ks_uint32)task, 0};
    made->nodes[task] = (ks_node){.ks_task_index = (ks_uint16)task,
                                  .ks_parts = 1,
                                  .ks_before = task < WIDTH ? 0 : 2,
                                  .ks_first_after = afters};
    for (int after = task + 1; after < GRAPH; after++)
      if (after >= WIDTH && (after - WIDTH == task || neighbour_of(after) == task))
        made->afters[afters++] = (ks_uint32)after;
    made->nodes[task].ks_after_count = afters - made->nodes[task].ks_first_after;
  }
  return finish_dynamic(made, GRAPH, GRAPH);
}

static dynamic *dynamic_loops, *dynamic_graphs;
static schedule *signals, *forked, *barriers, *loops, *reductions, *graphs, *empty;
static terms sums;

static void repeat(schedule *run, int repetitions, void *frame) {
  for (int i = 0; i < repetitions; i++)
    if (ks_workers(&run->layer) > 1)
      ks_run(&run->layer, frame);
    else
      exit(3);
}

static void repeat_dynamic(dynamic *run, int repetitions) {
  for (int i = 0; i < repetitions; i++)
    if (ks_workers_of_graph(&run->graph) > 1)
      ks_run_graph(&run->graph, NULL);
    else
      exit(3);
}

static void fork_join(int repetitions) { repeat(forked, repetitions, NULL); }
static void barrier(int repetitions) { repeat(barriers, repetitions, NULL); }
static void static_loop(int repetitions) { repeat(loops, repetitions, NULL); }
static void reduction(int repetitions) { repeat(reductions, repetitions, &sums); }
static void dynamic_loop(int repetitions) { repeat_dynamic(dynamic_loops, repetitions); }
static void graph(int repetitions) { repeat_dynamic(dynamic_graphs, repetitions); }
static void static_graph(int repetitions) { repeat(graphs, repetitions, NULL); }
static void hop(int repetitions) { repeat(signals, repetitions, NULL); }
static void row(int repetitions) { repeat(empty, repetitions, NULL); }

int main(void) {
  forked = new_stages(work, 1, 0);
  barriers = new_stages(work, STAGES, 1);
  loops = new_stages(chunk, STAGES, 1);
  reductions = new_reduction();
  graphs = new_graph();
  signals = new_signals();
  dynamic_loops = new_dynamic_loop();
  dynamic_graphs = new_dynamic_graph();
  empty = new_stages(nothing, STAGES * 10, 0);
  measure("fork-join", fork_join, 2000, 1, 1);
  measure("barrier", barrier, 10, STAGES, 1);
  measure("static-loop", static_loop, 1, STAGES, ITERATIONS);
  measure("dynamic-loop", dynamic_loop, 50, 1, ITERATIONS);
  measure("reduction", reduction, 2000, 1, 1);
  measure("graph", graph, 20, 1, GRAPH / THREADS);
  measure("static-graph", static_graph, 20, 1, GRAPH / THREADS);
  measure("hop", hop, 10, 2 * STAGES, 0);
  measure("row", row, 10, STAGES * 10, 0);
  return sums.sum == 0;
}
