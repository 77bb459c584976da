/* What the runtime does to the life of a process is nothing: fork, exit, pthread_exit, exec and
 * signals, with a team and inside a layer, end as they would have without. Each case is a child
 * with its expected status. */
#include <kasuri/kasuri.h>

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK_END _exit(99)
#include "check.h"

enum { PARTS = 2 };

static void run_layer(void (*run)(void *, uint32_t, uint32_t), void *frame) {
  static const ks_row rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 0}};
  static const uint16_t first[] = {0, 1, 2};
  static const ks_table table = {PARTS, 1, first, rows, NULL};
  ks_task task = {run, "process", 0, 0, 0, 0, 0};
  ks_layer layer = {KS_ABI_VERSION, "process", &task, &table, 1, 1, NULL};
  ks_run(&layer, frame);
}

static void count(void *frame, uint32_t part, uint32_t parts) {
  int *counts = frame;
  for (uint32_t i = part; i < (parts == 1 ? PARTS : part + 1); i++)
    counts[i]++;
}

static void layers(int runs) {
  int counts[PARTS] = {0};
  for (int i = 0; i < runs; i++)
    run_layer(count, counts);
  CHECK(counts[0] == runs && counts[1] == runs);
}

static void fall(void *frame, uint32_t part, uint32_t parts) {
  volatile int *nowhere = frame;
  if (part + 1 == parts)
    *nowhere = 1;
}

static void leave(void *frame, uint32_t part, uint32_t parts) {
  if (part + 1 == parts)
    exit(*(int *)frame);
}

static void wait_a_while(void *frame, uint32_t part, uint32_t parts) {
  (void)frame, (void)part, (void)parts;
  usleep(20000);
}

static void returns(void) { layers(10); }

static void exits_in_a_task(void) {
  int status = 7;
  run_layer(leave, &status);
}

/* Parts run out of order, and of those in `leavers` the first in order has to end the program, when
 * all before it are done and none behind it has begun that waits for it. */
typedef struct {
  uint32_t leavers;
  atomic_uint done;
} leaving_frame;

static void run_quarter(leaving_frame *frame, uint32_t part) {
  uint32_t before = (1u << part) - 1;
  if (frame->leavers >> part & 1) {
    ks_leave();
    CHECK((atomic_load(&frame->done) & before) == before);
    exit(10 + (int)part);
  }
  if (part % 2 == 1)
    usleep(2000);
  if (part == 3) /* waits for parts 1 and 2 */
    CHECK((frame->leavers & 6) == 0);
  atomic_fetch_or(&frame->done, 1u << part);
}

/* One worker runs all four as one part. */
static void run_out(void *argument, uint32_t part, uint32_t parts) {
  CHECK(parts == 4 || parts == 1);
  for (uint32_t each = part * 4 / parts; each < (part + 1) * 4 / parts; each++)
    run_quarter(argument, each);
}

static void run_out_of_order(uint32_t leavers) {
  static const ks_wait waits[] = {{0, 1}, {1, 2}};
  /* Worker 0: parts 2 and 3, the last one behind worker 1's; worker 1: 1, behind 2's place, and 0.
   */
  static const ks_row rows[] = {{0, 2, 4, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                {0, 3, 4, 1, 1, KS_LEVEL_KEEP, 0, 0},
                                {0, 1, 4, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                {0, 0, 4, 0, 1, KS_LEVEL_KEEP, 0, 0}};
  static const uint16_t first[] = {0, 2, 4};
  static const ks_table table = {2, 2, first, rows, waits};
  ks_task task = {run_out, "leaving", 0, 0, 0, 0, 0};
  ks_layer layer = {KS_ABI_VERSION, "leaving", &task, &table, 1, 1, NULL};
  leaving_frame frame = {leavers, 0};
  ks_run(&layer, &frame);
  CHECK(leavers == 0 && frame.done == 15);
}

static void first_of_two_leaves(void) {
  layers(1);
  run_out_of_order(0);
  run_out_of_order(2 | 4);
}

static void last_leaves(void) { run_out_of_order(8); }

static void one_leaves_that_others_wait_for(void) { run_out_of_order(4); }

static void all_leave(void) { run_out_of_order(15); }

static void forks(void) {
  int status;
  layers(10);
  pid_t child = fork();
  if (child == 0) {
    layers(1000);
    exit(5);
  }
  CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 5);
  layers(10);
}

static atomic_int stop;
static void *keep_running(void *unused) {
  (void)unused;
  while (!atomic_load(&stop))
    layers(10);
  return NULL;
}

static void forks_while_another_thread_runs_layers(void) {
  pthread_t other;
  int status;
  CHECK(pthread_create(&other, NULL, keep_running, NULL) == 0);
  for (int i = 0; i < 20; i++) {
    pid_t child = fork();
    if (child == 0) {
      layers(10);
      _exit(5);
    }
    CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 5);
  }
  atomic_store(&stop, 1);
  pthread_join(other, NULL);
}

