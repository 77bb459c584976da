/* Layers inside the iterations of a pipeline, on the lanes that wait for their turn: they give what
 * the loop gives, errno and floating-point exceptions too, whoever runs their parts; and an end of
 * the program comes behind all earlier iterations, and no later one.
 * KASURI_CORES says how many workers; more than there are cores is fine. */
#include "nested_layers.h"

#include <errno.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK_END _exit(99)
#include "check.h"
#include "mixed.h"
#include "pipe_layers.h"

#ifdef TSAN
enum { LOOPS = 6, ITERATIONS = 40 };
#else
enum { LOOPS = 40, ITERATIONS = 80 };
#endif

enum { FIRST = 10, EXTRA = 3 };

static const ks_segment segments[] = {{"read", 1}, {"code", 2}, {"write", 3}};
typedef struct loop {
  ks_pipe *pipe;
  unsigned seed;
  ring carried;            /* each iteration steps it in turn */
  uint64_t sum;            /* of what iterations compute on their own */
  int64_t leaves_at;       /* this iteration ends the program, from its ring's segment; -1: none */
  _Atomic uint64_t helped; /* layers that more than one thread has run */
  _Atomic int done;        /* iterations */
} loop;

/* A layer of parts that take long enough for others to come, and set errno and exceptions. */
typedef struct extra {
  loop *of;
  int64_t iteration;
  uint64_t value[EXTRA];
  _Atomic uint64_t who;
} extra;

static int wanted_flag(const loop *its, int64_t k) {
  static const int flags[] = {FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW};
  return mixed(its->seed, k, 7) % 16 == 0 ? flags[mixed(its->seed, k, 8) % 3] : 0;
}

static void extra_task(void *frame, uint32_t part, uint32_t parts) {
  extra *it = frame;
  atomic_fetch_or(&it->who, this_bit());
  CHECK(parts == 1 || ks_workers(&ring_layer) == 1);
  CHECK(it->iteration >= ITERATIONS || fetestexcept(FE_INVALID) == 0);
  for (uint32_t i = part * EXTRA / parts; i < (part + 1) * EXTRA / parts; i++) {
    if (mixed(it->of->seed, it->iteration, i) % 4 == 0)
      usleep(30);
    it->value[i] = mixed(it->of->seed, it->iteration, 20 + i);
    if (i == 1) {
      feraiseexcept(wanted_flag(it->of, it->iteration));
      errno = (int)(it->iteration % 7);
    }
  }
}

