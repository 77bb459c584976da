/* A program with a layer of two workers (`split` in two parts, then `last`, which waits for both)
 * that ends in the way its first argument names, after as many runs as the second says. For
 * profile_test.py. */
#include <kasuri/kasuri.h>

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *way;
static volatile int leave_now;

static void leave(const char *how) {
  if (strcmp(how, "exit") == 0)
    exit(3);
  if (strcmp(how, "_exit") == 0)
    _exit(4);
  if (strcmp(how, "quick_exit") == 0)
    quick_exit(5);
  if (strcmp(how, "abort") == 0)
    abort();
  if (strcmp(how, "kill") == 0)
    kill(getpid(), SIGKILL);
}

static void spend(int turns) {
  for (volatile int i = 0; i < turns; i++)
    ;
}

static void split(void *frame, uint32_t part, uint32_t parts) {
  (void)frame;
  spend(parts == 1 ? 4000 : 2000);
  if (leave_now && part + 1 == parts)
    leave(way + strlen("task-"));
}

static void last(void *frame, uint32_t part, uint32_t parts) {
  (void)frame, (void)part, (void)parts;
  spend(500);
}

static const ks_task tasks[] = {{split, "split@program.c:10", 10},
                                {last, "last \"quoted\"@program.c:20", 20}};
static const ks_row rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 1000},
                              {1, 0, 1, 0, 1, KS_LEVEL_KEEP, 0, 300},
                              {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 1200}};
static const ks_wait waits[] = {{1, 1}};
static const uint16_t first[] = {0, 2, 3};
static const ks_table table = {2, 2, first, rows, waits};
static const ks_layer layer = {KS_ABI_VERSION, "main@program.c:9", tasks, &table, 2, 1, NULL};

static void runs(int count) {
  for (int i = 0; i < count; i++)
    if (ks_workers(&layer) > 1)
      ks_run(&layer, NULL);
}

static void *runs_in_thread(void *count) {
  runs(*(int *)count);
  return NULL;
}

static void late(void) { runs(1); }

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[2]) : 10, status;
  way = argc > 1 ? argv[1] : "return";
  if (strcmp(way, "late") == 0)
    atexit(late);
  if (strcmp(way, "fork-first") == 0 && fork() == 0) {
    runs(count);
    return 0;
  }
  runs(count);
  if (strcmp(way, "fork") == 0 && fork() == 0) {
    runs(count + 1);
    return 0;
  }
  if (strcmp(way, "exec") == 0 && argc > 3)
    execl(argv[0], argv[0], "return", "7", (char *)NULL);
  if (strcmp(way, "pthread_exit") == 0)
    pthread_exit(NULL);
  if (strcmp(way, "threads") == 0)
    for (int i = 0; i < 20; i++) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, runs_in_thread, &count) == 0)
        pthread_join(thread, NULL);
    }
  if (strcmp(way, "in-order") == 0)
    for (int i = 0; i < count; i++)
      ks_run(&layer, NULL);
  if (strncmp(way, "task-", 5) == 0) {
    leave_now = 1;
    runs(1);
  }
  leave(way);
  while (wait(&status) > 0)
    ;
  return 0;
}
