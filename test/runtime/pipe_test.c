/* Pipelines give what the loop gives: random loops with omitted segments and with ends in any
 * segment, errno and floating-point exceptions, light iterations that run ahead of a heavy one,
 * pipelines in layers and in each other, the end of the program in an iteration, long runs.
 * KASURI_CORES says how many workers; more than there are cores is fine. */
#include <kasuri/kasuri.h>

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHECK_END _exit(1)
#include "check.h"
#include "mixed.h"
#include "pipe_layers.h"

#ifndef __has_feature
#define __has_feature(name) 0
#endif

enum { MOST_GATHERED = 32, MOST_SEGMENTS = 12, LONG = 100000 };

static const ks_segment segments[MOST_SEGMENTS] = {{"s0", 1}, {"s1", 2},  {"s2", 3},   {"s3", 4},
                                                   {"s4", 5}, {"s5", 6},  {"s6", 7},   {"s7", 8},
                                                   {"s8", 9}, {"s9", 10}, {"s10", 11}, {"s11", 12}};

static ks_ended run_pipe(ks_task_fn function, ks_pipe **pipe, void *frame, uint32_t count) {
  const ks_task task = task_of(function);
  const ks_layer layer = layer_of(&task);
  *pipe = ks_pipe_open(&layer, segments, count);
  ks_pipe_gather(*pipe, 0);
  ks_run(&layer, frame);
  return ks_pipe_close(*pipe);
}

static int wanted_workers(void) {
  const char *cores = getenv("KASURI_CORES");
  const int workers = cores != NULL ? atoi(cores) : 1;
  return workers < MOST_WORKERS ? workers : MOST_WORKERS;
}

/* Whether all workers come, whatever the load. */
static int are_all_there(void) {
  const char *adapt = getenv("KASURI_ADAPT");
  return adapt != NULL && strcmp(adapt, "0") == 0 && wanted_workers() > 1;
}

/* Random loops. What an iteration does in a segment depends on a hash of both. */
enum { ITERATIONS = 60 };

typedef struct loop {
  ks_pipe *pipe;
  unsigned seed;
  uint32_t count;
  int64_t end;   /* iteration that ends the loop */
  uint32_t at;   /* in this segment */
  int64_t later; /* iteration that would end it in segment 0; above `end` */
  int is_before; /* the loop ends without iteration `end` */
  int log[MOST_SEGMENTS][ITERATIONS + 1], length[MOST_SEGMENTS];
  _Atomic int complete[ITERATIONS + 1], has_ended;
} loop;

static uint32_t hash(const loop *its, int64_t k, uint32_t what) {
  return mixed(its->seed, k, what);
}

static int omits(const loop *its, int64_t k, uint32_t segment) {
  return (k != its->end || segment != its->at) && segment != 0 && hash(its, k, segment) % 4 == 0;
}

static int errno_of(const loop *its, int64_t k) {
  return hash(its, k, 100) % 5 == 0 ? (int)(1 + hash(its, k, 101) % 30) : 0;
}

/* An exception that few iterations raise. */
static int flag_of(const loop *its, int64_t k) {
  static const int flags[] = {FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW, FE_INVALID};
  return hash(its, k, 102) % 40 == 0 ? flags[hash(its, k, 103) % 4] : 0;
}

/* Rarely by giving away the core: on a busy machine that takes as long as all others want it. */
static void dawdle(const loop *its, int64_t k, uint32_t segment) {
  const uint32_t many = hash(its, k, segment + 200);
  for (volatile uint32_t i = many % 3 * 300; i > 0; i--)
    ;
  if (many % 16 == 0)
    sched_yield();
}

