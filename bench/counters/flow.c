/* flow free|pinned BLOCKS: the flow graph of the GNU Radio document in seconds: a source, a head, a filter of
 * 100 taps over complex numbers, and a sink, each a thread, with queues between them. Pinned: the filter on one core,
 * the others together on another. Free: wherever the system puts them. */
#define _GNU_SOURCE
#include <kasuri/queue.h>

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAPS = 100, BLOCK = 2048, CAPACITY = 8 * BLOCK };

typedef struct sample {
  float re, im;
} sample;

static ks_queue *source_to_head, *head_to_filter, *filter_to_sink;
static long blocks;
static float taps[TAPS];
static int cores[2], is_pinned;
static volatile float result;

static void place(int which) {
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(cores[which], &own);
  if (is_pinned && sched_setaffinity(0, sizeof own, &own) != 0)
    exit(3);
}

static void *source(void *unused) {
  place(0);
  void *room;
  while (ks_await_room(source_to_head, BLOCK, &room) == KS_READY)
    ks_publish_tokens(source_to_head, BLOCK); /* whatever is there, as a null source */
  return unused;
}

static void *head(void *unused) {
  ks_view seen;
  void *room;
  place(0);
  for (long i = 0; i < blocks && ks_await_tokens(source_to_head, BLOCK, &seen) == KS_READY; i++) {
    ks_await_room(head_to_filter, BLOCK, &room);
    memcpy(room, seen.ks_tokens, BLOCK * sizeof(sample));
    ks_publish_tokens(head_to_filter, BLOCK);
    ks_release_tokens(source_to_head, BLOCK);
  }
  ks_leave_as_consumer(source_to_head);
  ks_end_stream(head_to_filter);
  return unused;
}

static void filter_block(const sample *from, sample *to) {
  for (int i = 0; i < BLOCK; i++) {
    sample sum = {0, 0};
    for (int k = 0; k < TAPS; k++) {
      sum.re += from[i + k].re * taps[k];
      sum.im += from[i + k].im * taps[k];
    }
    to[i] = sum;
  }
}

static void *filter(void *unused) {
  ks_view seen;
  void *room;
  place(1);
  while (ks_await_tokens(head_to_filter, BLOCK + TAPS - 1, &seen) == KS_READY && seen.ks_count == BLOCK + TAPS - 1) {
    ks_await_room(filter_to_sink, BLOCK, &room);
    filter_block(seen.ks_tokens, room);
    ks_publish_tokens(filter_to_sink, BLOCK);
    ks_release_tokens(head_to_filter, BLOCK);
  }
  ks_end_stream(filter_to_sink);
  return unused;
}

static void *sink(void *unused) {
  ks_view seen;
  place(0);
  while (ks_await_tokens(filter_to_sink, BLOCK, &seen) == KS_READY) {
    result = ((const sample *)seen.ks_tokens)->re;
    ks_release_tokens(filter_to_sink, seen.ks_count);
  }
  return unused;
}

static void choose_cores(void) {
  cpu_set_t usable;
  int found = 0;
  sched_getaffinity(0, sizeof usable, &usable);
  for (int core = 0; core < CPU_SETSIZE && found < 2; core++)
    if (CPU_ISSET(core, &usable))
      cores[found++] = core;
  if (found < 2)
    exit(4);
}

int main(int argc, char **argv) {
  static void *(*const stages[])(void *) = {source, head, filter, sink};
  pthread_t threads[4];
  struct timespec begin, end;
  if (argc != 3)
    return 2;
  is_pinned = strcmp(argv[1], "pinned") == 0;
  blocks = atol(argv[2]);
  choose_cores();
  for (int i = 0; i < TAPS; i++)
    taps[i] = 1.0f / (float)(i + 1);
  source_to_head = ks_make_queue(sizeof(sample), CAPACITY, BLOCK);
  head_to_filter = ks_make_queue(sizeof(sample), CAPACITY, BLOCK + TAPS - 1);
  filter_to_sink = ks_make_queue(sizeof(sample), CAPACITY, BLOCK);
  if (source_to_head == NULL || head_to_filter == NULL || filter_to_sink == NULL)
    return 1;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (int i = 0; i < 4; i++)
    if (pthread_create(&threads[i], NULL, stages[i], NULL) != 0)
      return 1;
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%.6f\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
  return 0;
}
