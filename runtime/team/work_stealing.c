/* Dynamic layers: a node runs when all nodes before it are over, on whichever worker is free.
 *
 * Each node has a count of what it still waits for. Who ends a node lowers the counts of those
 * after it; a count that comes to zero makes a node ready. Of the nodes that become ready so, the
 * worker goes on with one itself and puts the others into its deque, from which it takes the newest
 * first and the other workers, when they have nothing left, steal the oldest.
 *
 * The deque is that of Chase and Lev (SPAA 2005), whose owner needs a full fence for each node that
 * it takes, which is half of what a short task costs here. So it is split, as Rito and Paulino do
 * (Euro-Par 2014): thieves see what is below the split only, and the rest is the owner's alone.
 * When nothing is left below the split, the owner moves it up; when it has nothing left itself, it
 * moves it down, and this takes the fence. No more than a few nodes are the owner's alone. Whoever
 * reads the top and then the split, and finds the top below it, may fight for the node at the top.
 * The owner lowers the split and then reads the top: if that is below the new split, no thief can
 * have seen more; if not, there is one node at most that a thief may still fight for, the one at
 * the top, and the owner fights, too. test/runtime/deque.pml is the model of it. A deque never
 * grows: all nodes have a place in each.
 *
 * Nodes at the beginning of a graph that wait for nobody, its roots, such as all the iterations of
 * a loop, are dealt out as ranges of equal length without being written anywhere (range.c). In a
 * loop, where nobody waits, there are no others, and what a node costs besides its task is about
 * what a row of a table costs.
 *
 * A run is over when the workers' numbers of ended nodes add up. Each says its own when it has
 * nothing left, so no line is fought for. In a loop nobody has to wait for that: nothing new comes
 * up, and who finds nothing more to take leaves. Who finds nothing for as long as it is worth
 * spinning sleeps: it announces itself, fences heavily (fence.c), looks through everything once
 * more, and sleeps only if nobody has called since. Who moves a split up, opens a range, or says
 * what it has ended, calls if somebody has announced himself.
 *
 * To the rest of the runtime this is a run whose workers have no rows (dispatch.c). The caller
 * takes part like all others, and steals what it has dealt to workers that do not come; so a run
 * waits for those alone that have begun.
 */
#include "work_stealing.h"

#include "../os/os.h"
#include "../wait/fence.h"
#include "range.h"
#include "task.h"
#include "together.h"

#include <stdlib.h>

enum {
  NONE = -1,
  MOST_OWN = 8, /* nodes that nobody can steal from a worker */
  LOOKS = 64,   /* for something to do, between two looks at the clock */
  LOOP_PAUSES = 4,
  NAP_NS = 1000000
};

typedef struct deque {
  _Alignas(64) _Atomic uint32_t top;   /* the oldest; whoever takes it raises this */
  _Alignas(64) _Atomic uint32_t split; /* behind the newest that may be stolen; the owner's */
  _Atomic uint32_t *node;              /* a place for each of the graph */
  _Alignas(64) uint32_t bottom;        /* behind the newest; this and what follows of the owner */
  uint32_t ended; /* nodes that were ready here, or somewhere else, and are over */
} deque;

/* What one worker has of a run. */
typedef struct workload {
  ksi_range roots;
  deque ready;
  _Alignas(64) _Atomic uint32_t over; /* nodes that the owner has ended */
} workload;

typedef struct ksi_pool {
  _Atomic uint32_t calls; /* raised for sleepers: there is something new */
  _Atomic uint32_t sleepers;
  uint32_t capacity;         /* nodes */
  _Atomic uint32_t *missing; /* for each node: those before it that are not over */
  _Atomic uint32_t *places;
  uint32_t roots; /* nodes at the beginning that wait for nobody */
  int is_loop;    /* all nodes are such */
  workload workload[];
} ksi_pool;

static _Thread_local struct {
  ksi_team *team; /* null: in no node */
  int worker;
  uint32_t node;
} current;

static const uint16_t no_rows[KSI_MOST_CORES + 1];

static uint32_t node_at(deque *its, uint32_t place) {
  return atomic_load_explicit(&its->node[place], memory_order_relaxed);
}

static void call_sleepers(ksi_pool *pool) {
  ksi_fence_lightly();
  if (atomic_load(&pool->sleepers) == 0)
    return;
  atomic_fetch_add(&pool->calls, 1);
  ksi_futex_wake(&pool->calls);
}

static void push(deque *own, uint32_t node) {
  atomic_store_explicit(&own->node[own->bottom++], node, memory_order_relaxed);
}

