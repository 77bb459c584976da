/* Cores that are busy: a thread pinned to each, which computes in registers. It is the load that
 * plans know: a core that computes or spins takes `activeMwPerCore`. */
#define _GNU_SOURCE
#include "machine.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int is_over;
static pthread_t threads[KSI_MOST_CORES];
static int thread_count;

static void *be_busy(void *unused) {
  uint32_t x = 1;
  double y = 1;
  while (!atomic_load_explicit(&is_over, memory_order_relaxed))
    for (int i = 0; i < 1000; i++) {
      x = x * 1664525u + 1013904223u;
      y = y * 0.999 + 1e-9;
      __asm__ volatile("" : "+r"(x) : : "memory");
    }
  return y > 2 ? NULL : unused;
}

static int start_on(int core) {
  pthread_attr_t attributes;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((size_t)core, &set);
  if (pthread_attr_init(&attributes) != 0)
    return 0;
  int is_started = pthread_attr_setaffinity_np(&attributes, sizeof set, &set) == 0 &&
                   pthread_create(&threads[thread_count], &attributes, be_busy, NULL) == 0;
  pthread_attr_destroy(&attributes);
  thread_count += is_started;
  return is_started;
}

void end_load(void) {
  atomic_store(&is_over, 1);
  for (int i = 0; i < thread_count; i++)
    pthread_join(threads[i], NULL);
  thread_count = 0;
}

int begin_load(const ksi_coreset *cores) {
  atomic_store(&is_over, 0);
  for (int core = 0; core < KSI_MOST_CORES && core < CPU_SETSIZE; core++)
    if (ksi_has_core(cores, core) && !start_on(core)) {
      end_load();
      return 0;
    }
  return 1;
}
