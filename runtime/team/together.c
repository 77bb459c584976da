/* Shows ThreadSanitizer the same order in each run of a layer.
 *
 * ThreadSanitizer finds two accesses that nothing orders, whenever they happen. But a run has more
 * order than the layer requires. A late worker finds the others' rows complete, and its reads of
 * their progress order all these rows before its own. A worker that sleeps announces itself, which
 * orders whichever thread looks for sleepers. In a graph, the fastest worker may run everything.
 * All of this hides races at random, and most of all on a busy machine.
 *
 * So with KASURI_TOGETHER=1 all workers meet before they start. A row stays with the worker of the
 * table. A graph's nodes are assigned in source order, in ranges of equal length, and stay there.
 * Each step has its own word that says that the step is complete. Only the worker that ran the step
 * writes it. Steps that wait for this step read it, and do not announce that they wait. So the only
 * order is that of the steps on a worker and that of the layer's waits. All of this is created anew
 * for each run, which takes next to no time compared with ThreadSanitizer.
 *
 * This always terminates. A worker runs its steps in order; the rows of a table wait for each other
 * without a cycle, and the nodes of a graph wait only for earlier ones. So of all incomplete steps,
 * one is next on its worker and waits for nothing.
 */
#include "together.h"

#include "../os/os.h"
#include "steps.h"
#include "task.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct ksi_together {
  ksi_steps steps;
  void (*run_step)(ksi_team *team, int worker, uint32_t step);
  _Atomic uint32_t *over; /* for each step: 1 when it is complete */
  _Atomic uint32_t begun; /* workers that have arrived */
  uint32_t next[];        /* by worker: its next step */
} ksi_together;

static uint32_t first_step(const ksi_team *team, int worker) {
  if (team->graph == NULL)
    return team->table->ks_first_row[worker];
  return (uint32_t)((uint64_t)team->graph->ks_node_count * (uint32_t)worker /
                    team->table->ks_worker_count);
}

static __attribute__((noreturn)) void fail(void) {
  fprintf(stderr, "kasuri: no memory for KASURI_TOGETHER\n");
  abort();
}

static ksi_together *make_together(const ksi_team *team) {
  ksi_together *made = calloc(1, sizeof *made + (size_t)team->max_workers * sizeof *made->next);
  if (made == NULL)
    fail();
  return made;
}

static void describe_steps(ksi_together *its, const ksi_team *team) {
  ksi_free_steps(&its->steps);
  free(its->over);
  if (!ksi_make_steps(&its->steps, team->table, team->graph))
    fail();
  its->over = calloc(its->steps.count + (size_t)1, sizeof *its->over);
  if (its->over == NULL)
    fail();
}

void ksi_prepare_together(ksi_team *team,
                          void (*run_step)(ksi_team *team, int worker, uint32_t step)) {
  if (team->together == NULL)
    team->together = make_together(team);
  ksi_together *its = team->together;
  describe_steps(its, team);
  its->run_step = run_step;
  atomic_store_explicit(&its->begun, 0, memory_order_relaxed);
  for (int worker = 0; worker < team->table->ks_worker_count; worker++)
    its->next[worker] = first_step(team, worker);
}

/* One thread at a time changes each word, and wakes any sleeper. */
static void wait_until(_Atomic uint32_t *word, uint32_t value) {
  uint32_t seen;
  while ((seen = atomic_load_explicit(word, memory_order_acquire)) != value)
    ksi_futex_wait(word, seen, 0);
}

static void await_step(ksi_together *its, uint32_t step) { wait_until(&its->over[step], 1); }

void ksi_end_step(ksi_team *team, uint32_t step) {
  ksi_together *its = team->together;
  atomic_store_explicit(&its->over[step], 1, memory_order_release);
  ksi_futex_wake(&its->over[step]);
}

static void meet(ksi_team *team) {
  ksi_together *its = team->together;
  const uint32_t workers = team->table->ks_worker_count;
  if (atomic_fetch_add(&its->begun, 1) + 1 == workers)
    ksi_futex_wake(&its->begun);
  else
    wait_until(&its->begun, workers);
}

static uint32_t task_of(const ksi_team *team, uint32_t step) {
  return team->graph != NULL ? team->graph->ks_nodes[step].ks_task_index
                             : team->table->ks_rows[step].ks_task_index;
}

void ksi_walk_together(ksi_team *team, int worker) {
  ksi_together *its = team->together;
  const uint32_t end = first_step(team, worker + 1);
  if (its->next[worker] == first_step(team, worker))
    meet(team);
  while (its->next[worker] < end) {
    const uint32_t step = its->next[worker]++;
    const uint32_t task = task_of(team, step);
    for (uint32_t i = its->steps.first_before[step]; i < its->steps.first_before[step + 1]; i++)
      if (!ksi_is_unwanted(team->layer, team->frame, task))
        await_step(its, its->steps.before[i]);
    its->run_step(team, worker, step);
    ksi_end_step(team, step);
  }
}

void ksi_await_all_steps(ksi_team *team) {
  for (uint32_t step = 0; step < team->together->steps.count; step++)
    await_step(team->together, step);
}
