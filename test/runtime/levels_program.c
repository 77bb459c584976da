/* A program with a layer whose rows ask for levels, on 2 to 4 workers, that ends in the way its
 * first argument names, after as many runs as the second says. It prints the levels of the rows and
 * the number of runs. For levels_test.py. */
#include "leave.h"

#include <kasuri/kasuri.h>

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EACH = 4, MOST = 4 };

static const char *way;
static volatile int leave_now;
static int turns = 3000; /* of a task: the third argument */
static _Atomic int done;

static void work(void *frame, uint32_t part, uint32_t parts) {
  (void)frame, (void)parts;
  for (volatile int i = 0; i < turns; i++)
    ;
  if (leave_now && part == 5)
    leave(way + strlen("task-"));
}

static ks_row rows[MOST + 1][EACH * MOST];
static uint16_t first[MOST + 1][MOST + 1];
static ks_table tables[MOST - 1];
static const ks_task task = {work, "work@levels.c:10", 10, 0, 0, 0, 0};
static ks_layer layer = {KS_ABI_VERSION, "main@levels.c:9", &task, tables, 1, MOST - 1, NULL};

/* A third of the rows names no level. Row i of a worker waits for row i - 1 of the one before. */
static void make_table(int workers) {
  static ks_wait waits[EACH * MOST];
  for (int row = 0; row < workers * EACH; row++) {
    int worker = row / EACH, place = row % EACH, has_wait = worker > 0 && place > 0;
    rows[workers][row] = (ks_row){.ks_part = (uint16_t)row,
                                  .ks_parts = (uint16_t)(workers * EACH),
                                  .ks_level = row % 3 == 2 ? KS_LEVEL_KEEP : (uint8_t)(row * 5 % 7),
                                  .ks_idle_mode = (uint8_t)(row % 3),
                                  .ks_first_wait = (uint16_t)row,
                                  .ks_wait_count = (uint16_t)has_wait,
                                  .ks_cost_ns = 1000000};
    waits[row] = (ks_wait){(uint16_t)(worker - has_wait), (uint16_t)place};
  }
  for (int worker = 0; worker <= workers; worker++)
    first[workers][worker] = (uint16_t)(worker * EACH);
  tables[workers - 2] = (ks_table){(uint16_t)workers, EACH, first[workers], rows[workers], waits};
}

static void runs(int count) {
  for (int i = 0; i < count; i++)
    if (ks_workers(&layer) > 1) {
      ks_run(&layer, NULL);
      done++;
    }
}

/* Two leaders, each with two rows of level 2; the first runs a layer whose rows name others. */
static void run_inside(void *frame, uint32_t part, uint32_t parts) {
  static const ks_row inner_rows[] = {{0, 0, 4, 0, 0, 5, KS_IDLE_SPIN, 1000000},
                                      {0, 1, 4, 0, 0, 3, KS_IDLE_SPIN, 1000000},
                                      {0, 2, 4, 0, 0, KS_LEVEL_KEEP, KS_IDLE_SPIN, 1000000},
                                      {0, 3, 4, 0, 0, 1, KS_IDLE_SPIN, 1000000}};
  static const uint16_t inner_first[] = {0, 2, 4};
  static const ks_table table = {2, 2, inner_first, inner_rows, NULL};
  static const ks_layer inner = {KS_ABI_VERSION, "inner@levels.c:20", &task, &table, 1, 1, NULL};
  work(frame, 0, 1);
  if (part % 2 == 0 && parts > 1)
    ks_run(&inner, frame);
}