/* Gives thieves half of its own, if they find nothing here or that is much; keeps `kept` at least.
 */
static inline void share(ksi_pool *pool, deque *own, uint32_t kept) {
  const uint32_t split = atomic_load_explicit(&own->split, memory_order_relaxed);
  const uint32_t has = own->bottom - split;
  if (has <= kept ||
      (has <= MOST_OWN && atomic_load_explicit(&own->top, memory_order_relaxed) != split))
    return;
  atomic_store_explicit(&own->split, split + (has + 1) / 2, memory_order_release);
  call_sleepers(pool);
}

/* Takes the upper half of what could be stolen, but not much at once, since its core may be wanted
 * by others. Whether the owner has something now; 2 if it is the place below the split. */
static int take_back(deque *own) {
  const uint32_t split = own->bottom;
  uint32_t top = atomic_load_explicit(&own->top, memory_order_relaxed);
  if (top == split)
    return 0;
  const uint32_t half = (split - top + 1) / 2, lower = split - (half < MOST_OWN ? half : MOST_OWN);
  atomic_store(&own->split, lower);
  top = atomic_load(&own->top);
  if (top < lower)
    return 1;
  /* Some of it is gone, and a thief may be about to take the next. If it is quicker, that was one
   * and the last. */
  if (top < split && atomic_compare_exchange_strong(&own->top, &top, top + 1)) {
    atomic_store_explicit(&own->split, top + 1, memory_order_relaxed);
    return 2;
  }
  atomic_store_explicit(&own->split, top, memory_order_relaxed);
  return top < split;
}

/* The newest of its own. */
static inline int64_t pop(ksi_pool *pool, deque *own) {
  if (own->bottom == atomic_load_explicit(&own->split, memory_order_relaxed)) {
    const int has = take_back(own);
    if (has == 0)
      return NONE;
    if (has == 2)
      return node_at(own, atomic_load_explicit(&own->split, memory_order_relaxed) - 1);
  }
  const uint32_t node = node_at(own, --own->bottom);
  share(pool, own, 1);
  return node;
}

/* The oldest; NONE if there is none or another one was quicker. */
static int64_t steal(deque *other) {
  uint32_t top = atomic_load(&other->top);
  if (top >= atomic_load(&other->split))
    return NONE;
  const int64_t node = node_at(other, top);
  return atomic_compare_exchange_strong(&other->top, &top, top + 1) ? node : NONE;
}

/* For a worker that has nothing left of its own. */
static void say_what_is_over(ksi_pool *pool, workload *own) {
  const uint32_t over = own->roots.taken + own->ready.ended;
  if (atomic_load_explicit(&own->over, memory_order_relaxed) == over)
    return;
  atomic_store_explicit(&own->over, over, memory_order_release);
  call_sleepers(pool);
}

/* Of the worker's own; there is one. */
static inline int64_t next_root(ksi_pool *pool, ksi_range *own) {
  const uint32_t node = own->next++;
  if (ksi_is_robbed(own) && ksi_give_range(own))
    call_sleepers(pool);
  return node;
}

static inline int64_t find_own(ksi_pool *pool, workload *own) {
  const int64_t node = pool->is_loop ? NONE : pop(pool, &own->ready);
  if (node == NONE && (own->roots.next < own->roots.end || ksi_take_range(&own->roots)))
    return next_root(pool, &own->roots);
  return node;
}

static int64_t steal_root(ksi_pool *pool, ksi_range *own, ksi_range *other, int eagerly) {
  if (!ksi_steal_range(own, other, eagerly))
    return NONE;
  call_sleepers(pool);
  return next_root(pool, own);
}

/* Of a worker that is looked at again and again unless `eagerly`. */
static int64_t find_node(ksi_team *team, int worker, int eagerly) {
  ksi_pool *pool = team->pool;
  workload *own = &pool->workload[worker];
  const int workers = team->table->ks_worker_count;
  int64_t node = find_own(pool, own);
  if (node == NONE)
    say_what_is_over(pool, own);
  for (int i = 1; i < workers && node == NONE; i++) {
    workload *other = &pool->workload[worker + i < workers ? worker + i : worker + i - workers];
    if (!pool->is_loop)
      node = steal(&other->ready);
    if (node == NONE)
      node = steal_root(pool, &own->roots, &other->roots, eagerly);
  }
  return node;
}

static int are_all_over(const ksi_team *team) {
  uint32_t over = 0;
  for (int worker = 0; worker < team->table->ks_worker_count; worker++)
    over += atomic_load_explicit(&team->pool->workload[worker].over, memory_order_acquire);
  return over == team->graph->ks_node_count;
}

