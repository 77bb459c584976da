/* Waiting: spin for a few times the length of a wake-up, then sleep on a futex; wake only sleepers.
 *
 * A thread that spins for the length of a wake-up before it sleeps spends at most twice the cost of
 * the best choice, whatever it waits for. Here threads spin longer, because a wake-up costs more
 * than its time: a core that has slept starts slowly, and in a virtual machine the host must be
 * involved. The length of a wake-up is not measured in advance. Each time a worker is woken, it
 * sees how late it is, and adjusts the time to spin.
 *
 * No wake-up is lost. A waiter first announces itself, then checks the value once more, and sleeps
 * only if the value is still the one it saw. A waker first stores the value, then looks for
 * announced sleepers. Between the two steps there is a fence on each side, the heavy half of it on
 * the sleeper's (fence.c). So at least one of the two sees the other. The usual case costs the
 * waker one store and one load, and no system call. test/runtime/parking.pml is the model.
 *
 * A ticket is taken with compare-and-exchange from the value that was seen open. So a worker that
 * comes late takes nothing, if the caller has taken the rows back and perhaps opened a later run.
 * (It would have to oversleep 2^31 runs to be wrong.)
 */
#include "parking.h"

#include "../os/os.h"
#include "fence.h"
#include "spin.h"

#include <stddef.h>

enum {
  LOOKS = 64,        /* reads of the value before the first of the clock, without pause: 0.1 us */
  SPINS = 64,        /* reads of the value between two reads of the clock, about 2 us */
  NAPS = 2,          /* the same if each may take up to 0.1 ms */
  STALL_NS = 300000, /* only losing the core takes so long */
  LEAST_SPIN_NS = 2000,
  WAKES_TO_SPIN = 4,
  NAP_NS = 1000000 /* for threads that may not be woken */
};

static int is_at_least(uint32_t seen, uint32_t value) { return (int32_t)(seen - value) >= 0; }

int ksi_has_reached(const ksi_counter *counter, uint32_t value) {
  return is_at_least(atomic_load_explicit(&counter->value, memory_order_acquire), value);
}

static void wake_sleepers(ksi_counter *counter) {
  ksi_fence_lightly();
  if (atomic_load(&counter->sleepers) != 0)
    ksi_futex_wake(&counter->value);
}

void ksi_raise(ksi_counter *counter, uint32_t value) {
  atomic_store_explicit(&counter->value, value, memory_order_release);
  wake_sleepers(counter);
}

void ksi_count_up(ksi_counter *counter) {
  atomic_fetch_add_explicit(&counter->value, 1, memory_order_release);
  wake_sleepers(counter);
}

int ksi_raise_from(ksi_counter *counter, uint32_t value) {
  if (!atomic_compare_exchange_strong(&counter->value, &value, value + 1))
    return 0;
  wake_sleepers(counter);
  return 1;
}

uint64_t ksi_time_to_spin(const ksi_patience *patience) {
  uint64_t wake_ns = atomic_load_explicit(&patience->wake_ns, memory_order_relaxed);
  if (atomic_load_explicit(&patience->is_busy, memory_order_relaxed))
    return 0;
  return patience->is_fixed ? wake_ns : WAKES_TO_SPIN * wake_ns;
}

/* Whether the time to spin is over; a stall ends it, because others need the core. */
static int is_spun_out(uint64_t *last, uint64_t end) {
  uint64_t now = ksi_now_ns();
  int is_over = now >= end || now - *last > STALL_NS;
  *last = now;
  return is_over;
}

/* The same for cores that can sleep until a write to the word. */
static int nap(const _Atomic uint32_t *word, int (*is_there)(uint32_t, uint32_t), uint32_t value,
               ksi_spin_way way, uint64_t end) {
  uint64_t last = ksi_now_ns();
  do {
    for (int i = 0; i < NAPS; i++) {
      uint32_t seen = atomic_load_explicit(word, memory_order_acquire);
      if (is_there(seen, value))
        return 1;
      ksi_nap_on(word, seen, way);
    }
  } while (!is_spun_out(&last, end));
  return is_there(atomic_load_explicit(word, memory_order_acquire), value);
}

/* Whether the word finally satisfied `is_there`, which compares it with `value`. */
static inline int spin(const _Atomic uint32_t *word, int (*is_there)(uint32_t, uint32_t),
                       uint32_t value, const ksi_patience *patience) {
  uint64_t spin_ns = ksi_time_to_spin(patience);
  if (spin_ns == 0)
    return 0;
  for (int i = 0; i < LOOKS; i++)
    if (is_there(atomic_load_explicit(word, memory_order_acquire), value))
      return 1;
  const ksi_spin_way way = ksi_get_spin_way();
  uint64_t last = ksi_now_ns(), end = last + spin_ns;
  if (way != KSI_SPIN_PAUSE)
    return nap(word, is_there, value, way, end);
  do {
    for (int i = 0; i < SPINS; i++) {
      ksi_relax();
      if (is_there(atomic_load_explicit(word, memory_order_acquire), value))
        return 1;
    }
  } while (!is_spun_out(&last, end));
  return 0;
}

static void sleep_for_counter(ksi_counter *counter, uint32_t value, uint64_t max_ns) {
  atomic_fetch_add(&counter->sleepers, 1);
  uint64_t nap_ns = ksi_fence_heavily() || max_ns != 0 ? max_ns : NAP_NS;
  do {
    uint32_t seen = atomic_load(&counter->value);
    if (is_at_least(seen, value))
      break;
    ksi_futex_wait(&counter->value, seen, nap_ns);
  } while (max_ns == 0);
  atomic_fetch_sub(&counter->sleepers, 1);
}