static void run_groups(int count) {
  static const ks_row outer_rows[] = {{0, 0, 4, 0, 0, 2, KS_IDLE_SPIN, 1000000},
                                      {0, 1, 4, 0, 0, 2, KS_IDLE_SPIN, 1000000},
                                      {0, 2, 4, 0, 0, 2, KS_IDLE_SPIN, 1000000},
                                      {0, 3, 4, 0, 0, 2, KS_IDLE_SPIN, 1000000}};
  static const uint16_t outer_first[] = {0, 2, 4}, sizes[] = {2, 2};
  static const uint16_t *const all_sizes[] = {sizes};
  static const ks_table table = {2, 2, outer_first, outer_rows, NULL};
  static const ks_task run = {run_inside, "run@levels.c:30", 30, 0, 0, 0, 0};
  static const ks_groups groups = {{KS_ABI_VERSION, "outer@levels.c:29", &run, &table, 1, 1, NULL},
                                   all_sizes};
  for (int i = 0; i < count; i++)
    ks_run_groups(&groups, NULL);
}

static void *runs_in_thread(void *count) {
  runs(*(int *)count);
  return NULL;
}

static void print_rows(void) {
  int workers = atoi(getenv("KASURI_CORES"));
  for (int row = 0; row < workers * EACH; row++)
    printf("row %d %d\n", row, rows[workers][row].ks_level);
  printf("runs %d\n", done);
  fflush(stdout);
}

static int is_asleep(const char *thread) {
  char path[64], state = 0;
  snprintf(path, sizeof path, "/proc/self/task/%.16s/stat", thread);
  FILE *stat = fopen(path, "r");
  if (stat == NULL)
    return 1; /* it has ended */
  const int read = fscanf(stat, "%*d (%*[^)]) %c", &state);
  fclose(stat);
  return read == 1 && state == 'S';
}

static int others_sleep(void) {
  DIR *threads = opendir("/proc/self/task");
  int all = threads != NULL;
  for (struct dirent *each; all && (each = readdir(threads)) != NULL;)
    all = atoi(each->d_name) == 0 || atoi(each->d_name) == getpid() || is_asleep(each->d_name);
  closedir(threads);
  return all;
}

/* What many programs do before they execute another: then other files have the numbers. A worker
 * that is about to sleep has looked whether a file is the runtime's, and then writes to it: nothing
 * can protect a program that closes the file between the two (docs/runtime.md). */
static void close_all(void) {
  char name[] = "/tmp/levels-XXXXXX", text[64] = "";
  while (!others_sleep())
    usleep(1000);
  for (int file = 3; file < 256; file++)
    close(file);
  int file = mkstemp(name);
  for (int copy = 3; copy < 64; copy++)
    if (copy != file)
      dup2(file, copy);
  runs(5);
  if (pread(file, text, sizeof text - 1, 0) != 0) {
    fprintf(stderr, "'%s' came into a file of the program\n", text);
    _exit(9);
  }
  unlink(name);
}

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[2]) : 10, status;
  way = argc > 1 ? argv[1] : "return";
  turns = argc > 3 ? atoi(argv[3]) : turns;
  for (int workers = 2; workers <= MOST; workers++)
    make_table(workers);
  if (strcmp(way, "groups") == 0)
    run_groups(count);
  else
    runs(count);
  if (strcmp(way, "fork") == 0 && fork() == 0) {
    runs(count);
    return 0;
  }
  if (strcmp(way, "exec") == 0)
    execl("/bin/sleep", "sleep", "1", (char *)NULL);
  if (strcmp(way, "pthread_exit") == 0)
    pthread_exit(NULL);
  if (strcmp(way, "close") == 0)
    close_all();
  if (strcmp(way, "threads") == 0)
    for (int i = 0; i < 10; i++) {
      pthread_t thread[3];
      for (int k = 0; k < 3; k++)
        if (pthread_create(&thread[k], NULL, runs_in_thread, &count) != 0)
          return 1;
      for (int k = 0; k < 3; k++)
        pthread_join(thread[k], NULL);
    }
  while (wait(&status) > 0)
    ;
  print_rows();
  if (strncmp(way, "task-", 5) == 0) {
    leave_now = 1;
    runs(1);
  }
  leave(way);
  return 0;
}
