/* A program whose energy is known: its tasks, and what is between them, turn a counter of energy on
 * that is a file of a recorded system. For energy_test.py.
 *
 * `long` are three runs that take much longer than a period of the sensors, with 2 J each; `short`
 * are many short ones, which take the same part of the time as the program outside of them. Outside
 * there are 1 J before the long runs and 0.5 J among the short ones. How it ends is its argument.
 */
#include "leave.h"

#include <kasuri/kasuri.h>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *way;
static int counter;
static unsigned long long range;

/* With as many digits always, so that no reader sees half of a number. */
static void spend(unsigned long uj) {
  char text[32];
  ssize_t got = pread(counter, text, sizeof text - 1, 0);
  text[got > 0 ? got : 0] = '\0';
  unsigned long long value = strtoull(text, NULL, 10) + uj;
  if (value > range)
    value -= range;
  snprintf(text, sizeof text, "%020llu\n", value);
  if (pwrite(counter, text, 21, 0) != 21)
    abort();
}

static void be_long(void *frame, uint32_t part, uint32_t parts) {
  (void)frame, (void)parts;
  if (part == 0)
    spend(2000000);
  usleep(120000);
}

static void be_short(void *frame, uint32_t part, uint32_t parts) {
  (void)frame, (void)part, (void)parts;
}

static void end(void *frame, uint32_t part, uint32_t parts) {
  (void)frame;
  if (part + 1 == parts)
    exit(7);
}

static const ks_task tasks[] = {{be_long, "be_long@program.c:10", 10, 0, 0, 0, 0},
                                {be_short, "be_short@program.c:20", 20, 0, 0, 0, 0},
                                {end, "end@program.c:30", 30, 0, 0, 0, 0}};
static const ks_row rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 1000},
                              {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 1000}};
static const uint16_t first[] = {0, 1, 2};
static const ks_table table = {2, 1, first, rows, NULL};
static const ks_layer long_layer = {
    KS_ABI_VERSION, "long@program.c:1", &tasks[0], &table, 1, 1, NULL};
static const ks_layer short_layer = {
    KS_ABI_VERSION, "short@program.c:2", &tasks[1], &table, 1, 1, NULL};
static const ks_layer end_layer = {
    KS_ABI_VERSION, "end@program.c:3", &tasks[2], &table, 1, 1, NULL};

static void run(const ks_layer *layer) {
  if (ks_workers(layer) > 1)
    ks_run(layer, NULL);
}

static void run_all(void) {
  run(&short_layer); /* makes the team */
  spend(1000000);
  usleep(60000);
  for (int i = 0; i < 3; i++) {
    run(&long_layer);
    usleep(30000);
  }
  for (int i = 0; i < 500; i++) {
    run(&short_layer);
    spend(1000);
  }
}

static void *in_thread(void *unused) {
  run_all();
  return unused;
}

int main(int count, char **arguments) {
  way = count > 1 ? arguments[1] : "";
  pthread_t thread;
  counter = count > 2 ? open(arguments[2], O_RDWR) : -1;
  range = count > 3 ? strtoull(arguments[3], NULL, 10) : 0;
  if (counter < 0)
    return 97;
  if (strcmp(way, "unknown") == 0) {
    run(&short_layer);
    if (ftruncate(counter, 0) != 0)
      return 96;
    run(&long_layer);
    return 0;
  }
  if (strcmp(way, "last-thread") == 0) {
    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_detach(thread);
    pthread_exit(NULL);
  }
  run_all();
  if (strcmp(way, "killed") == 0)
    raise(SIGKILL);
  if (strcmp(way, "quick") == 0)
    quick_exit(3);
  if (strcmp(way, "task") == 0)
    run(&end_layer);
  if (strcmp(way, "fork") == 0) {
    int status;
    pid_t child = fork();
    if (child == 0) {
      run(&long_layer);
      exit(5);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
  }
  return 0;
}
