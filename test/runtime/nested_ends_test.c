/* Programs that end in layers inside layers, or fork between them: each case is a child with its
 * expected status. Whoever leaves, by ks_leave, in whichever layers: all that comes before it in
 * source order is done, and the first of them ends the program. */
#include <kasuri/kasuri.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK_END _exit(99)
#include "check.h"

enum { OUTER = 3, QUARTERS = 4, ALL = OUTER * QUARTERS, SAMPLES = 60, DONE = 9, FIRST = 10 };

/* How an outer task runs its quarters. */
typedef enum within { BY_TABLE, BY_GRAPH, BY_GROUPS, WITHINS } within;

typedef struct frame {
  uint32_t leavers; /* a bit for each quarter of each outer part, in source order */
  within way;
  int must_exit; /* without ks_leave */
  _Atomic uint32_t done;
} frame;

typedef struct inner {
  frame *whole;
  uint32_t first; /* its first quarter */
} inner;

static void run_quarter(frame *its, uint32_t index) {
  const uint32_t before = (1u << index) - 1;
  if (its->leavers >> index & 1) {
    if (its->must_exit)
      exit(FIRST + (int)index);
    ks_leave();
    CHECK((atomic_load(&its->done) & before) == before);
    exit(FIRST + (int)index);
  }
  if (index % 3 == 1)
    usleep(500);
  if (its->way != BY_GROUPS && index % QUARTERS == 3) /* waits for the two before it */
    CHECK(its->must_exit || (its->leavers >> (index - 2) & 3) == 0);
  atomic_fetch_or(&its->done, 1u << index);
}

/* Some of so many quarters, or all of them in order. */
static void run_some(inner *it, uint32_t part, uint32_t parts, uint32_t count) {
  for (uint32_t i = part * count / parts; i < (part + 1) * count / parts; i++)
    run_quarter(it->whole, it->first + i);
}

static void quarter_task(void *argument, uint32_t part, uint32_t parts) {
  run_some(argument, part, parts, QUARTERS);
}

static const ks_task quarter_tasks[] = {{quarter_task, "quarter", 1, 0, 0, 0, 0}};

