/* Dynamic layers: a node runs when all its predecessors are complete, on any free worker.
 *
 * Each node counts the predecessors that are not complete. A worker that completes a node
 * decrements the counts of its successors. A node is ready when its count is zero. The worker runs
 * one of the nodes that become ready itself and puts the others into its deque. It takes the newest
 * node from its deque first. Other workers steal the oldest when they have no work left.
 *
 * A node whose task is known not to run is ready when the condition that decides this is complete.
 *
 * The deque is that of Chase and Lev (SPAA 2005). There the owner needs a full fence for each node
 * that it takes, which is half of the cost of a short task here. So it is split, as by Rito and
 * Paulino (Euro-Par 2014): thieves see only what is below the split, and the rest is private to the
 * owner. When nothing is left below the split, the owner moves it up. When the owner has nothing
 * left, it moves the split down, and this needs the fence. Only a few nodes are private. A thread
 * that reads the top and then the split, and finds the top below it, may compete for the node at
 * the top. The owner lowers the split and then reads the top. If the top is below the new split, no
 * thief can have seen more. If not, there is at most one node that a thief may still compete for,
 * the one at the top, and the owner competes, too. test/runtime/deque.pml is the model. A deque
 * never grows: each has room for all nodes.
 *
 * The roots of a graph, nodes at its start that wait for nothing, such as all iterations of a loop,
 * are assigned as ranges of equal length without being stored anywhere (range.c). A loop has no
 * other nodes, and a node then costs about as much as a row of a table, apart from its task.
 *
 * A run is over when the workers' numbers of completed nodes add up. Each worker publishes its
 * number when it has no work left, so workers do not compete for a cache line. In a loop no worker
 * has to wait for that: no new nodes appear, and a worker that finds nothing more to take leaves.
 * Otherwise a worker that finds nothing while spinning is profitable sleeps. It announces itself,
 * executes the heavy fence (fence.c), checks everything once more, and sleeps only if nobody has
 * called since. A worker that moves a split up, opens a range, or publishes its number calls if
 * another has announced itself.
 *
 * To the rest of the runtime this is a run whose workers have no rows (dispatch.c). The caller
 * takes part like all others, and steals what it has assigned to workers that do not come. So a run
 * waits only for workers that have started.
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
  MOST_OWN = 8, /* nodes that cannot be stolen from a worker */
  LOOKS = 64,   /* searches for work between two reads of the clock */
  LOOP_PAUSES = 4,
  NAP_NS = 1000000
};

typedef struct deque {
  _Alignas(64) _Atomic uint32_t top; /* the oldest; incremented by the thread that takes it */
  _Alignas(
      64) _Atomic uint32_t split; /* after the newest that may be stolen; written by the owner */
  _Atomic uint32_t *node;         /* a place for each node of the graph */
  _Alignas(
      64) uint32_t bottom; /* after the newest; this and the following are private to the owner */
  uint32_t ended;          /* completed nodes that were ready here or elsewhere */
} deque;

/* The data of one worker in a run. */
typedef struct workload {
  ksi_range roots;
  deque ready;
  _Alignas(64) _Atomic uint32_t over; /* nodes that the owner has completed */
} workload;

typedef struct ksi_pool {
  _Atomic uint32_t calls; /* incremented for sleepers: there is new work */
  _Atomic uint32_t sleepers;
  uint32_t capacity;         /* nodes */
  _Atomic uint32_t *missing; /* for each node: its incomplete predecessors */
  _Atomic uint32_t *places;
  uint32_t roots; /* nodes at the start of the graph that wait for nothing */
  int is_loop;    /* all nodes are roots */
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

/* Opens half of the private nodes to thieves, if they find nothing here or there are many; keeps at
 * least `kept`. */
static inline void share(ksi_pool *pool, deque *own, uint32_t kept) {
  const uint32_t split = atomic_load_explicit(&own->split, memory_order_relaxed);
  const uint32_t has = own->bottom - split;
  if (has <= kept ||
      (has <= MOST_OWN && atomic_load_explicit(&own->top, memory_order_relaxed) != split))
    return;
  atomic_store_explicit(&own->split, split + (has + 1) / 2, memory_order_release);
  call_sleepers(pool);
}

/* Takes the upper half of what could be stolen, but not much at once, because other programs may
 * need its core. Whether the owner has nodes now; 2 if it is the place below the split. */
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
  /* Some nodes are gone, and a thief may be about to take the next. If it is faster, that was the
   * only remaining one. */
  if (top < split && atomic_compare_exchange_strong(&own->top, &top, top + 1)) {
    atomic_store_explicit(&own->split, top + 1, memory_order_relaxed);
    return 2;
  }
  atomic_store_explicit(&own->split, top, memory_order_relaxed);
  return top < split;
}

