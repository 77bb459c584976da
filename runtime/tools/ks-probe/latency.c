/* How long a core takes to see a write of another one, awake and asleep, and to read its data.
 *
 * Awake: two threads pass a number to and fro, each in a cache line that it alone writes, like the
 * runtime's flags. A batch of round trips is timed, and half of a round trip is the latency of one
 * signal. Both directions are assumed to be alike, because distinguishing them would take clocks
 * that agree to some nanoseconds. The minimum of many batches is the machine's own latency; the
 * median includes what the system adds. Each pair gets a fixed time, so that 64 cores take seconds.
 * On a busy machine this time is longer, but also fixed.
 *
 * Data: one thread writes a buffer that fits into the caches and signals; the other one reads all
 * of it, and that is timed. The first two usable cores represent all.
 *
 * Asleep: a thread sleeps in the kernel on a word. Another one waits until it is surely asleep,
 * notes the time, changes the word and wakes it. The latency ends when the first one runs again.
 * Without another core the waker is on the sleeper's own core and yields it after the call.
 */
#define _GNU_SOURCE
#include "machine.h"

#include "../../os/os.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BATCH = 32, MOST_BATCHES = 512, FEW_BATCHES = 32, WAKE_UPS = 200 };

static const uint64_t pair_ns = 20000000, max_pair_ns = 2000000000, asleep_ns = 150000,
                      max_wait_ns = 20000000;

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static latency summarise(double *values, int count) {
  if (count == 0)
    return (latency){-1, -1, -1};
  qsort(values, (size_t)count, sizeof *values, by_size);
  return (latency){values[0], values[count / 2], values[(count - 1) * 99 / 100]};
}

static int pin_to(int number) {
  ksi_coreset own = {{0}};
  ksi_add_core(&own, number);
  return ksi_set_affinity(&own) == 0;
}

/* --- Awake. */

typedef struct table {
  _Alignas(128) _Atomic uint32_t serve;
  _Alignas(128) _Atomic uint32_t answer;
  _Alignas(128) _Atomic int is_over;
  _Atomic int is_ready;
  int core;
} table;

static void *answer(void *argument) {
  table *at = argument;
  uint32_t last = 0;
  atomic_store(&at->is_ready, pin_to(at->core) ? 1 : -1);
  while (!atomic_load_explicit(&at->is_over, memory_order_relaxed)) {
    uint32_t seen = atomic_load_explicit(&at->serve, memory_order_acquire);
    if (seen == last) {
      ksi_relax();
      continue;
    }
    last = seen;
    atomic_store_explicit(&at->answer, seen, memory_order_release);
  }
  return NULL;
}

/* Whether this number of round trips was complete in time. */
static int play(table *at, uint32_t *ball, int trips, uint64_t end) {
  for (int i = 0; i < trips; i++) {
    atomic_store_explicit(&at->serve, ++*ball, memory_order_release);
    for (int turns = 1; atomic_load_explicit(&at->answer, memory_order_acquire) != *ball; turns++) {
      ksi_relax();
      if (turns % 1024 == 0 && ksi_now_ns() > end)
        return 0;
    }
  }
  return 1;
}

static latency measure_pair(int here, int there) {
  static double values[MOST_BATCHES];
  static table at;
  pthread_t thread;
  uint32_t ball = 0;
  int count = 0;
  at = (table){.core = there};
  if (!pin_to(here) || pthread_create(&thread, NULL, answer, &at) != 0)
    return summarise(values, 0);
  while (atomic_load(&at.is_ready) == 0)
    ksi_sleep_ns(20000);
  uint64_t last = ksi_now_ns() + max_pair_ns;
  int is_playing = atomic_load(&at.is_ready) > 0 && play(&at, &ball, 1, last);
  for (uint64_t first = ksi_now_ns(); is_playing && count < MOST_BATCHES;) {
    uint64_t begin = ksi_now_ns();
    if (begin > first + (count < FEW_BATCHES ? max_pair_ns : pair_ns))
      break;
    is_playing = play(&at, &ball, BATCH, last);
    if (is_playing)
      values[count++] = (double)(ksi_now_ns() - begin) / (2 * BATCH);
  }
  atomic_store(&at.is_over, 1);
  pthread_join(thread, NULL);
  return summarise(values, count);
}

void measure_signals(machine *of) {
  const int count = of->usable_count;
  ksi_coreset before;
  of->signals = calloc((size_t)count * (size_t)count + 1, sizeof *of->signals);
  if (of->signals == NULL || ksi_get_affinity(&before) != 0)
    return;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < i; k++) {
      int here = of->cores[of->usable[i]].number, there = of->cores[of->usable[k]].number;
      latency found = measure_pair(here, there);
      of->signals[i * count + k] = of->signals[k * count + i] = found;
      if (found.median_ns < 0)
        add_note(of, "no signal between cores %d and %d arrived in time", here, there);
    }
  if (count < 2)
    add_note(of, "only one usable core: signals between cores were not measured");
  ksi_set_affinity(&before);
}

/* --- Data. */

enum { TRANSFER_WORDS = 8192, TRANSFERS = 64 }; /* 64 KiB */

typedef struct desk {
  _Alignas(128) _Atomic uint32_t written;
  _Alignas(128) _Atomic uint32_t read;
  _Alignas(128) uint64_t page[TRANSFER_WORDS];
  double *ns;
  uint64_t sum; /* so that the compiler keeps the read */
  uint64_t last;
  int core;
} desk;