/* 0 when the loop has ended, so that the part does. */
static int run_segment(loop *its, ks_lane *lane, int64_t k, uint32_t segment) {
  if (omits(its, k, segment)) {
    if (hash(its, k, 104) % 2)
      ks_pipe_leave(lane, segment);
    return 1;
  }
  if (!ks_pipe_enter(lane, segment))
    return 0;
  CHECK(ks_pipe_enter(lane, segment));
  CHECK(segment != 0 || its->length[0] == k);
  its->log[segment][its->length[segment]++] = (int)k;
  if ((k == its->end && segment == its->at) || (k == its->later && segment == 0)) {
    const int is_before = k == its->later || its->is_before;
    for (int i = 0; k == its->later && i < 20 && !atomic_load(&its->has_ended); i++)
      usleep(10); /* so that the lower one calls first, in some loops */
    ks_pipe_end(lane, is_before ? k - 1 : k, k);
    atomic_store(&its->has_ended, 1);
    return 0;
  }
  if (hash(its, k, 105) % 2)
    ks_pipe_leave(lane, segment);
  return 1;
}

static void random_task(void *frame, uint32_t part, uint32_t parts) {
  loop *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int64_t k;
  int goes_on = 1;
  while (goes_on && (k = ks_pipe_claim(lane)) >= 0) {
    CHECK(errno == 0 && k <= ITERATIONS + MOST_GATHERED * MOST_WORKERS);
    errno = errno_of(its, k);
    feraiseexcept(flag_of(its, k));
    for (uint32_t s = 0; s < its->count && goes_on; s++) {
      goes_on = run_segment(its, lane, k, s);
      dawdle(its, k, s);
    }
    if (goes_on) {
      atomic_store_explicit(&its->complete[k], 1, memory_order_relaxed);
      if (hash(its, k, 106) % 2)
        ks_pipe_finish(lane);
    }
  }
  ks_pipe_quit(lane);
}

static void check_logs(const loop *its) {
  for (uint32_t s = 0; s < its->count; s++) {
    int at = 0;
    for (int k = 0; k < its->end || (k == its->end && s <= its->at); k++)
      if (!omits(its, k, s))
        CHECK(at < its->length[s] && its->log[s][at++] == k);
    CHECK(s < its->at || at == its->length[s]);
    for (; at < its->length[s]; at++)
      CHECK(at == 0 || its->log[s][at] > its->log[s][at - 1]);
  }
  for (int k = 0; k < its->end; k++)
    CHECK(its->complete[k]);
}

static void check_state(const loop *its) {
  int last = EINTR, flags = 0;
  for (int k = 0; k <= its->end; k++) {
    last = errno_of(its, k) != 0 ? errno_of(its, k) : last;
    flags |= flag_of(its, k);
  }
  CHECK(errno == last);
  CHECK(fetestexcept(FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INVALID) == flags);
}

static void random_loop(unsigned seed) {
  loop *its = calloc(1, sizeof *its);
  CHECK(its != NULL);
  its->seed = seed;
  its->count = 1 + hash(its, 0, 300) % MOST_SEGMENTS;
  its->end = hash(its, 0, 301) % ITERATIONS;
  its->at = hash(its, 0, 302) % its->count;
  its->later = its->end + 1 + hash(its, 0, 304) % 8;
  its->later = its->later < ITERATIONS ? its->later : ITERATIONS;
  its->is_before = hash(its, 0, 303) % 2;
  feclearexcept(FE_ALL_EXCEPT);
  errno = EINTR;
  const ks_ended ended = run_pipe(random_task, &its->pipe, its, its->count);
  check_state(its);
  CHECK(ended.ks_outcome == its->end);
  CHECK(ended.ks_iterations == its->end + !its->is_before);
  CHECK(ended.ks_part < MOST_WORKERS);
  check_logs(its);
  free(its);
}

/* A long one, with as much state as its segments. */
typedef struct chain {
  ks_pipe *pipe;
  int64_t iterations;
  uint64_t state[3];
  uint64_t sums[MOST_WORKERS];
} chain;

