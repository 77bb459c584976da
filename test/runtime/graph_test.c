/* Dynamic layers give what the sequential order gives: random graphs of all shapes, split tasks
 * whose parts take unequal times, graphs and tables in turn, errno, graphs within tasks, several
 * threads, and the end of the program in a task. KASURI_CORES says how many workers. */
#include <kasuri/kasuri.h>

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK_END _exit(1)
#include "check.h"

#ifdef TSAN
void jitter(void);
#define DELAY() jitter()
#else
#define DELAY() (void)0
#endif

enum { MOST = 300, PARTS = 97, THREADS = 3 };

/* One task, split into as many parts as there are nodes; part i waits for those that are listed. */
typedef struct random_graph {
  ks_graph graph;
  ks_task task;
  ks_node node[MOST];
  ks_uint32 after[MOST * MOST];
  unsigned char before[MOST][MOST];
  uint64_t value[MOST];
  int nodes;
} random_graph;

static void combine(void *frame, ks_uint32 part, ks_uint32 parts) {
  random_graph *of = frame;
  DELAY();
  for (ks_uint32 i = part; i < (parts == 1 ? (ks_uint32)of->nodes : part + 1); i++) {
    uint64_t sum = i + 1;
    for (ks_uint32 u = 0; u < i; u++)
      if (of->before[i][u])
        sum = sum * 31 + of->value[u];
    of->value[i] = sum;
  }
}

static void describe(random_graph *of, ks_task_fn function, int nodes) {
  ks_uint32 afters = 0;
  of->nodes = nodes;
  of->task = (ks_task){function, "part", 1, 0, 0, 0, 0};
  for (int u = 0; u < nodes; u++) {
    of->node[u] =
        (ks_node){.ks_part = (ks_uint16)u, .ks_parts = (ks_uint16)nodes, .ks_first_after = afters};
    for (int i = 0; i < u; i++)
      of->node[u].ks_before += of->before[u][i];
    for (int i = u + 1; i < nodes; i++)
      if (of->before[i][u])
        of->after[afters++] = (ks_uint32)i;
    of->node[u].ks_after_count = afters - of->node[u].ks_first_after;
  }
  of->graph = (ks_graph){
      {.ks_abi = KS_ABI_VERSION, .ks_name = "graph", .ks_tasks = &of->task, .ks_task_count = 1},
      (ks_uint32)nodes,
      of->node,
      of->after};
}

/* `rarity` from 1 (a chain: each waits for all) to many (nobody waits). */
static void randomise(random_graph *of, unsigned seed, int nodes, int rarity) {
  for (int i = 0; i < nodes; i++)
    for (int u = 0; u < i; u++)
      of->before[i][u] = rand_r(&seed) % rarity == 0;
  describe(of, combine, nodes);
}

static void check_run(random_graph *of) {
  static _Thread_local uint64_t expected[MOST];
  combine(of, 0, 1);
  memcpy(expected, of->value, sizeof expected);
  memset(of->value, 0, sizeof of->value);
  ks_run_graph(&of->graph, of);
  CHECK(memcmp(expected, of->value, (size_t)of->nodes * sizeof *expected) == 0);
}

static void random_graphs(random_graph *of) {
  static const int sizes[] = {1, 2, 3, 7, 24, 66, 100, MOST},
                   rarities[] = {1, 2, 4, 10, 50, 100000};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (unsigned k = 0; k < sizeof rarities / sizeof *rarities; k++) {
      randomise(of, i * 100 + k, sizes[i], rarities[k]);
      for (int round = 0; round < (sizes[i] < MOST ? 60 : 5); round++)
        check_run(of);
    }
}

/* Tiny runs with pauses, after which the workers sleep. */
static void with_pauses(random_graph *of) {
  randomise(of, 7, 30, 6);
  for (int round = 0; round < 40; round++) {
    usleep((unsigned)(round % 5) * 300);
    check_run(of);
  }
}

static void spin(void *frame, ks_uint32 part, ks_uint32 parts) {
  random_graph *of = frame;
  for (ks_uint32 i = part; i < (parts == 1 ? (ks_uint32)of->nodes : part + 1); i++) {
    for (volatile ks_uint32 k = 0; k < i * i; k++)
      ;
    of->value[i]++;
  }
}

static void unequal_parts(random_graph *of) {
  memset(of->before, 0, sizeof of->before);
  describe(of, spin, PARTS);
  memset(of->value, 0, sizeof of->value);
  for (int round = 1; round <= 100; round++)
    ks_run_graph(&of->graph, of);
  for (int i = 0; i < PARTS; i++)
    CHECK(of->value[i] == 100);
}

/* A loop: nobody waits for anybody. */
static void describe_loop(ks_graph *graph, ks_task *task, ks_node *node, ks_task_fn function,
                          int parts) {
  *task = (ks_task){function, "iteration", 1, 0, 0, 0, 0};
  *graph = (ks_graph){
      {.ks_abi = KS_ABI_VERSION, .ks_name = "loop", .ks_tasks = task, .ks_task_count = 1},
      (ks_uint32)parts,
      node,
      NULL};
  for (int i = 0; i < parts; i++)
    node[i] = (ks_node){.ks_part = (ks_uint16)i, .ks_parts = (ks_uint16)parts};
}

/* A loop in which one iteration lasts until all others are over but those that its worker keeps. */
enum { KEPT = 7, ITERATIONS = 3000 };