static void executes(void) {
  layers(10);
  execl("/bin/sh", "sh", "-c", "exit 6", (char *)NULL);
}

/* The last thread ends the program with 0, as in a program without workers. */
static void *run_on(void *unused) {
  usleep(50000);
  layers(10);
  return unused;
}

static void main_leaves(void) {
  layers(10);
  pthread_exit(NULL);
}

static void main_leaves_others_behind(void) {
  pthread_t other;
  layers(10);
  CHECK(pthread_create(&other, NULL, run_on, NULL) == 0);
  pthread_exit(NULL);
}

static void *exit_late(void *unused) {
  usleep(200000);
  layers(10);
  exit(4);
  return unused;
}

static void main_leaves_one_that_exits(void) {
  pthread_t other;
  layers(10);
  CHECK(pthread_create(&other, NULL, exit_late, NULL) == 0);
  pthread_exit(NULL);
}

static void maker_ends_before_main(void) {
  pthread_t other;
  CHECK(pthread_create(&other, NULL, run_on, NULL) == 0);
  pthread_join(other, NULL);
  layers(1000);
  usleep(200000);
  exit(8);
}

static void child_of_fork_leaves(void) {
  pthread_t other;
  int status;
  layers(10);
  pid_t child = fork();
  if (child == 0) {
    CHECK(pthread_create(&other, NULL, exit_late, NULL) == 0);
    pthread_exit(NULL);
  }
  CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 4);
}

static pthread_t main_thread;
static volatile sig_atomic_t alarms;
static void on_alarm(int signal) {
  (void)signal;
  CHECK(pthread_equal(pthread_self(), main_thread));
  alarms++;
}

static void signals_come_to_the_program(void) {
  struct itimerval each = {{0, 1000}, {0, 1000}}, none = {{0, 0}, {0, 0}};
  struct sigaction action = {.sa_handler = on_alarm};
  main_thread = pthread_self();
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &each, NULL);
  for (int i = 0; i < 10; i++)
    run_layer(wait_a_while, NULL);
  layers(1000);
  setitimer(ITIMER_REAL, &none, NULL);
  CHECK(alarms > 0);
}

static void on_fault(int signal) {
  (void)signal;
  _exit(9);
}

static void faults_reach_their_handler(void) {
  signal(SIGSEGV, on_fault);
  run_layer(fall, NULL);
}

static void faults_end_the_program(void) {
  signal(SIGSEGV, SIG_DFL);
  run_layer(fall, NULL);
}

static void threads_enter_together(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&threads[i], NULL, run_on, NULL) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}

static const struct {
  const char *name;
  void (*run)(void);
  int status, signal;
} cases[] = {
    {"returns", returns, 0, 0},
    {"exits in a task", exits_in_a_task, 7, 0},
    {"forks", forks, 0, 0},
    {"forks while another thread runs layers", forks_while_another_thread_runs_layers, 0, 0},
    {"executes", executes, 6, 0},
    {"main leaves", main_leaves, 0, 0},
    {"first of two leaves", first_of_two_leaves, 11, 0},
    {"last leaves", last_leaves, 13, 0},
    {"one leaves that others wait for", one_leaves_that_others_wait_for, 12, 0},
    {"all leave", all_leave, 10, 0},
    {"main leaves others behind", main_leaves_others_behind, 0, 0},
    {"main leaves one that exits", main_leaves_one_that_exits, 4, 0},
    {"maker ends before main", maker_ends_before_main, 8, 0},
    {"child of fork leaves", child_of_fork_leaves, 0, 0},
    {"signals come to the program", signals_come_to_the_program, 0, 0},
    {"faults reach their handler", faults_reach_their_handler, 9, 0},
    {"faults end the program", faults_end_the_program, 0, SIGSEGV},
    {"threads enter together", threads_enter_together, 0, 0},
};

int main(void) {
  int failed = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int status;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      alarm(20); /* a case that hangs ends by that */
      cases[i].run();
      exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    int is_right = cases[i].signal != 0
                       ? WIFSIGNALED(status) && WTERMSIG(status) == cases[i].signal
                       : WIFEXITED(status) && WEXITSTATUS(status) == cases[i].status;
    if (!is_right)
      fprintf(stderr, "%s: status %x\n", cases[i].name, (unsigned)status);
    failed += !is_right;
  }
  return failed != 0;
}
