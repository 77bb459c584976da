/* Fibers: functions with stacks of their own that take turns on one thread. Implemented in fiber.c
 * for 64-bit x86 and AArch64. */
#ifndef KSI_FIBER_H
#define KSI_FIBER_H

#include <stddef.h>
#include <stdint.h>

typedef struct ksi_fiber {
  void *place; /* its stack pointer while it does not run, above its saved registers */
  void *stack; /* null: the thread's own */
  size_t bytes;
} ksi_fiber;

/* Whether fibers behave like the functions that they run: the processor is one of the two and keeps
 * no shadow stack, stacks have a limit that all of them can have, and nothing limits addresses. */
int ksi_can_make_fibers(void);
/* A fiber that calls `run`, which must not return, when it is first switched to. Its stack may grow
 * as large as those of the team's threads. Fibers with different colors use different cache sets.
 * Whether there is memory. */
int ksi_make_fiber(ksi_fiber *made, uint32_t color, void (*run)(void *), void *argument);
/* Gives back the memory of the lower part of a stack, if it has been that deep. The fiber is the
 * running one, of which everything in use stays, or uses nothing of its stack any more. */
void ksi_trim_fiber(const ksi_fiber *fiber);
/* Keeps the stack for later fibers of the calling thread, until that ends. */
void ksi_free_fiber(ksi_fiber *fiber);
/* How many bytes of its stack the running fiber uses. */
size_t ksi_depth_of_fiber(const ksi_fiber *fiber);
/* Continues at `to`, which is the place of a fiber of this thread. Returns when the thread
 * continues at what is stored in *from now. Registers that a call preserves are saved; modes and
 * flags of floating-point arithmetic remain those of the thread. */
void ksi_switch_fiber(void **from, void *to) __attribute__((visibility("hidden")));

#endif