int ksi_wait(ksi_counter *counter, uint32_t value, const ksi_patience *patience, uint64_t max_ns) {
  if (ksi_has_reached(counter, value) ||
      (patience != NULL && spin(&counter->value, is_at_least, value, patience)))
    return 1;
  sleep_for_counter(counter, value, max_ns);
  return ksi_has_reached(counter, value);
}

void ksi_init_ticket(ksi_ticket *ticket) {
  atomic_init(&ticket->value, 1);
  atomic_init(&ticket->is_asleep, 0);
  atomic_init(&ticket->woken_ns, 0);
  atomic_init(&ticket->sleeps_at, &ticket->value);
}

void ksi_open_offer(ksi_ticket *ticket) {
  uint32_t taken = atomic_load_explicit(&ticket->value, memory_order_relaxed);
  atomic_store_explicit(&ticket->value, taken + 1, memory_order_release);
}

void ksi_publish_offers(void) { ksi_fence_lightly(); }

void ksi_wake_for_offer(ksi_ticket *ticket) {
  if (atomic_load(&ticket->is_asleep) == 0)
    return;
  atomic_store_explicit(&ticket->woken_ns, ksi_now_ns(), memory_order_relaxed);
  ksi_futex_wake(atomic_load_explicit(&ticket->sleeps_at, memory_order_relaxed));
}

static int is_open(uint32_t value) { return value % 2 == 0; }

static int is_offered(uint32_t seen, uint32_t unused) {
  (void)unused;
  return is_open(seen);
}

/* The time to spin follows the length of wake-ups, by an eighth of the difference each time. */
static void note_wake_up(ksi_ticket *ticket, ksi_patience *patience) {
  uint64_t woken = atomic_exchange_explicit(&ticket->woken_ns, 0, memory_order_relaxed);
  if (woken == 0 || patience->is_fixed)
    return;
  uint64_t took = ksi_now_ns() - woken;
  uint64_t before = atomic_load_explicit(&patience->wake_ns, memory_order_relaxed);
  took = took < patience->max_ns ? took : patience->max_ns;
  took = took > LEAST_SPIN_NS ? took : LEAST_SPIN_NS;
  atomic_store_explicit(&patience->wake_ns, before - before / 8 + took / 8, memory_order_relaxed);
}

uint32_t ksi_await_offer(ksi_ticket *ticket, ksi_patience *patience, void (*before_sleep)(void *),
                         void *argument) {
  uint32_t seen;
  if (!spin(&ticket->value, is_offered, 0, patience)) {
    before_sleep(argument);
    atomic_store(&ticket->is_asleep, 1);
    uint64_t nap_ns = ksi_fence_heavily() ? 0 : NAP_NS;
    while (!is_open(seen = atomic_load(&ticket->value)))
      ksi_futex_wait(&ticket->value, seen, nap_ns);
    atomic_store_explicit(&ticket->is_asleep, 0, memory_order_relaxed);
    note_wake_up(ticket, patience);
    return seen;
  }
  return atomic_load_explicit(&ticket->value, memory_order_relaxed);
}

static int has_offer(const ksi_ticket *ticket) {
  return is_open(atomic_load_explicit(&ticket->value, memory_order_acquire));
}

/* Whether one of both has come. */
static int spin_for_both(const ksi_counter *counter, uint32_t value, const ksi_ticket *ticket,
                         const ksi_patience *patience) {
  const uint64_t spin_ns = ksi_time_to_spin(patience);
  uint64_t last = ksi_now_ns(), end = last + spin_ns;
  if (spin_ns == 0)
    return 0;
  do {
    for (int i = 0; i < SPINS; i++) {
      if (ksi_has_reached(counter, value) || has_offer(ticket))
        return 1;
      ksi_relax();
    }
  } while (!is_spun_out(&last, end));
  return 0;
}

/* At the counter's word, where who raises it wakes the thread, and who makes the offer, too. An
 * offer that comes between the last look and the sleep wakes nobody: it is seen after a nap. Who
 * makes it does not wait for that (ksi_take_back_offer). */
static void sleep_for_both(ksi_counter *counter, uint32_t value, ksi_ticket *ticket) {
  atomic_store_explicit(&ticket->sleeps_at, &counter->value, memory_order_relaxed);
  atomic_store(&ticket->is_asleep, 1);
  atomic_fetch_add(&counter->sleepers, 1);
  ksi_fence_heavily();
  while (!has_offer(ticket)) {
    const uint32_t seen = atomic_load(&counter->value);
    if (is_at_least(seen, value))
      break;
    ksi_futex_wait(&counter->value, seen, NAP_NS);
  }
  atomic_fetch_sub(&counter->sleepers, 1);
  atomic_store_explicit(&ticket->is_asleep, 0, memory_order_relaxed);
}

int ksi_wait_or_offer(ksi_counter *counter, uint32_t value, ksi_ticket *ticket,
                      const ksi_patience *patience) {
  if (!spin_for_both(counter, value, ticket, patience))
    sleep_for_both(counter, value, ticket);
  return ksi_has_reached(counter, value);
}

int ksi_take_offer(ksi_ticket *ticket, uint32_t offer) {
  return is_open(offer) &&
         atomic_compare_exchange_strong_explicit(&ticket->value, &offer, offer + 1,
                                                 memory_order_acquire, memory_order_relaxed);
}

int ksi_take_back_offer(ksi_ticket *ticket) {
  return ksi_take_offer(ticket, atomic_load_explicit(&ticket->value, memory_order_relaxed));
}