static void chain_task(void *frame, uint32_t part, uint32_t parts) {
  chain *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int64_t k;
  while ((k = ks_pipe_claim(lane)) >= 0) {
    uint64_t value = 0;
    if (!ks_pipe_enter(lane, 0))
      break;
    if (k == its->iterations) {
      ks_pipe_end(lane, k - 1, 0);
      break;
    }
    value = its->state[0] = its->state[0] * 31 + (uint64_t)k;
    ks_pipe_leave(lane, 0);
    for (int i = 0; i < 20; i++)
      value = value * 6364136223846793005u + 1;
    if (!ks_pipe_enter(lane, 1))
      break;
    value += its->state[1] = its->state[1] * 17 + value;
    ks_pipe_leave(lane, 1);
    its->sums[part] += value;
    if (!ks_pipe_enter(lane, 2))
      break;
    its->state[2] = (its->state[2] ^ value) * 0x9e3779b97f4a7c15u;
    ks_pipe_finish(lane);
  }
  ks_pipe_quit(lane);
}

static void chain_in_order(chain *its) {
  for (int64_t k = 0; k < its->iterations; k++) {
    uint64_t value = its->state[0] = its->state[0] * 31 + (uint64_t)k;
    for (int i = 0; i < 20; i++)
      value = value * 6364136223846793005u + 1;
    value += its->state[1] = its->state[1] * 17 + value;
    its->sums[0] += value;
    its->state[2] = (its->state[2] ^ value) * 0x9e3779b97f4a7c15u;
  }
}

static void chain_of(int64_t iterations) {
  chain its = {.iterations = iterations}, expected = its;
  const ks_ended ended = run_pipe(chain_task, &its.pipe, &its, 3);
  chain_in_order(&expected);
  CHECK(ended.ks_iterations == iterations && ended.ks_outcome == 0);
  for (int i = 1; i < MOST_WORKERS; i++)
    its.sums[0] += its.sums[i];
  CHECK(memcmp(its.state, expected.state, sizeof its.state) == 0 &&
        its.sums[0] == expected.sums[0]);
}

/* The first iteration stays in segment 1 until many have finished that omit it. */
typedef struct ahead {
  ks_pipe *pipe;
  _Atomic int finished;
  int is_first_complete, was_complete;
} ahead;

static void ahead_task(void *frame, uint32_t part, uint32_t parts) {
  ahead *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int64_t k;
  while ((k = ks_pipe_claim(lane)) >= 0 && ks_pipe_enter(lane, 0)) {
    if (k == 3000) {
      ks_pipe_end(lane, k, 0);
      break;
    }
    ks_pipe_leave(lane, 0);
    if (k == 0 && ks_pipe_enter(lane, 1)) {
      while (parts > 1 && atomic_load(&its->finished) < 2000)
        sched_yield();
      ks_pipe_leave(lane, 1);
      usleep(3000); /* behind all segments, and not complete */
    }
    if (k == 2500 && ks_pipe_wait_all(lane))
      its->was_complete = its->is_first_complete;
    if (k == 0)
      its->is_first_complete = 1;
    atomic_fetch_add(&its->finished, 1);
    ks_pipe_finish(lane);
  }
  ks_pipe_quit(lane);
}

static void running_ahead(void) {
  ahead its = {.pipe = NULL};
  if (!are_all_there() || getenv("KASURI_ALONE") != NULL) /* the others may not run ahead then */
    return;
  run_pipe(ahead_task, &its.pipe, &its, 2);
  CHECK(its.finished == 3000 && its.was_complete);
}

/* Every iteration sets errno, and runs far ahead of one that decides whether it exists. */
static void errno_task(void *frame, uint32_t part, uint32_t parts) {
  ahead *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int64_t k;
  while ((k = ks_pipe_claim(lane)) >= 0) {
    errno = (int)(k % 100) + 1;
    if (k == 50) { /* others run ahead, until they have noted too much and wait for this one */
      for (int i = 0; parts > 1 && i < 200 && atomic_load(&its->finished) < 54; i++)
        usleep(10);
      ks_pipe_end(lane, k, 0);
      break;
    }
    atomic_fetch_add(&its->finished, 1);
    ks_pipe_finish(lane);
  }
  ks_pipe_quit(lane);
}

