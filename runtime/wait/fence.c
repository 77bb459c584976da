/* Fences of uneven weight.
 *
 * A thread that increments a counter stores the value and then looks for sleepers. A thread that
 * goes to sleep announces itself and then checks the value. Each store must be visible before the
 * load that follows it, or the threads miss each other and a wake-up is lost. Processors ensure
 * that only with a fence, which costs more than the rest of publishing a row: about 5 of 10 ns. But
 * there are a thousand publications for each sleep, and sleeping costs microseconds in any case. So
 * the sleeper pays for both: membarrier(2) makes every core that runs a thread of the process
 * execute a full fence. Cores that run none have executed one when they switched. Then there are
 * two cases. Either the waker's store and load are both before that fence, and the sleeper sees the
 * value. Or the load is after it, and sees the announcement (test/runtime/fence.pml). Facebook's
 * folly and the kernel's documentation call this an asymmetric fence.
 *
 * Fences may become uneven while threads are using them, because queues work without a team. A
 * waker that finds them uneven does nothing. A sleeper that found them even, however recently, has
 * announced itself before it looked. All of these accesses are sequentially consistent, so the
 * waker sees the announcement. The system may later refuse what it has promised (a program may give
 * up system calls while it runs). Then fences are even again. Because a waker may still assume the
 * opposite, no thread sleeps for long from then on.
 */
#include "fence.h"

#include "../os/os.h"

_Atomic int ksi_fences_are_uneven;
static _Atomic int was_refused;

void ksi_prepare_fences(void) {
  if (!atomic_load(&was_refused) && ksi_can_fence_all_threads())
    atomic_store(&ksi_fences_are_uneven, 1);
}

void ksi_forget_fences(void) {
  atomic_store(&ksi_fences_are_uneven, 0);
  atomic_store(&was_refused, 0);
}

int ksi_fence_heavily(void) {
  if (!atomic_load(&ksi_fences_are_uneven)) {
    atomic_thread_fence(memory_order_seq_cst);
  } else if (!ksi_fence_all_threads()) {
    atomic_store(&was_refused, 1);
    atomic_store(&ksi_fences_are_uneven, 0);
  }
  return !atomic_load(&was_refused);
}
