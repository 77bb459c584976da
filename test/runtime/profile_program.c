/* A program with a layer of two workers (`split` in two parts, then `last`, which waits for both)
 * that ends in the way its first argument names, after as many runs as the second says. For
 * profile_test.py. */
#include "leave.h"

#include <kasuri/counters.h>
#include <kasuri/kasuri.h>
#include <kasuri/queue.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *way;
static volatile int leave_now;

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

static ks_int64 frame[] = {0, 7}; /* iterations of the split task behind something else */
static const ks_task tasks[] = {{split, "split@program.c:10", 10, 1 + sizeof frame[0]},
                                {last, "last \"quoted\"@program.c:20", 20, 0}};
static const ks_row rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 1000},
                              {1, 0, 1, 0, 1, KS_LEVEL_KEEP, 0, 300},
                              {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 1200}};
static const ks_wait waits[] = {{1, 1}};
static const uint16_t first[] = {0, 2, 3};
static const ks_table table = {2, 2, first, rows, waits};
static const ks_layer layer = {KS_ABI_VERSION, "main@program.c:9", tasks, &table, 2, 1, NULL};

/* Another layer: its rows hand tokens from worker 1 to worker 0 by a queue with room for one, and
 * each of them is asked for before it is made. */
enum { TOKENS = 20 };
static ks_queue *queue;
static _Atomic int asked_for;

static void hand_on(void *frame, uint32_t part, uint32_t parts) {
  void *room;
  ks_view seen;
  (void)frame, (void)parts;
  for (int i = 1; i <= TOKENS; i++)
    if (part == 0) {
      asked_for = i;
      if (ks_await_tokens(queue, 1, &seen) != KS_READY || ks_release_tokens(queue, 1) != KS_READY)
        abort();
    } else {
      while (asked_for < i)
        ;
      usleep(300);
      if (ks_await_room(queue, 1, &room) != KS_READY || ks_publish_tokens(queue, 1) != KS_READY)
        abort();
    }
}

static const ks_task pipe_tasks[] = {{hand_on, "pipe@program.c:30", 30, 0, 0, 0, 0}};
static const ks_row pipe_rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 1000},
                                   {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 1000}};
static const uint16_t pipe_first[] = {0, 1, 2};
static const ks_table pipe_table = {2, 1, pipe_first, pipe_rows, NULL};
static const ks_layer pipe_layer = {
    KS_ABI_VERSION, "pipe@program.c:29", pipe_tasks, &pipe_table, 1, 1, NULL};

static void pipes(int count) {
  queue = ks_make_queue(sizeof(int), 1, 1);
  if (queue == NULL || ks_workers(&pipe_layer) < 2)
    abort();
  for (int i = 0; i < count; i++) {
    asked_for = 0;
    ks_run(&pipe_layer, NULL);
  }
}

static void runs(int count) {
  for (int i = 0; i < count; i++)
    if (ks_workers(&layer) > 1)
      ks_run(&layer, frame);
}

static void *runs_in_thread(void *count) {
  runs(*(int *)count);
  return NULL;
}

static void late(void) { runs(1); }

/* A thread that asks for the counters which the others write. */
static int note_counter(void *is_over, const char *its_layer, const char *part,
                        const ks_counter *found) {
  ks_counter one;
  if (found->ks_samples == 0 || found->ks_least_ns > found->ks_most_ns)
    abort();
  ks_read_counter(its_layer, part, 1, &one);
  return __atomic_load_n((int *)is_over, __ATOMIC_ACQUIRE);
}

static void *ask(void *is_over) {
  do
    ks_each_counter(note_counter, is_over);
  while (!__atomic_load_n((int *)is_over, __ATOMIC_ACQUIRE));
  return NULL;
}

static void asked_runs(int count) {
  pthread_t thread;
  int is_over = 0;
  if (pthread_create(&thread, NULL, ask, &is_over) != 0)
    abort();
  runs(count);
  __atomic_store_n(&is_over, 1, __ATOMIC_RELEASE);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[2]) : 10, status;
  way = argc > 1 ? argv[1] : "return";
  if (strcmp(way, "late") == 0)
    atexit(late);
  if (strcmp(way, "fork-first") == 0 && fork() == 0) {
    runs(count);
    return 0;
  }
  if (strcmp(way, "queue") == 0)
    pipes(count);
  else if (strcmp(way, "asked") == 0)
    asked_runs(count);
  else
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
      ks_run(&layer, frame);
  if (strncmp(way, "task-", 5) == 0) {
    leave_now = 1;
    runs(1);
  }
  leave(way);
  while (wait(&status) > 0)
    ;
  return 0;
}
