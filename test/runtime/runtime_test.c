/* The runtime gives what the sequential order gives: random schedules with waits, many tiny layers
 * with pauses between them (a lost wake-up would hang), nesting, several threads, errno, fork, and
 * exit inside a task. KASURI_CORES says how many workers; more than there are cores is fine. */
#include <kasuri/kasuri.h>

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK_END _exit(1)
#include "check.h"

#ifndef __has_feature
#define __has_feature(name) 0
#endif

enum { TASKS = 24, CORES = 4 };

typedef struct dag {
  int before[TASKS][TASKS]; /* task t waits for the tasks u with before[t][u] */
  uint64_t value[TASKS];
} dag;

static void combine(dag *graph, int task) {
  uint64_t sum = (uint64_t)task + 1;
  for (int u = 0; u < task; u++)
    if (graph->before[task][u])
      sum = sum * 31 + graph->value[u];
  graph->value[task] = sum;
}

#define TASK(n)                                                                                    \
  static void task##n(void *f, uint32_t p, uint32_t q) {                                           \
    (void)p;                                                                                       \
    (void)q;                                                                                       \
    combine(f, n);                                                                                 \
  }
TASK(0)
TASK(1)
TASK(2)
TASK(3) TASK(4) TASK(5) TASK(6) TASK(7) TASK(8) TASK(9) TASK(10) TASK(11) TASK(12) TASK(13) TASK(14)
    TASK(15) TASK(16) TASK(17) TASK(18) TASK(19) TASK(20) TASK(21) TASK(22)
        TASK(23) static const ks_task tasks[TASKS] = {
            {task0, "0", 0, 0, 0, 0, 0},   {task1, "1", 0, 0, 0, 0, 0},
            {task2, "2", 0, 0, 0, 0, 0},   {task3, "3", 0, 0, 0, 0, 0},
            {task4, "4", 0, 0, 0, 0, 0},   {task5, "5", 0, 0, 0, 0, 0},
            {task6, "6", 0, 0, 0, 0, 0},   {task7, "7", 0, 0, 0, 0, 0},
            {task8, "8", 0, 0, 0, 0, 0},   {task9, "9", 0, 0, 0, 0, 0},
            {task10, "10", 0, 0, 0, 0, 0}, {task11, "11", 0, 0, 0, 0, 0},
            {task12, "12", 0, 0, 0, 0, 0}, {task13, "13", 0, 0, 0, 0, 0},
            {task14, "14", 0, 0, 0, 0, 0}, {task15, "15", 0, 0, 0, 0, 0},
            {task16, "16", 0, 0, 0, 0, 0}, {task17, "17", 0, 0, 0, 0, 0},
            {task18, "18", 0, 0, 0, 0, 0}, {task19, "19", 0, 0, 0, 0, 0},
            {task20, "20", 0, 0, 0, 0, 0}, {task21, "21", 0, 0, 0, 0, 0},
            {task22, "22", 0, 0, 0, 0, 0}, {task23, "23", 0, 0, 0, 0, 0}};

/* A random graph on random workers, in source order on each, checked against the source order. */
static void random_schedule(unsigned seed, uint16_t workers) {
  dag graph, expected;
  ks_row rows[TASKS];
  ks_wait waits[TASKS * TASKS];
  uint16_t first[CORES + 1] = {0}, owner[TASKS], position[TASKS], most = 0;
  int row = 0, wait = 0;
  memset(&graph, 0, sizeof graph);
  for (int t = 0; t < TASKS; t++) {
    owner[t] = (uint16_t)(rand_r(&seed) % workers);
    for (int u = 0; u < t; u++)
      graph.before[t][u] = rand_r(&seed) % 5 == 0;
  }
  for (uint16_t w = 0; w < workers; w++) {
    first[w] = (uint16_t)row;
    for (int t = 0; t < TASKS; t++)
      if (owner[t] == w) {
        position[t] = (uint16_t)(row - first[w]);
        rows[row++] = (ks_row){.ks_task_index = (uint16_t)t,
                               .ks_parts = 1,
                               .ks_level = KS_LEVEL_KEEP,
                               .ks_idle_mode = (uint8_t)(rand_r(&seed) % 2)};
      }
    if (row - first[w] > most)
      most = (uint16_t)(row - first[w]);
  }
  first[workers] = (uint16_t)row;
  for (int r = 0; r < TASKS; r++) {
    int t = rows[r].ks_task_index;
    rows[r].ks_first_wait = (uint16_t)wait;
    for (int u = 0; u < t; u++)
      if (graph.before[t][u] && owner[u] != owner[t])
        waits[wait++] = (ks_wait){owner[u], (uint16_t)(position[u] + 1)};
    rows[r].ks_wait_count = (uint16_t)(wait - rows[r].ks_first_wait);
  }
  ks_table table = {workers, most, first, rows, waits};
  ks_layer layer = {KS_ABI_VERSION, "random", tasks, &table, TASKS, 1, NULL};
  expected = graph;
  for (int t = 0; t < TASKS; t++)
    combine(&expected, t);
  ks_run(&layer, &graph);
  CHECK(memcmp(graph.value, expected.value, sizeof graph.value) == 0);
}

