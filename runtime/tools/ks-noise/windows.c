/* A thread takes the system's counters ten times a second. It would itself be noise on a measured
 * core, so it runs on another one; if all are measured, there is one window from start to end. */
#include "windows.h"

#include "../../os/os.h"
#include "../../record/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { EVERY_NS = 100000000, MOST_TAKEN = 6000 };

typedef struct taken {
  double at;
  counters all;
} taken;

struct window_taker {
  taken *list;
  size_t count;
  double tick_ns;
  ksi_coreset cores;
  pthread_t thread;
  int has_thread;
  _Atomic int is_over;
};

static void take(window_taker *in) {
  taken *next = &in->list[in->count];
  take_counters(&next->all);
  next->at = (double)ksi_ticks() * in->tick_ns;
  in->count++;
}

static void *take_repeatedly(void *argument) {
  window_taker *in = argument;
  if (ksi_set_affinity(&in->cores) != 0)
    return NULL;
  while (!atomic_load(&in->is_over) && in->count < MOST_TAKEN - 1) {
    ksi_sleep_ns(EVERY_NS);
    take(in);
  }
  return NULL;
}

window_taker *begin_windows(const ksi_coreset *measured, double tick_ns) {
  window_taker *made = calloc(1, sizeof *made);
  ksi_coreset usable;
  if (made == NULL)
    return NULL;
  made->list = calloc(MOST_TAKEN, sizeof *made->list);
  if (made->list == NULL) {
    free(made);
    return NULL;
  }
  made->tick_ns = tick_ns;
  ksi_get_affinity(&usable);
  made->cores = ksi_without_cores(usable, *measured);
  take(made);
  if (ksi_count_cores(&made->cores) > 0)
    made->has_thread = pthread_create(&made->thread, NULL, take_repeatedly, made) == 0;
  return made;
}

int end_windows(window_taker *in, evidence *into) {
  int is_there = 1;
  atomic_store(&in->is_over, 1);
  if (in->has_thread)
    pthread_join(in->thread, NULL);
  take(in);
  into->windows = calloc(in->count, sizeof *into->windows);
  for (size_t i = 1; into->windows != NULL && i < in->count; i++) {
    window *made = &into->windows[into->window_count++];
    made->begin = in->list[i - 1].at;
    made->end = in->list[i].at;
    is_there &= subtract_counters(&in->list[i - 1].all, &in->list[i].all, &made->counted);
  }
  is_there &= into->windows != NULL;
  for (size_t i = 0; i < in->count; i++)
    free_counters(&in->list[i].all);
  free(in->list);
  free(in);
  return is_there;
}
