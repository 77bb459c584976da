/* Rows by hand: two threads for the whole program, rows in turn, each behind the one before in chunks of 256 columns. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS = 2, CHUNK = 256 };

typedef struct {
  _Alignas(128) _Atomic long at; /* row * (columns + 1) + columns that are done */
} progress;

static progress done[THREADS];
static pthread_barrier_t meeting;
static void (*work)(int thread);

static void *run_thread(void *number) {
  for (;;) {
    pthread_barrier_wait(&meeting);
    work((int)(long)number);
    pthread_barrier_wait(&meeting);
  }
  return NULL;
}

static void start_threads(void) {
  pthread_barrier_init(&meeting, NULL, THREADS);
  for (long t = 1; t < THREADS; t++) {
    pthread_t thread;
    pthread_create(&thread, NULL, run_thread, (void *)t);
  }
}

static void run_rows(void (*kernel)(int)) {
  for (int t = 0; t < THREADS; t++)
    atomic_store_explicit(&done[t].at, -1, memory_order_relaxed);
  work = kernel;
  pthread_barrier_wait(&meeting);
  kernel(0);
  pthread_barrier_wait(&meeting);
}

/* Row `row` of `width` columns may go on when the row before has done so many. */
static inline void await(int thread, long row, long width, long columns) {
  const progress *before = &done[(thread + THREADS - 1) % THREADS];
  for (long looks = 0; atomic_load_explicit(&before->at, memory_order_acquire) < (row - 1) * (width + 1) + columns; looks++)
    if (looks > 20000)
      sched_yield();
    else
      __builtin_ia32_pause();
}

static inline void publish(int thread, long row, long width, long columns) {
  atomic_store_explicit(&done[thread].at, row * (width + 1) + columns, memory_order_release);
}