/* Whether a worker that has found nothing may leave the run. In a loop nothing new comes up, except
 * for who has to wait for all that comes before its own end. */
static int is_left(const ksi_team *team) {
  ksi_pool *pool = team->pool;
  if (!pool->is_loop || atomic_load_explicit(&team->leaving, memory_order_relaxed) != KSI_NOBODY)
    return are_all_over(team);
  for (int worker = 0; worker < team->table->ks_worker_count; worker++)
    if (ksi_may_have_more(&pool->workload[worker].roots))
      return 0;
  return 1;
}

/* Whether the last that the node waited for is over now. */
static int is_last(ksi_pool *pool, const ks_node *node, uint32_t index) {
  return node->ks_before == 1 ||
         atomic_fetch_sub_explicit(&pool->missing[index], 1, memory_order_acq_rel) == 1;
}

/* One of the nodes that are ready now, for the calling worker; the others are in its deque. */
static inline int64_t finish_node(ksi_team *team, int worker, uint32_t index) {
  const ks_graph *graph = team->graph;
  const ks_node *node = &graph->ks_nodes[index];
  deque *own = &team->pool->workload[worker].ready;
  int64_t next = NONE;
  for (uint32_t i = 0; i < node->ks_after_count; i++) {
    const uint32_t after = graph->ks_afters[node->ks_first_after + i];
    if (!is_last(team->pool, &graph->ks_nodes[after], after))
      continue;
    if (next == NONE)
      next = after;
    else
      push(own, after);
  }
  own->ended += index >= team->pool->roots; /* roots are counted when they are taken */
  share(team->pool, own, 0);
  return next;
}

static inline void call_node(ksi_team *team, int worker, uint32_t index) {
  const ks_node *node = &team->graph->ks_nodes[index];
  current.team = team;
  current.worker = worker;
  current.node = index;
  if (!ksi_is_behind_end(team, node->ks_task_index, node->ks_part))
    ksi_run_part(team, &team->worker[worker], node->ks_task_index, node->ks_part, node->ks_parts);
  current.team = NULL;
}

void ksi_run_node(ksi_team *team, int worker, uint32_t index) { call_node(team, worker, index); }

static int64_t run_node(ksi_team *team, int worker, uint32_t index) {
  call_node(team, worker, index);
  return finish_node(team, worker, index);
}

/* A node, or NONE if all are over. */
static int64_t sleep_until_called(ksi_team *team, int worker) {
  ksi_pool *pool = team->pool;
  int64_t node;
  atomic_fetch_add(&pool->sleepers, 1);
  const uint64_t nap_ns = ksi_fence_heavily() ? 0 : NAP_NS;
  for (;;) {
    const uint32_t calls = atomic_load(&pool->calls);
    node = find_node(team, worker, 1);
    if (node != NONE || is_left(team))
      break;
    ksi_futex_wait(&pool->calls, calls, nap_ns);
  }
  atomic_fetch_sub(&pool->sleepers, 1);
  return node;
}

static int64_t await_node(ksi_team *team, int worker) {
  const uint64_t spin_ns = ksi_time_to_spin(&team->root->patience);
  uint64_t end = 0;
  for (uint32_t look = 1;; look++) {
    const int64_t node = find_node(team, worker, spin_ns == 0);
    if (node != NONE || is_left(team))
      return node;
    if (spin_ns == 0)
      return sleep_until_called(team, worker);
    if (look % LOOKS == 0) {
      const uint64_t now = ksi_now_ns();
      if (end == 0)
        end = now + spin_ns;
      else if (now >= end)
        return sleep_until_called(team, worker);
    }
    for (int i = 0; i < (team->pool->is_loop ? LOOP_PAUSES : 1); i++)
      ksi_relax();
  }
}

/* What is the worker's own of a loop. */
static void run_own_roots(ksi_team *team, int worker) {
  ksi_range *own = &team->pool->workload[worker].roots;
  while (own->next < own->end || ksi_take_range(own))
    call_node(team, worker, next_root(team->pool, own));
}

static void drive_loop(ksi_team *team, int worker) {
  int64_t node;
  run_own_roots(team, worker);
  while ((node = await_node(team, worker)) != NONE) {
    call_node(team, worker, (uint32_t)node);
    run_own_roots(team, worker);
  }
}

void ksi_drive(ksi_team *team, int worker) {
  if (team->pool->is_loop) {
    drive_loop(team, worker);
    return;
  }
  for (;;) {
    int64_t node = find_own(team->pool, &team->pool->workload[worker]);
    if (node == NONE)
      node = await_node(team, worker);
    if (node == NONE)
      return;
    while (node != NONE)
      node = run_node(team, worker, (uint32_t)node);
  }
}

