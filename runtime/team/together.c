/* What ThreadSanitizer can see of a layer, made the same in each run.
 *
 * ThreadSanitizer finds two accesses that nothing orders, whenever they happen. But a run has more
 * order than the layer asks for: a worker that comes late finds the others' rows done, and what it
 * reads of their progress orders all of these before its own; a worker that sleeps says so, and
 * whoever looks for sleepers is ordered behind it; and of a graph, the quickest worker may run
 * everything. All of this hides races, by luck, and most of all on a busy machine.
 *
 * So with KASURI_TOGETHER=1 the workers meet before they begin. A row stays with the worker of the
 * table. A graph's nodes are dealt out in source order, in ranges of equal length, for good. Each
 * step has a word of its own that says that it is over. Who ran the step writes it. Those that wait
 * for this step read it, and tell nobody that they wait. What is left is the order of the steps on
 * a worker and that of the layer's waits. All of this is made anew for each run, which takes next
 * to no time beside ThreadSanitizer.
 *
 * It always comes to an end: a worker runs its steps in order, those of a table wait for each other
 * without a circle, and those of a graph for earlier ones. Of all steps that are not over, then,
 * one is next on its worker and waits for nothing.
 */
#include "together.h"

#include "../os/os.h"
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct ksi_together {
  ksi_steps steps;
  void (*run_step)(ksi_team *team, int worker, uint32_t step);
  _Atomic uint32_t *over; /* for each step: 1 when it is over */
  _Atomic uint32_t begun; /* workers that are there */
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

/* Each word is changed by one thread at a time, which wakes whoever may sleep. */
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

void ksi_walk_together(ksi_team *team, int worker) {
  ksi_together *its = team->together;
  const uint32_t end = first_step(team, worker + 1);
  if (its->next[worker] == first_step(team, worker))
    meet(team);
  while (its->next[worker] < end) {
    const uint32_t step = its->next[worker]++;
    for (uint32_t i = its->steps.first_before[step]; i < its->steps.first_before[step + 1]; i++)
      await_step(its, its->steps.before[i]);
    its->run_step(team, worker, step);
    ksi_end_step(team, step);
  }
}

void ksi_await_all_steps(ksi_team *team) {
  for (uint32_t step = 0; step < team->together->steps.count; step++)
    await_step(team->together, step);
}