/* Out of order: on worker 0 quarters 2 and 3, on worker 1 quarters 1, behind 2, and 0. */
static void run_table(inner *it) {
  static const ks_wait waits[] = {{0, 1}, {1, 2}};
  static const ks_row rows[] = {{0, 2, 4, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                {0, 3, 4, 1, 1, KS_LEVEL_KEEP, 0, 0},
                                {0, 1, 4, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                {0, 0, 4, 0, 0, KS_LEVEL_KEEP, 0, 0}};
  static const uint16_t first[] = {0, 2, 4};
  static const ks_table table = {2, 2, first, rows, waits};
  static const ks_layer layer = {KS_ABI_VERSION, "quarters", quarter_tasks, &table, 1, 1, NULL};
  ks_run(&layer, it);
}

static void run_graph(inner *it) {
  static const ks_node nodes[] = {
      {0, 0, 4, 0, 0, 0}, {0, 1, 4, 0, 0, 1}, {0, 2, 4, 0, 1, 1}, {0, 3, 4, 2, 0, 0}};
  static const uint32_t afters[] = {3, 3};
  static const ks_graph graph = {
      {KS_ABI_VERSION, "quarters", quarter_tasks, NULL, 1, 0, NULL}, 4, nodes, afters};
  ks_run_graph(&graph, it);
}

/* Two parts on two workers, the caller having the second. */
static const ks_row swapped_rows[] = {{0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                      {0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 0}};
static const uint16_t swapped_first[] = {0, 1, 2};
static const ks_table swapped_table = {2, 1, swapped_first, swapped_rows, NULL};

static void single_task(void *argument, uint32_t part, uint32_t parts) {
  run_some(argument, part, parts, QUARTERS / 2);
}

static void half_task(void *argument, uint32_t part, uint32_t parts) {
  static const ks_task task = {single_task, "single", 3, 0, 0, 0, 0};
  static const ks_layer layer = {KS_ABI_VERSION, "singles", &task, &swapped_table, 1, 1, NULL};
  const inner *it = argument;
  for (uint32_t half = part * 2 / parts; half < (part + 1) * 2 / parts; half++) {
    inner own = {it->whole, it->first + half * 2};
    ks_run(&layer, &own);
  }
}

static void run_halves(inner *it) {
  static const uint16_t sizes[] = {2, 2};
  static const uint16_t *const all_sizes[] = {sizes};
  static const ks_task task = {half_task, "half", 2, 0, 0, 0, 0};
  static const ks_groups groups = {{KS_ABI_VERSION, "halves", &task, &swapped_table, 1, 1, NULL},
                                   all_sizes};
  ks_run_groups(&groups, it);
}

static void outer_task(void *argument, uint32_t part, uint32_t parts) {
  frame *its = argument;
  for (uint32_t i = part * OUTER / parts; i < (part + 1) * OUTER / parts; i++) {
    inner it = {its, i * QUARTERS};
    if (its->way == BY_TABLE)
      run_table(&it);
    else if (its->way == BY_GRAPH)
      run_graph(&it);
    else
      run_halves(&it);
  }
}

/* Out of order as well: on worker 0 parts 2 and 0, on worker 1 part 1. */
static void run_outer(frame *its) {
  static const ks_row rows[] = {{0, 2, 3, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                {0, 0, 3, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                {0, 1, 3, 0, 0, KS_LEVEL_KEEP, 0, 0}};
  static const uint16_t first[] = {0, 2, 3};
  static const ks_table table = {2, 2, first, rows, NULL};
  static const uint16_t sizes[] = {4, 4};
  static const uint16_t *const all_sizes[] = {sizes};
  static const ks_task task = {outer_task, "outer", 4, 0, 0, 0, 0};
  static const ks_groups groups = {{KS_ABI_VERSION, "outer", &task, &table, 1, 1, NULL}, all_sizes};
  ks_run_groups(&groups, its);
  CHECK(its->leavers == 0 && its->done == (1u << ALL) - 1);
}

static void leave(uint32_t leavers, within way) {
  frame none = {0, way, 0, 0, 0, 0, 0}, its = {leavers, way, 0, 0, 0, 0, 0};
  run_outer(&none); /* so that all workers are there */
  run_outer(&its);
  exit(DONE);
}

static int status_of(pid_t child) {
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

static void check_leavers(uint32_t leavers, within way) {
  const int expected = leavers == 0 ? DONE : FIRST + __builtin_ctz(leavers);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(60); /* a case that hangs ends by that */
    leave(leavers, way);
  }
  const int status = status_of(child);
  if (status != expected)
    fprintf(stderr, "leavers %x, way %d: status %d, expected %d\n", leavers, way, status, expected);
  CHECK(status == expected);
}

/* One exits while others are in their tasks. */
static void exits(void) {
  frame its = {1u << 6, BY_TABLE, 1, 0};
  run_outer(&its);
}

static _Atomic int stop;
static void *keep_running(void *unused) {
  while (!atomic_load(&stop)) {
    frame its = {0, BY_GROUPS, 0, 0};
    run_outer(&its);
  }
  return unused;
}

/* By one thread while another one's tasks run layers. */
static void forks(void) {
  pthread_t other;
  CHECK(pthread_create(&other, NULL, keep_running, NULL) == 0);
  for (int i = 0; i < 20; i++) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      frame its = {0, (within)(i % WITHINS), 0, 0};
      alarm(60);
      run_outer(&its);
      _exit(5);
    }
    CHECK(status_of(child) == 5);
  }
  atomic_store(&stop, 1);
  pthread_join(other, NULL);
  exit(DONE);
}

static void check_child(void (*run)(void), int expected) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(60);
    run();
    exit(0);
  }
  CHECK(status_of(child) == expected);
}

int main(void) {
  unsigned seed = 1;
  for (int way = 0; way < WITHINS; way++) {
    check_leavers(0, (within)way);
    check_leavers((1u << ALL) - 1, (within)way);
    for (int i = 0; i < ALL; i++)
      check_leavers(1u << i, (within)way);
    for (int i = 0; i < SAMPLES; i++)
      check_leavers((uint32_t)(rand_r(&seed) & rand_r(&seed)) >> 8 & ((1u << ALL) - 1),
                    (within)way);
  }
  check_child(exits, FIRST + 6);
  check_child(forks, DONE);
  return 0;
}