/* Whether the word had this value in time. */
static int await_word(_Atomic uint32_t *word, uint32_t wanted, uint64_t last) {
  while (atomic_load_explicit(word, memory_order_acquire) != wanted) {
    ksi_relax();
    if (ksi_now_ns() > last)
      return 0;
  }
  return 1;
}

static void *read_pages(void *argument) {
  desk *at = argument;
  if (!pin_to(at->core))
    return NULL;
  for (uint32_t i = 1; i <= TRANSFERS && await_word(&at->written, i, at->last); i++) {
    uint64_t begin = ksi_now_ns();
    for (int k = 0; k < TRANSFER_WORDS; k++)
      at->sum += at->page[k];
    at->ns[i - 1] = (double)(ksi_now_ns() - begin);
    atomic_store_explicit(&at->read, i, memory_order_release);
  }
  return NULL;
}

/* The median of 1 KiB; below 0: not measured. */
static double measure_transfer(int here, int there) {
  static double values[TRANSFERS];
  static desk at;
  pthread_t thread;
  uint32_t count = 0;
  at.ns = values;
  at.core = there;
  at.last = ksi_now_ns() + max_pair_ns;
  if (!pin_to(here) || pthread_create(&thread, NULL, read_pages, &at) != 0)
    return -1;
  for (; count < TRANSFERS && await_word(&at.read, count, at.last); count++) {
    for (int k = 0; k < TRANSFER_WORDS; k++)
      at.page[k] = count + (uint64_t)k;
    atomic_store_explicit(&at.written, count + 1, memory_order_release);
  }
  int is_done = await_word(&at.read, TRANSFERS, at.last);
  pthread_join(thread, NULL);
  if (!is_done)
    return -1;
  return summarise(values, TRANSFERS).median_ns / (sizeof at.page / 1024.0);
}

void measure_transfers(machine *of) {
  ksi_coreset before;
  if (of->usable_count < 2 || ksi_get_affinity(&before) != 0)
    return;
  of->transfer_ns =
      measure_transfer(of->cores[of->usable[0]].number, of->cores[of->usable[1]].number);
  if (of->transfer_ns < 0)
    add_note(of, "data between two cores did not arrive in time");
  ksi_set_affinity(&before);
}

/* --- Asleep. */

typedef struct bed {
  _Alignas(128) _Atomic uint32_t word; /* a number each time */
  _Alignas(128) _Atomic uint32_t woken;
  _Atomic uint64_t woken_at;
  _Atomic int is_ready, is_over;
  int core;
} bed;

static void *sleep_on(void *argument) {
  bed *in = argument;
  uint32_t last = 0;
  atomic_store(&in->is_ready, pin_to(in->core) ? 1 : -1);
  while (!atomic_load(&in->is_over)) {
    ksi_futex_wait(&in->word, last, 0);
    uint64_t now = ksi_now_ns();
    uint32_t word = atomic_load(&in->word);
    if (word == last)
      continue;
    last = word;
    atomic_store(&in->woken_at, now);
    atomic_store(&in->woken, word);
  }
  return NULL;
}

static int await_waking(bed *in, uint32_t number, int is_same) {
  uint64_t begin = ksi_now_ns();
  while (atomic_load(&in->woken) != number) {
    if (ksi_now_ns() - begin > max_wait_ns)
      return 0;
    if (is_same)
      ksi_sleep_ns(50000);
  }
  return 1;
}

static latency measure_wake_up(int waker, int sleeper) {
  static double values[WAKE_UPS];
  static bed in;
  pthread_t thread;
  int count = 0, is_same = waker == sleeper;
  in = (bed){.core = sleeper};
  if (!pin_to(waker) || pthread_create(&thread, NULL, sleep_on, &in) != 0)
    return summarise(values, 0);
  while (atomic_load(&in.is_ready) == 0)
    ksi_sleep_ns(20000);
  for (uint32_t i = 1; i <= WAKE_UPS && atomic_load(&in.is_ready) > 0; i++) {
    ksi_sleep_ns(asleep_ns);
    uint64_t begin = ksi_now_ns();
    atomic_store(&in.word, i);
    ksi_futex_wake(&in.word);
    if (await_waking(&in, i, is_same) && atomic_load(&in.woken_at) > begin)
      values[count++] = (double)(atomic_load(&in.woken_at) - begin);
  }
  atomic_store(&in.is_over, 1);
  atomic_store(&in.word, WAKE_UPS + 1);
  ksi_futex_wake(&in.word);
  pthread_join(thread, NULL);
  return summarise(values, count);
}

void measure_wake_ups(machine *of) {
  const int count = of->usable_count;
  ksi_coreset before;
  of->wake_ups = calloc((size_t)count + 1, sizeof *of->wake_ups);
  if (of->wake_ups == NULL || ksi_get_affinity(&before) != 0)
    return;
  of->is_waker_same = count == 1;
  for (int i = 0; i < count; i++) {
    int waker = of->cores[of->usable[(i + 1) % count]].number;
    of->wake_ups[i] = measure_wake_up(waker, of->cores[of->usable[i]].number);
  }
  if (of->is_waker_same)
    add_note(of, "only one usable core: wake-ups were measured from that core itself");
  ksi_set_affinity(&before);
}