ksi_team *ksi_team_of_node(void) { return current.team; }

int ksi_worker_of_node(void) { return current.worker; }

uint32_t ksi_order_of_node(void) {
  const ks_node *node = &current.team->graph->ks_nodes[current.node];
  return ksi_order_of(node->ks_task_index, node->ks_part);
}

void ksi_leave_node(ksi_team *team) {
  const int worker = current.worker;
  if (team->is_together) {
    ksi_end_step(team, current.node);
    ksi_walk_together(team, worker);
    ksi_await_all_steps(team);
    current.team = NULL;
    return;
  }
  int64_t node = finish_node(team, worker, current.node);
  while (node != NONE)
    node = run_node(team, worker, (uint32_t)node);
  ksi_drive(team, worker);
  current.team = NULL;
}

static void free_pool(ksi_pool *pool) {
  if (pool == NULL)
    return;
  free(pool->missing);
  free(pool->places);
  free(pool);
}

static ksi_pool *new_pool(int workers, uint32_t nodes) {
  const size_t bytes = sizeof(ksi_pool) + (size_t)workers * sizeof(workload);
  ksi_pool *made = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (made == NULL)
    return NULL;
  made->capacity = nodes;
  made->missing = malloc(nodes * sizeof *made->missing);
  made->places = malloc((size_t)workers * nodes * sizeof *made->places);
  if (made->missing == NULL || made->places == NULL) {
    free_pool(made);
    return NULL;
  }
  atomic_init(&made->calls, 0);
  atomic_init(&made->sleepers, 0);
  for (int worker = 0; worker < workers; worker++)
    made->workload[worker].ready.node = made->places + (size_t)worker * nodes;
  return made;
}

/* How many nodes at the beginning wait for nobody. The others get their counts. */
static uint32_t count_roots(ksi_pool *pool, const ks_graph *graph) {
  uint32_t roots = 0;
  while (roots < graph->ks_node_count && graph->ks_nodes[roots].ks_before == 0)
    roots++;
  for (uint32_t i = roots; i < graph->ks_node_count; i++)
    if (graph->ks_nodes[i].ks_before > 1)
      atomic_store_explicit(&pool->missing[i], graph->ks_nodes[i].ks_before, memory_order_relaxed);
  return roots;
}

static void deal_out(workload *its, uint32_t begin, uint32_t end) {
  ksi_deal_range(&its->roots, begin, end);
  atomic_store_explicit(&its->ready.top, 0, memory_order_relaxed);
  atomic_store_explicit(&its->over, 0, memory_order_relaxed);
  its->ready.bottom = 0;
  its->ready.ended = 0;
}

/* Those that wait for nobody and are not at the beginning. */
static void deal_out_others(ksi_pool *pool, const ks_graph *graph, uint32_t roots, int workers) {
  int worker = 0;
  for (uint32_t i = roots; i < graph->ks_node_count; i++)
    if (graph->ks_nodes[i].ks_before == 0) {
      push(&pool->workload[worker].ready, i);
      worker = (worker + 1) % workers;
    }
  for (worker = 0; worker < workers; worker++) /* all may be stolen, should a worker not come */
    atomic_store_explicit(&pool->workload[worker].ready.split, pool->workload[worker].ready.bottom,
                          memory_order_relaxed);
}

const ks_table *ksi_prepare_graph(ksi_team *team, const ks_graph *graph, int workers) {
  const uint32_t nodes = graph->ks_node_count;
  if (team->pool == NULL || team->pool->capacity < nodes) {
    free_pool(team->pool);
    team->pool = new_pool(team->max_workers, nodes > 64 ? nodes : 64);
  }
  if (team->pool == NULL)
    return NULL;
  const uint64_t roots = count_roots(team->pool, graph), count = (uint64_t)workers;
  for (uint64_t i = 0; i < count; i++)
    deal_out(&team->pool->workload[i], (uint32_t)(roots * i / count),
             (uint32_t)(roots * (i + 1) / count));
  team->pool->roots = (uint32_t)roots;
  team->pool->is_loop = roots == nodes;
  deal_out_others(team->pool, graph, (uint32_t)roots, workers);
  ks_table *table = &team->graph_table[workers]; /* always the same for the profile */
  const uint32_t each = nodes / (uint32_t)workers + 1;
  table->ks_worker_count = (uint16_t)workers;
  table->ks_most_rows = (uint16_t)(each < UINT16_MAX - 1 ? each : UINT16_MAX - 1);
  table->ks_first_row = no_rows;
  return table;
}
