/* Orders a store before a load for all threads: free for the frequent side that wakes, expensive
 * for the rare side that goes to sleep. */
#ifndef KSI_FENCE_H
#define KSI_FENCE_H

#include <stdatomic.h>

/* 1: the heavy fence also orders other threads, so the light one does not need to order anything.
 */
extern _Atomic int ksi_fences_are_uneven;

/* Requests uneven fences from the system; without them both are full fences. At any time, from any
 * thread. */
void ksi_prepare_fences(void);
/* In a child of fork, which has requested nothing yet. */
void ksi_forget_fences(void);

/* Between a store to a word that others wait for and the check for sleepers. */
static inline void ksi_fence_lightly(void) {
  if (atomic_load(&ksi_fences_are_uneven))
    atomic_signal_fence(memory_order_seq_cst);
  else
    atomic_thread_fence(memory_order_seq_cst);
}

/* Between the announcement of a sleeper and its last check of the word. Whether no wake-up can be
 * lost now; otherwise it must not sleep for long. */
int ksi_fence_heavily(void);

#endif