static void errno_of_the_last(void) {
  ahead its = {.pipe = NULL};
  if (!are_all_there())
    return;
  run_pipe(errno_task, &its.pipe, &its, 1);
  CHECK(errno == 51);
}

/* Pipelines in iterations of a pipeline, and a layer; each is run by the one thread. */
static void outer_task(void *frame, uint32_t part, uint32_t parts) {
  chain *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int64_t k;
  while ((k = ks_pipe_claim(lane)) >= 0 && ks_pipe_enter(lane, 0)) {
    if (k == its->iterations) {
      ks_pipe_end(lane, k - 1, 0);
      break;
    }
    ks_pipe_leave(lane, 0);
    chain_of(10 + k % 10);
    if (!ks_pipe_enter(lane, 1))
      break;
    its->state[0] = its->state[0] * 31 + (uint64_t)k;
    ks_pipe_finish(lane);
  }
  ks_pipe_quit(lane);
}

static void nesting(void) {
  chain its = {.iterations = 200};
  uint64_t expected = 0;
  run_pipe(outer_task, &its.pipe, &its, 2);
  for (uint64_t k = 0; k < 200; k++)
    expected = expected * 31 + k;
  CHECK(its.state[0] == expected);
}

/* Leaders with groups, each with a pipeline of its own. */
static void leader_task(void *frame, uint32_t part, uint32_t parts) {
  (void)frame;
  for (uint32_t i = part; i < 4; i += parts)
    chain_of(300 + i);
}

static void groups(void) {
  static const uint16_t two[] = {2, 2}, four[] = {4, 4}, *const sizes[] = {two, four};
  const ks_table both[] = {tables[0], tables[0]};
  const ks_task task = task_of(leader_task);
  const ks_groups layer = {{KS_ABI_VERSION, "leaders", &task, both, 1, 2, NULL}, sizes};
  ks_run_groups(&layer, NULL);
}

static void *application_thread(void *unused) {
  (void)unused;
  for (unsigned seed = 0; seed < 500; seed++)
    chain_of(seed);
  return NULL;
}

static void threads(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    CHECK(pthread_create(&thread[i], NULL, application_thread, NULL) == 0);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
}

/* The end of the program: by iteration 20, in a way that `mode` says. Others want to as well. */
typedef struct ending {
  ks_pipe *pipe;
  int mode, out;
} ending;

enum { BY_LEAVE, BY_LEAVES, BY_EXIT, BY_ASSERTION, BY_EXIT_OF_MANY, MODES };

static void say(int out, int64_t k) {
  const unsigned char byte = (unsigned char)k;
  CHECK(write(out, &byte, 1) == 1);
}

/* Only one returns from ks_leave; what it writes here is in no order but that of the program. */
static void end_program(const ending *its, ks_lane *lane, int64_t k) {
  if (its->mode == BY_LEAVE || its->mode == BY_LEAVES)
    ks_leave();
  else if (its->mode == BY_ASSERTION)
    ks_assert_fail("k != 20", "pipe_test.c", 1, "end_program");
  else if (!ks_pipe_wait_all(lane))
    return;
  say(its->out, k + 100);
  exit(7);
}

static int ends_program(const ending *its, int64_t k) {
  const int are_many = its->mode == BY_LEAVES || its->mode == BY_EXIT_OF_MANY;
  return k == 20 || (k > 20 && are_many);
}

static void ending_task(void *frame, uint32_t part, uint32_t parts) {
  ending *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int64_t k;
  while ((k = ks_pipe_claim(lane)) >= 0 && ks_pipe_enter(lane, 0)) {
    if (k == 40) {
      ks_pipe_end(lane, k, 0);
      break;
    }
    ks_pipe_leave(lane, 0);
    if (k % 3 == 2)
      usleep(300); /* so does 20, and 21 wants to end the program before it does */
    if (ends_program(its, k))
      end_program(its, lane, k);
    if (!ks_pipe_enter(lane, 1))
      break;
    say(its->out, k);
    ks_pipe_finish(lane);
  }
  ks_pipe_quit(lane);
}

