/* The team: made on first use, one application thread at a time, parked on a futex when idle.
 *
 * No wake-up is lost: a waiter first announces itself in `sleepers`, then looks at the value once
 * more, then sleeps only if the value is still the one it saw; a raiser first stores the value,
 * then looks at `sleepers`. All four are sequentially consistent, so at least one of the two sees
 * the other. The usual case costs the raiser one store and one load, and no system call.
 *
 * Workers that outnumber the cores do not spin. A child of fork has no workers; it forgets the team
 * and makes its own when it needs one.
 */
#include "team.h"

#include "knobs.h"
#include "os_linux.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

_Thread_local int ksi_inside;

static _Atomic(ksi_team *) team;
static _Atomic int is_taken;
static _Atomic int has_failed;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static int has_reached(uint32_t value, uint32_t wanted) { return (int32_t)(value - wanted) >= 0; }

void ksi_raise(ksi_counter *counter, uint32_t value) {
  atomic_store(&counter->value, value);
  if (atomic_load(&counter->sleepers) != 0)
    ksi_futex_wake(&counter->value);
}

static int spin_until(ksi_counter *counter, uint32_t wanted, uint64_t spin_ns) {
  if (has_reached(atomic_load_explicit(&counter->value, memory_order_acquire), wanted))
    return 1;
  if (spin_ns == 0)
    return 0;
  uint64_t end = ksi_now_ns() + spin_ns;
  do {
    for (int i = 0; i < 64; i++) {
      ksi_relax();
      if (has_reached(atomic_load_explicit(&counter->value, memory_order_acquire), wanted))
        return 1;
    }
  } while (ksi_now_ns() < end);
  return 0;
}

void ksi_wait(ksi_counter *counter, uint32_t wanted, uint64_t spin_ns) {
  if (spin_until(counter, wanted, spin_ns))
    return;
  atomic_fetch_add(&counter->sleepers, 1);
  for (;;) {
    uint32_t seen = atomic_load(&counter->value);
    if (has_reached(seen, wanted))
      break;
    ksi_futex_wait(&counter->value, seen);
  }
  atomic_fetch_sub(&counter->sleepers, 1);
}

struct seat {
  ksi_team *team;
  int worker;
};

static void *work(void *argument) {
  struct seat seat = *(struct seat *)argument;
  free(argument);
  ksi_inside = 1;
  for (uint32_t run = 1;; run++) {
    ksi_wait(&seat.team->start, run, seat.team->spin_ns);
    ksi_run_rows(seat.team, seat.worker);
  }
  return NULL;
}

static void forget_team(void) {
  atomic_store(&team, NULL);
  atomic_store(&is_taken, 0);
  atomic_store(&has_failed, 0);
  pthread_mutex_init(&making, NULL);
}

static int start_worker(ksi_team *made, int worker, int core) {
  struct seat *seat = malloc(sizeof *seat);
  if (seat == NULL)
    return 0;
  seat->team = made;
  seat->worker = worker;
  if (ksi_start_thread(work, seat, core) == 0 ||
      (core >= 0 && ksi_start_thread(work, seat, -1) == 0))
    return 1;
  free(seat);
  return 0;
}

static ksi_team *make_team(void) {
  static int cores[KSI_MOST_CORES];
  static int is_registered;
  ksi_knobs knobs = ksi_read_knobs();
  int usable = ksi_usable_cores(cores);
  int wanted = knobs.cores > 0 ? knobs.cores : usable;
  size_t bytes = sizeof(ksi_team) + (size_t)wanted * sizeof(ksi_worker);
  ksi_team *made = wanted > 1 ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
  if (made == NULL)
    return NULL;
  memset(made, 0, bytes);
  made->spin_ns = wanted <= usable ? (uint64_t)knobs.spin_us * 1000u : 0;
  made->workers = 1;
  if (!is_registered)
    pthread_atfork(NULL, NULL, forget_team);
  is_registered = 1;
  /* A worker looks at the team only once a run starts, after the last one is counted here. */
  while (made->workers < wanted &&
         start_worker(made, made->workers, wanted <= usable ? cores[made->workers] : -1))
    made->workers++;
  return made;
}

static ksi_team *get_team(void) {
  ksi_team *existing = atomic_load_explicit(&team, memory_order_acquire);
  if (existing != NULL || atomic_load_explicit(&has_failed, memory_order_relaxed))
    return existing;
  pthread_mutex_lock(&making);
  existing = atomic_load(&team);
  if (existing == NULL && !atomic_load(&has_failed)) {
    existing = make_team();
    atomic_store(&has_failed, existing == NULL);
    atomic_store_explicit(&team, existing, memory_order_release);
  }
  pthread_mutex_unlock(&making);
  return existing;
}

int ksi_free_workers(void) {
  if (ksi_inside)
    return 1;
  ksi_team *existing = get_team();
  if (existing == NULL || atomic_load_explicit(&is_taken, memory_order_relaxed))
    return 1;
  return existing->workers;
}

ksi_team *ksi_take_team(void) {
  int is_free = 0;
  if (ksi_inside)
    return NULL;
  ksi_team *existing = get_team();
  if (existing == NULL || !atomic_compare_exchange_strong(&is_taken, &is_free, 1))
    return NULL;
  return existing;
}

void ksi_give_back_team(void) { atomic_store(&is_taken, 0); }
