/* A task that a condition rules out waits for nothing, and holds nothing up; one that it chooses
 * waits for all that it depends on.
 *
 *     task 0: condition        task 2 if its outcome is 1: waits for 0 and 1
 *     task 1                   task 3: waits for 2
 *
 * Where task 2 is ruled out, task 1 runs until task 3 has: if task 2 waited for task 1 all the
 * same, this would never end. Only on a further worker: the caller may be alone, and run all in
 * order. */
#include <kasuri/kasuri.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#include "check.h"

typedef struct frame {
  int outcome; /* that the condition has */
  int taken;
  atomic_int slow_is_over, last_has_run;
} frame;

static pthread_t caller;

static void decide(void *its, ks_uint32 part, ks_uint32 parts) {
  (void)part, (void)parts;
  frame *f = its;
  ks_decide(&f->taken, f->outcome);
}

static void slow(void *its, ks_uint32 part, ks_uint32 parts) {
  (void)part, (void)parts;
  frame *f = its;
  while (f->outcome != 1 && !pthread_equal(pthread_self(), caller) &&
         !atomic_load(&f->last_has_run))
    sched_yield();
  atomic_store(&f->slow_is_over, 1);
}

static void perhaps(void *its, ks_uint32 part, ks_uint32 parts) {
  (void)part, (void)parts;
  frame *f = its;
  if (f->taken == 1)
    CHECK(atomic_load(&f->slow_is_over));
}

static void last(void *its, ks_uint32 part, ks_uint32 parts) {
  (void)part, (void)parts;
  frame *f = its;
  CHECK(f->taken == f->outcome);
  CHECK(f->taken != 1 || atomic_load(&f->slow_is_over));
  atomic_store(&f->last_has_run, 1);
}

static const ks_task tasks[] = {{decide, "decide", 1, 0, offsetof(frame, taken) + 1, 0, 0},
                                {slow, "slow", 2, 0, 0, 0, 0},
                                {perhaps, "perhaps", 3, 0, 0, 1, 1},
                                {last, "last", 4, 0, 0, 0, 0}};

/* Worker 0 has the condition and what may be ruled out, or only the latter: then it waits for the
 * condition first. */
static const ks_row near_rows[] = {
    {.ks_task_index = 0, .ks_parts = 1},
    {.ks_task_index = 2, .ks_parts = 1, .ks_wait_count = 1},
    {.ks_task_index = 3, .ks_parts = 1},
    {.ks_task_index = 1, .ks_parts = 1},
};
static const ks_row far_rows[] = {
    {.ks_task_index = 2, .ks_parts = 1, .ks_wait_count = 2},
    {.ks_task_index = 3, .ks_parts = 1},
    {.ks_task_index = 0, .ks_parts = 1},
    {.ks_task_index = 1, .ks_parts = 1},
};
static const ks_uint16 near_first[] = {0, 3, 4}, far_first[] = {0, 2, 4};
static const ks_wait near_waits[] = {{1, 1}}, far_waits[] = {{1, 1}, {1, 2}};
static const ks_table near_table = {2, 3, near_first, near_rows, near_waits},
                      far_table = {2, 2, far_first, far_rows, far_waits};
static const ks_layer near_layer = {KS_ABI_VERSION, "near", tasks, &near_table, 4, 1, NULL},
                      far_layer = {KS_ABI_VERSION, "far", tasks, &far_table, 4, 1, NULL};

static const ks_node nodes[] = {
    {.ks_task_index = 0, .ks_parts = 1, .ks_first_after = 0, .ks_after_count = 1},
    {.ks_task_index = 1, .ks_parts = 1, .ks_first_after = 1, .ks_after_count = 1},
    {.ks_task_index = 2, .ks_parts = 1, .ks_before = 2, .ks_first_after = 2, .ks_after_count = 1},
    {.ks_task_index = 3, .ks_parts = 1, .ks_before = 1},
};
static const ks_uint32 afters[] = {2, 2, 3};
static const ks_graph graph = {
    {KS_ABI_VERSION, "graph", tasks, NULL, 4, 0, NULL}, 4, nodes, afters};

int main(void) {
  caller = pthread_self();
  for (int i = 0; i < 3000; i++) {
    frame f = {.outcome = i % 3, .taken = -1}; /* 2: none that a task depends on */
    switch (i / 3 % 3) {
    case 0:
      ks_run(&near_layer, &f);
      break;
    case 1:
      ks_run(&far_layer, &f);
      break;
    default:
      ks_run_graph(&graph, &f);
    }
    CHECK(atomic_load(&f.slow_is_over) && atomic_load(&f.last_has_run));
  }
  return 0;
}