static int run_ending(int mode, int out) {
  ending its = {.mode = mode, .out = out};
  if (mode == BY_ASSERTION)
    CHECK(freopen("/dev/null", "w", stderr) != NULL);
  run_pipe(ending_task, &its.pipe, &its, 2);
  return 0;
}

static void ends_of_program(void) {
  for (int i = 0; i < 4 * MODES; i++) {
    const int mode = i % MODES;
    int ends[2], status;
    unsigned char seen[64];
    CHECK(pipe(ends) == 0);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
      _exit(run_ending(mode, ends[1]));
    close(ends[1]);
    CHECK(waitpid(child, &status, 0) == child);
    if (mode == BY_ASSERTION)
      CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    else
      CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    ssize_t got, length = 0;
    while ((got = read(ends[0], seen + length, sizeof seen - (size_t)length)) > 0)
      length += got;
    close(ends[0]);
    CHECK(length == (mode == BY_ASSERTION ? 20 : 21));
    for (int k = 0; k < length; k++)
      CHECK(seen[k] == (k == 20 ? 120 : k));
  }
}

/* All iterations run in any layer that runs in order, as one part. */
static void alone(void) {
  const ks_task task = task_of(chain_task);
  const ks_layer layer = {KS_ABI_VERSION, "alone", &task, NULL, 1, 0, NULL};
  chain its = {.iterations = 100}, expected = its;
  its.pipe = ks_pipe_open(&layer, segments, 3);
  ks_run(&layer, &its);
  CHECK(ks_pipe_close(its.pipe).ks_iterations == 100);
  chain_in_order(&expected);
  CHECK(memcmp(its.state, expected.state, sizeof its.state) == 0);
}

/* A loop whose plan lacks a segment: what tests of plans are to find. */
typedef struct faulty {
  ks_pipe *pipe;
  uint64_t ordered, unordered;
} faulty;

static void faulty_task(void *frame, uint32_t part, uint32_t parts) {
  faulty *its = frame;
  ks_lane *lane = ks_pipe_join(its->pipe, part, parts);
  int64_t k;
  while ((k = ks_pipe_claim(lane)) >= 0) {
    if (!ks_pipe_enter(lane, 0))
      break;
    if (k == 20) {
      ks_pipe_end(lane, k, 0);
      break;
    }
    its->ordered = its->ordered * 31 + (uint64_t)k;
    ks_pipe_leave(lane, 0);
    its->unordered = its->unordered * 31 + (uint64_t)k;
    if (!ks_pipe_enter(lane, 1))
      break;
    ks_pipe_finish(lane);
  }
  ks_pipe_quit(lane);
}

static int show_fault(void) {
  faulty its = {.pipe = NULL};
  run_pipe(faulty_task, &its.pipe, &its, 2);
  puts(its.ordered == its.unordered ? "as in order" : "not as in order");
  return 0;
}

int main(int count, char **words) {
  make_tables();
  if (count > 1 && strcmp(words[1], "fault") == 0)
    return show_fault();
  const ks_task task = task_of(chain_task);
  const ks_layer layer = layer_of(&task);
  CHECK(ks_workers(&layer) == (wanted_workers() > 1 ? wanted_workers() : 1));
  for (unsigned seed = 0; seed < 400; seed++)
    random_loop(seed);
  for (int i = 0; i < 100; i++)
    chain_of(i % 5);
  /* On a busy machine, lanes rarely run at the same time; with all of them that takes long. */
  chain_of(are_all_there() ? LONG / 10 : LONG);
  alone();
  running_ahead();
  errno_of_the_last();
  nesting();
  groups();
  threads();
#if !__has_feature(thread_sanitizer) /* cannot follow a child into new threads */
  ends_of_program();
#endif
  return 0;
}