static const ks_row extra_rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                    {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                    {0, 0, 3, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                    {0, 1, 3, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                    {0, 2, 3, 0, 0, KS_LEVEL_KEEP, 0, 0}};
static const uint16_t extra_first[] = {0, 1, 2, 3};
static const ks_table extra_tables[] = {{2, 1, extra_first, extra_rows, NULL},
                                        {3, 1, extra_first, extra_rows + 2, NULL}};
static const ks_task extra_tasks[] = {{extra_task, "extra", 1, 0, 0, 0, 0}};
static const ks_layer extra_layer = {
    KS_ABI_VERSION, "extra", extra_tasks, extra_tables, 1, 2, NULL};

/* Between its nodes, a lane gives way to layers of earlier iterations. */
static const ks_node extra_nodes[EXTRA] = {
    {0, 0, EXTRA, 0, 0, 0}, {0, 1, EXTRA, 0, 0, 0}, {0, 2, EXTRA, 0, 0, 0}};
static const ks_graph extra_graph = {
    {KS_ABI_VERSION, "extra", extra_tasks, 0, 1, 0, 0}, EXTRA, extra_nodes, NULL};

static void compute_extra(loop *its, int64_t k, extra *made) {
  *made = (extra){.of = its, .iteration = k};
  errno = 0;
  if (k % 2 == 0 && ks_workers_of_graph_helped(&extra_graph) > 1)
    ks_run_graph_helped(&extra_graph, made);
  else if (ks_workers_helped(&extra_layer) > 1)
    ks_run_helped(&extra_layer, made);
  else
    extra_task(made, 0, 1);
}

static void step_ring(loop *its, int64_t k) {
  CHECK(ks_workers(&ring_layer) == 1);
  if (mixed(its->seed, k, 9) % 3 == 0 || ks_workers_helped(&ring_layer) == 1 ||
      ks_workers_of_graph_helped(&ring_graph) == 1) {
    step_in_order(&its->carried);
    return;
  }
  atomic_store(&its->carried.who, 0);
  if (mixed(its->seed, k, 10) % 2 == 0)
    ks_run_helped(&ring_layer, &its->carried);
  else
    ks_run_graph_helped(&ring_graph, &its->carried);
  its->helped += __builtin_popcountll(atomic_load(&its->carried.who)) > 1;
}

static void task(void *frame, ks_uint32 part, ks_uint32 parts) {
  loop *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int64_t k;
  while ((k = ks_pipe_claim(lane)) >= 0) {
    extra made;
    if (!ks_pipe_enter(lane, 0))
      break;
    ks_pipe_leave(lane, 0);
    compute_extra(its, k, &made);
    const int left = errno;
    if (k >= ITERATIONS) /* which the loop does not have */
      feraiseexcept(FE_INVALID);
    if (!ks_pipe_enter(lane, 1))
      break;
    for (int i = 0; i < 3 && k < ITERATIONS; i++)
      step_ring(its, k);
    if (its->leaves_at == k) {
      ks_leave();
      CHECK(atomic_load(&its->done) == k);
      _exit(FIRST + (int)k);
    }
    ks_pipe_leave(lane, 1);
    if (!ks_pipe_enter(lane, 2))
      break;
    for (int i = 0; i < EXTRA; i++)
      its->sum = its->sum * 31 + made.value[i];
    its->helped += __builtin_popcountll(atomic_load(&made.who)) > 1;
    errno = left;
    if (k + 1 == ITERATIONS) {
      ks_pipe_end(lane, k, 0);
      break;
    }
    ks_pipe_leave(lane, 2);
    atomic_fetch_add(&its->done, 1);
    ks_pipe_finish(lane);
  }
  ks_pipe_quit(lane);
}

static void fill(loop *its, unsigned seed) {
  *its = (loop){.seed = seed, .leaves_at = -1};
  for (int p = 0; p < PARTS; p++) {
    its->carried.a[p] = mixed(seed, p, 11);
    its->carried.b[p] = mixed(seed, p, 12);
  }
}

static void run(loop *its) {
  const ks_task only = task_of(task);
  const ks_layer layer = layer_of(&only);
  its->pipe = ks_pipe_open(&layer, segments, 3);
  ks_run(&layer, its);
  ks_pipe_close(its->pipe);
}

static void check_loop(const loop *its) {
  loop expected;
  int left = 0, flags = 0;
  fill(&expected, its->seed);
  for (int64_t k = 0; k < ITERATIONS; k++) {
    for (int i = 0; i < 3; i++)
      step_in_order(&expected.carried);
    for (uint32_t i = 0; i < EXTRA; i++)
      expected.sum = expected.sum * 31 + mixed(its->seed, k, 20 + i);
    left = k % 7 != 0 ? (int)(k % 7) : left;
    flags |= wanted_flag(its, k);
  }
  CHECK(errno == left);
  CHECK(fetestexcept(FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INVALID) == flags);
  CHECK(memcmp(expected.carried.a, its->carried.a, sizeof its->carried.a) == 0);
  CHECK(memcmp(expected.carried.b, its->carried.b, sizeof its->carried.b) == 0);
  CHECK(expected.sum == its->sum);
}

static void check_end(unsigned seed) {
  const int64_t at = mixed(seed, 1, 13) % ITERATIONS;
  const pid_t child = fork();
  int status = 0;
  if (child == 0) {
    loop its;
    fill(&its, seed);
    its.leaves_at = at;
    run(&its);
    _exit(98);
  }
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == FIRST + (int)at);
}

int main(void) {
  const char *cores = getenv("KASURI_CORES"), *adapt = getenv("KASURI_ADAPT");
  uint64_t helped = 0;
  make_tables();
  make_ring_tables();
  make_ring_graph();
  for (unsigned seed = 0; seed < LOOPS / 4; seed++)
    check_end(seed); /* before there is a team */
  for (unsigned seed = 0; seed < LOOPS; seed++) {
    loop its;
    fill(&its, seed);
    feclearexcept(FE_ALL_EXCEPT);
    errno = 0;
    run(&its);
    check_loop(&its);
    helped += its.helped;
  }
  /* All workers come then, whatever the load, and each loop has many layers. */
  if (cores != NULL && atoi(cores) > 1 && adapt != NULL && strcmp(adapt, "0") == 0)
    CHECK(helped > 0);
  return 0;
}
