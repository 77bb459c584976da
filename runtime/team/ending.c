/* A program ends with its last thread, and workers must not count as such.
 *
 * If main ends with pthread_exit, the C library ends the program once the last thread has ended, as
 * exit(0) does. Workers are never joined, so they would keep the program alive forever. So when the
 * thread that made the team ends, and only then, a watcher thread starts. It checks periodically
 * whether any threads except the workers and itself are left.
 */
#include "ending.h"

#include "../os/os.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static const uint64_t between_looks_ns = 50000000;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int has_key;

static void *watch(void *argument) {
  int own = (int)(intptr_t)argument + 1;
  while (ksi_count_threads() != own)
    ksi_sleep_ns(between_looks_ns);
  exit(0);
}

static void start_watching(void *others) { ksi_start_thread(watch, others, -1, NULL); }

static void make_key(void) { has_key = pthread_key_create(&key, start_watching) == 0; }

void ksi_forget_end(void) {
  if (has_key)
    pthread_setspecific(key, NULL);
}

void ksi_end_with_last_thread(int others) {
  pthread_once(&once, make_key);
  if (has_key && others > 0)
    pthread_setspecific(key, (void *)(intptr_t)others);
}