/* The newest private node. */
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

/* The oldest; NONE if there is none or another thread was faster. */
static int64_t steal(deque *other) {
  uint32_t top = atomic_load(&other->top);
  if (top >= atomic_load(&other->split))
    return NONE;
  const int64_t node = node_at(other, top);
  return atomic_compare_exchange_strong(&other->top, &top, top + 1) ? node : NONE;
}

/* For a worker that has no nodes left. */
static void say_what_is_over(ksi_pool *pool, workload *own) {
  const uint32_t over = own->roots.taken + own->ready.ended;
  if (atomic_load_explicit(&own->over, memory_order_relaxed) == over)
    return;
  atomic_store_explicit(&own->over, over, memory_order_release);
  call_sleepers(pool);
}

/* One of the worker's own nodes; there is one. */
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

/* From a worker that is checked repeatedly unless `eagerly`. */
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

/* Whether a worker that has found nothing may leave the run. In a loop no new work appears, except
 * for a worker that must wait for everything before it to end the program. */
static int is_left(const ksi_team *team) {
  ksi_pool *pool = team->pool;
  if (!pool->is_loop || atomic_load_explicit(&team->leaving, memory_order_relaxed) != KSI_NOBODY)
    return are_all_over(team);
  for (int worker = 0; worker < team->table->ks_worker_count; worker++)
    if (ksi_may_have_more(&pool->workload[worker].roots))
      return 0;
  return 1;
}

/* Whether the last predecessor of the node is now complete. */
static int is_last(ksi_pool *pool, const ks_node *node, uint32_t index) {
  return node->ks_before == 1 ||
         atomic_fetch_sub_explicit(&pool->missing[index], 1, memory_order_acq_rel) == 1;
}

/* Whether the first node is the condition of the second one's task, and the task does not run. Then
 * the second is ready at once. This predecessor of it is never counted as complete, so it does not
 * become ready again. */
static inline int is_ruled_out(const ksi_team *team, const ks_node *node, const ks_node *after) {
  const ks_layer *layer = team->layer;
  return layer->ks_tasks[after->ks_task_index].ks_control == node->ks_task_index + 1 &&
         ksi_is_unwanted(layer, team->frame, after->ks_task_index);
}

/* One of the nodes that have become ready, for the calling worker; the others go to its deque. */
static inline int64_t finish_node(ksi_team *team, int worker, uint32_t index) {
  const ks_graph *graph = team->graph;
  const ks_node *node = &graph->ks_nodes[index];
  deque *own = &team->pool->workload[worker].ready;
  int64_t next = NONE;
  for (uint32_t i = 0; i < node->ks_after_count; i++) {
    const uint32_t after = graph->ks_afters[node->ks_first_after + i];
    if (!is_ruled_out(team, node, &graph->ks_nodes[after]) &&
        !is_last(team->pool, &graph->ks_nodes[after], after))
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

static inline void call_next(ksi_team *team, int worker, uint32_t index) {
  if (worker == 0 && team->give_way != NULL)
    team->give_way(team);
  call_node(team, worker, index);
}

static int64_t run_node(ksi_team *team, int worker, uint32_t index) {
  call_next(team, worker, index);
  return finish_node(team, worker, index);
}

/* A node, or NONE if all are complete. */
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

/* The worker's share of a loop. */
static void run_own_roots(ksi_team *team, int worker) {
  ksi_range *own = &team->pool->workload[worker].roots;
  while (own->next < own->end || ksi_take_range(own))
    call_next(team, worker, next_root(team->pool, own));
}

static void drive_loop(ksi_team *team, int worker) {
  int64_t node;
  run_own_roots(team, worker);
  while ((node = await_node(team, worker)) != NONE) {
    call_next(team, worker, (uint32_t)node);
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

/* The number of roots. The other nodes get their counts. */
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

/* Nodes that wait for nothing but are not at the start. */
static void deal_out_others(ksi_pool *pool, const ks_graph *graph, uint32_t roots, int workers) {
  int worker = 0;
  for (uint32_t i = roots; i < graph->ks_node_count; i++)
    if (graph->ks_nodes[i].ks_before == 0) {
      push(&pool->workload[worker].ready, i);
      worker = (worker + 1) % workers;
    }
  for (worker = 0; worker < workers;
       worker++) /* all may be stolen, in case a worker does not come */
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