typedef struct slow_loop {
  ks_graph graph;
  ks_task task;
  ks_node node[ITERATIONS];
  _Atomic int runs[ITERATIONS], over;
  int slow;
} slow_loop;

static void wait_if_slow(void *frame, ks_uint32 part, ks_uint32 parts) {
  slow_loop *of = frame;
  for (ks_uint32 i = part; i < (parts == 1 ? ITERATIONS : part + 1); i++) {
    while (parts > 1 && (int)i == of->slow && of->over < ITERATIONS - 1 - KEPT)
      sched_yield();
    of->runs[i]++;
    of->over++;
  }
}

static void others_take_what_waits(void) {
  static slow_loop of;
  describe_loop(&of.graph, &of.task, of.node, wait_if_slow, ITERATIONS);
  for (int round = 0; round < 30; round++) {
    of.slow = round * 101 % ITERATIONS;
    of.over = 0;
    ks_run_graph(&of.graph, &of);
    CHECK(of.over == ITERATIONS);
    for (int i = 0; i < ITERATIONS; i++)
      CHECK(of.runs[i] == round + 1);
  }
}

/* A loop of two iterations, cut for many more: all parts but the first two are empty. These wait
 * for each other, so they have to run at the same time. */
enum { CUT = 32 };

typedef struct cut_loop {
  ks_graph graph;
  ks_task task;
  ks_node node[CUT];
  _Atomic int begun, met;
} cut_loop;

static void meet(void *frame, ks_uint32 part, ks_uint32 parts) {
  cut_loop *of = frame;
  if (parts == 1)
    of->met = 2;
  if (parts == 1 || part > 1)
    return;
  of->begun++;
  for (int look = 0; look < 1000000 && of->begun < 2; look++)
    sched_yield();
  of->met += of->begun == 2;
}

static void neighbours_run_at_the_same_time(void) {
  static cut_loop of;
  describe_loop(&of.graph, &of.task, of.node, meet, CUT);
  for (int round = 0; round < 30; round++) {
    of.begun = of.met = 0;
    ks_run_graph(&of.graph, &of);
    CHECK(of.met == 2);
  }
}

static void set_errno(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame;
  if (parts == 1 || part % 7 == 3)
    errno = parts == 1 ? 1 + 94 : 1 + (int)part;
}

static void last_errno_in_source_order(random_graph *of) {
  memset(of->before, 0, sizeof of->before);
  describe(of, set_errno, PARTS);
  errno = 0;
  ks_run_graph(&of->graph, of);
  CHECK(errno == 1 + 94);
}

static void run_inner(void *frame, ks_uint32 part, ks_uint32 parts) {
  random_graph *inner = frame;
  (void)part;
  (void)parts;
  CHECK(ks_workers_of_graph(&inner->graph) == 1);
}

static void within_a_task(random_graph *of) {
  memset(of->before, 0, sizeof of->before);
  describe(of, run_inner, 5);
  if (ks_workers_of_graph(&of->graph) > 1)
    ks_run_graph(&of->graph, of);
}

static void *run_own(void *argument) {
  random_graph *of = argument;
  for (int round = 0; round < 50; round++)
    check_run(of);
  return NULL;
}

static void several_threads(void) {
  pthread_t thread[THREADS];
  random_graph *of = calloc(THREADS, sizeof *of);
  CHECK(of != NULL);
  for (int i = 0; i < THREADS; i++) {
    randomise(&of[i], (unsigned)i, 40, 5);
    CHECK(pthread_create(&thread[i], NULL, run_own, &of[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  free(of);
}

/* Parts 20, 21, ... run out of memory: what the program prints is what the sequential one would. */
static void print_or_leave(void *frame, ks_uint32 part, ks_uint32 parts) {
  random_graph *of = frame;
  for (ks_uint32 i = part; i < (parts == 1 ? (ks_uint32)of->nodes : part + 1); i++) {
    if (i < 20) {
      of->value[i] = 1;
      continue;
    }
    ks_leave();
    int done = 0;
    for (int k = 0; k < of->nodes; k++)
      done += of->value[k] == 1;
    _exit(i == 20 && done == 20 ? 42 : 1);
  }
}

static void end_in_a_task(random_graph *of, int rarity) {
  memset(of->value, 0, sizeof of->value);
  randomise(of, 3, 40, rarity);
  of->task.ks_function = print_or_leave;
  for (int round = 0; round < 20; round++) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      ks_run_graph(&of->graph, of);
      _exit(2);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 42);
  }
}

int main(void) {
  random_graph *of = calloc(1, sizeof *of);
  CHECK(of != NULL);
#if !defined(__SANITIZE_THREAD__) && !defined(TSAN)
  end_in_a_task(of, 3);
  end_in_a_task(of, 1000);
#endif
  random_graphs(of);
  with_pauses(of);
  unequal_parts(of);
  if (getenv("KASURI_TOGETHER") == NULL) { /* with it each node has its worker for good */
    others_take_what_waits();
    neighbours_run_at_the_same_time();
  }
  last_errno_in_source_order(of);
  within_a_task(of);
  several_threads();
  memset(of->before, 0, sizeof of->before);
  describe(of, combine, 0);
  ks_run_graph(&of->graph, of); /* empty */
  free(of);
  return 0;
}