static const ks_row pair_rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                   {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 0}};
static const uint16_t pair_first[] = {0, 1, 2};
static const ks_table pair_table = {2, 1, pair_first, pair_rows, NULL};

static ks_layer pair_layer(const ks_task *task) {
  return (ks_layer){KS_ABI_VERSION, "pair", task, &pair_table, 1, 1, NULL};
}

static void fill(void *frame, uint32_t part, uint32_t parts) {
  int *numbers = frame;
  for (int64_t i = ks_chunk_begin(101, part, parts); i < ks_chunk_begin(101, part + 1, parts); i++)
    numbers[i]++;
}
static const ks_task fill_task = {fill, "fill", 0, 0, 0, 0, 0};

static void tiny_layers(void) {
  int numbers[101] = {0};
  ks_layer layer = pair_layer(&fill_task);
  for (int run = 0; run < 5000; run++) {
    ks_run(&layer, numbers);
    if (run % 500 == 0)
      usleep(1000);
  }
  for (int i = 0; i < 101; i++)
    CHECK(numbers[i] == 5000);
}

static void nest(void *frame, uint32_t part, uint32_t parts) {
  int (*numbers)[101] = frame;
  ks_layer layer = pair_layer(&fill_task);
  for (uint32_t i = part; i < (parts == 1 ? 2 : part + 1); i++) {
    CHECK(ks_workers(&layer) == 1);
    ks_run(&layer, numbers[i]);
  }
}
static const ks_task nest_task = {nest, "nest", 0, 0, 0, 0, 0};

static void nesting(void) {
  int numbers[2][101] = {{0}};
  ks_layer layer = pair_layer(&nest_task);
  ks_run(&layer, numbers);
  for (int i = 0; i < 101; i++)
    CHECK(numbers[0][i] == 1 && numbers[1][i] == 1);
}

static void set_errno(void *frame, uint32_t part, uint32_t parts) {
  CHECK(errno == 0);
  if (frame != NULL)
    errno = part + 1 == parts ? ERANGE : EDOM;
}
static const ks_task errno_task = {set_errno, "errno", 0, 0, 0, 0, 0};

static void errno_of_the_last(void) {
  int here;
  ks_layer layer = pair_layer(&errno_task);
  errno = EINTR;
  ks_run(&layer, NULL);
  CHECK(errno == EINTR);
  ks_run(&layer, &here);
  CHECK(errno == ERANGE);
}

static void *application_thread(void *unused) {
  (void)unused;
  for (int i = 0; i < 10; i++)
    tiny_layers();
  return NULL;
}

static void leave(void *frame, uint32_t part, uint32_t parts) {
  (void)frame;
  if (part + 1 == parts)
    exit(7);
}
static const ks_task leave_task = {leave, "leave", 0, 0, 0, 0, 0};

static void children(void) {
  int status;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    tiny_layers();
    _exit(3);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3);
  child = fork();
  if (child == 0) {
    ks_layer layer = pair_layer(&leave_task);
    ks_run(&layer, NULL);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

static void chunks(void) {
  for (int64_t trip = 0; trip < 40; trip++)
    for (uint32_t parts = 1; parts < 9; parts++) {
      CHECK(ks_chunk_begin(trip, 0, parts) == 0 && ks_chunk_begin(trip, parts, parts) == trip);
      for (uint32_t part = 0; part < parts; part++) {
        int64_t size = ks_chunk_begin(trip, part + 1, parts) - ks_chunk_begin(trip, part, parts);
        CHECK(size >= trip / parts && size <= trip / parts + 1);
      }
    }
}

int main(void) {
  const char *cores = getenv("KASURI_CORES");
  int workers = cores != NULL ? atoi(cores) : 1;
  ks_layer layer = pair_layer(&fill_task);
  errno = EINTR;
  CHECK(ks_workers(&layer) == (workers > 1 ? 2 : 1));
  CHECK(errno == EINTR); /* also of the call that makes the team */
  for (unsigned seed = 0; seed < 300; seed++)
    random_schedule(seed, (uint16_t)(1 + seed % CORES));
  tiny_layers();
  nesting();
  errno_of_the_last();
  chunks();
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    CHECK(pthread_create(&threads[i], NULL, application_thread, NULL) == 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
#if !__has_feature(thread_sanitizer) /* cannot follow a child into new threads */
  children();
#endif
  return 0;
}
