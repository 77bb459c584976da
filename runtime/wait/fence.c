/* Fences of uneven weight.
 *
 * Who raises a counter stores its value and then looks for sleepers; who goes to sleep announces
 * itself and then looks at the value. Each needs its store to be seen before its load is made, or
 * both miss each other and a wake-up is lost. Processors do that only when told to, and it costs
 * more than all the rest of publishing a row: about 5 of 10 ns. But rows are published a thousand
 * times for one sleep, which costs microseconds in any case. So the sleeper pays for both:
 * membarrier(2) makes every core that runs a thread of the process execute a full fence, and those
 * that run none have had one when they switched. Then the raiser's store and load are either both
 * before that fence, and the sleeper sees the value; or the load is after it, and sees the
 * announcement (test/runtime/fence.pml). Facebook's folly and the kernel's own documentation call
 * this an asymmetric fence.
 *
 * Fences may become uneven while threads are at it already, for queues work without a team. A
 * raiser that finds them uneven does nothing; a sleeper that has found them even a moment before
 * has announced itself before it looked. All of these accesses are sequentially consistent, so the
 * raiser sees the announcement. Should the system refuse one day what it had promised (a program
 * may give up system calls while it runs), fences are even again, and since a raiser may still
 * think otherwise, nobody sleeps for long from then on.
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
