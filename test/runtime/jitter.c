/* Puts random delays in front of the steps of the parking protocol, by the linker's --wrap, so that
 * threads meet in orders that are rare otherwise. */
#include "../../runtime/graph.h"
#include "../../runtime/os_linux.h"
#include "../../runtime/parking.h"

#include <sched.h>
#include <unistd.h>

static _Thread_local uint32_t state;

static void delay(void) {
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
    delay();                                                                                       \
    return __real_##name arguments;                                                                \
  }

WRAP(void, ksi_futex_wait, (_Atomic uint32_t *word, uint32_t expected, uint64_t most_ns),
     (word, expected, most_ns))
WRAP(void, ksi_futex_wake, (_Atomic uint32_t *word), (word))
WRAP(uint64_t, ksi_now_ns, (void), ())
WRAP(void, ksi_raise, (ksi_counter * counter, uint32_t value), (counter, value))
WRAP(int, ksi_take_offer, (ksi_ticket * ticket, uint32_t offer), (ticket, offer))
WRAP(int, ksi_take_back_offer, (ksi_ticket * ticket), (ticket))
WRAP(void, ksi_run_part,
     (ksi_team * team, ksi_worker *self, uint32_t task, uint32_t part, uint32_t parts),
     (team, self, task, part, parts))
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
