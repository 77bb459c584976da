/* Orders a store before a load for all threads: free for the frequent side that wakes, expensive
 * for the rare side that goes to sleep. */
#ifndef KSI_FENCE_H
#define KSI_FENCE_H

#include <stdatomic.h>

/* 1: the heavy fence orders other threads too, so the light one need not order anything. */
extern _Atomic int ksi_fences_are_uneven;

/* Asks the system for uneven fences; without them both are whole fences. Any time, by any thread.
 */
void ksi_prepare_fences(void);
/* In a child of fork, which has asked for nothing yet. */
void ksi_forget_fences(void);

/* Between a store to what others wait for and a look whether somebody sleeps. */
static inline void ksi_fence_lightly(void) {
  if (atomic_load(&ksi_fences_are_uneven))
    atomic_signal_fence(memory_order_seq_cst);
  else
    atomic_thread_fence(memory_order_seq_cst);
}

/* Between the announcement of a sleeper and its last look at what it waits for. Whether no wake-up
 * can be lost now; otherwise it must not sleep for long. */
int ksi_fence_heavily(void);

#endif
