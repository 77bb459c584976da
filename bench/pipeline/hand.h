/* What the hand-parallel programs share: work in turns, by a lock and a condition. */
#ifndef HAND_H
#define HAND_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct turn {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  _Atomic long next;
} turn;

#define TURN {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0}

/* Looks for some microseconds, then sleeps. */
static inline void wait_turn(turn *of, long number) {
  for (int i = 0; i < 4000; i++)
    if (of->next == number)
      return;
  pthread_mutex_lock(&of->lock);
  while (of->next != number)
    pthread_cond_wait(&of->changed, &of->lock);
  pthread_mutex_unlock(&of->lock);
}

static inline void end_turn(turn *of) {
  pthread_mutex_lock(&of->lock);
  of->next++;
  pthread_mutex_unlock(&of->lock);
  pthread_cond_broadcast(&of->changed);
}

enum { MOST_THREADS = 64 };

static inline int thread_count(void) {
  const char *text = getenv("THREADS");
  int count = text != NULL ? atoi(text) : 2;
  return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : count;
}

/* Runs it in all threads, each with its own number as a pointer into an array of int. */
static inline void run_threads(void *(*work)(void *), int count) {
  pthread_t thread[MOST_THREADS];
  static int number[MOST_THREADS];
  for (int i = 0; i < count; i++) {
    number[i] = i;
    if (pthread_create(&thread[i], NULL, work, &number[i]) != 0) {
      perror("pthread_create");
      exit(1);
    }
  }
  for (int i = 0; i < count; i++)
    pthread_join(thread[i], NULL);
}

#endif
