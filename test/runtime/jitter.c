/* Puts random delays in front of the steps of the parking protocol, by the linker's --wrap, so that
 * threads meet in orders that are rare otherwise. */
#include "../../runtime/os/os.h"
#include "../../runtime/wait/parking.h"
#include "../../runtime/team/range.h"

#include <sched.h>
#include <unistd.h>

static _Thread_local uint32_t state;

void jitter(void); /* for tests that delay tasks as well */

void jitter(void) {
  static _Atomic uint32_t threads;
  if (state == 0)
    state = (atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) + 1) * 2654435761u;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  if (state % 8 == 0)
    sched_yield();
  if (state % 512 == 1)
    usleep(state % 100);
}

#define WRAP(type, name, parameters, arguments)                                                    \
  type __real_##name parameters;                                                                   \
  type __wrap_##name parameters;                                                                   \
  type __wrap_##name parameters {                                                                  \
    jitter();                                                                                      \
    return __real_##name arguments;                                                                \
  }

WRAP(void, ksi_futex_wait, (_Atomic uint32_t *word, uint32_t expected, uint64_t max_ns),
     (word, expected, max_ns))
WRAP(void, ksi_futex_wake, (_Atomic uint32_t *word), (word))
WRAP(uint64_t, ksi_now_ns, (void), ())
WRAP(void, ksi_raise, (ksi_counter * counter, uint32_t value), (counter, value))
WRAP(int, ksi_take_offer, (ksi_ticket * ticket, uint32_t offer), (ticket, offer))
WRAP(int, ksi_take_back_offer, (ksi_ticket * ticket), (ticket))
WRAP(int, ksi_take_range, (ksi_range * own), (own))
WRAP(int, ksi_give_range, (ksi_range * own), (own))
WRAP(int, ksi_steal_range, (ksi_range * own, ksi_range *other, int eagerly), (own, other, eagerly))
WRAP(void, ksi_open_offer, (ksi_ticket * ticket), (ticket))
WRAP(void, ksi_wake_for_offer, (ksi_ticket * ticket), (ticket))

/* The machine may be busy, but layers are to run in parallel here. */
long __wrap_ksi_lost_cores(void);
long __wrap_ksi_lost_cores(void) { return 0; }
int __wrap_ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns);
int __wrap_ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns) {
  (void)ran_ns, (void)waited_ns;
  return 0;
}
