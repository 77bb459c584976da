/* The rounding mode and the exception flags belong to a thread, like errno.
 *
 * The workers of a run compute in the caller's environment. The caller's environment is saved when
 * the run starts. A worker sets it unless it is the one that the worker adopted last. Between two
 * runs only the flags of a worker's environment change, because layers whose tasks set the
 * environment do not run in parallel.
 *
 * fegetenv takes some 50 ns on x86, because it stores the x87 environment and must load it again.
 * So it is called only if the state differs from that of the last run. The state is two or three
 * registers with modes, masks and flags. If they are unknown, the bytes of fenv_t serve as the
 * state, with a number. These bytes may differ for equal environments, which only causes an
 * unnecessary update.
 *
 * Flags travel in the other direction: after the run the caller has its own flags and all that the
 * workers raised. A worker clears the flags that it has passed on. Otherwise a flag that the caller
 * clears later would return with the next run. Flags that a worker adopted with the environment are
 * set in the caller too, because they are part of the state. So passing them back adds nothing.
 */
#include "floating.h"

#include <stdatomic.h>
#include <string.h>

static _Thread_local uint64_t adopted;
static _Atomic uint64_t last_number; /* of numbered environments */

#if defined(__x86_64__)
enum { X87_FLAGS = 0x3f, KNOWN = 1 << 16 };

static uint64_t read_state(void) {
  uint32_t sse;
  uint16_t control, status;
  __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2" : "=m"(sse), "=m"(control), "=m"(status));
  return (uint64_t)sse << 32 | KNOWN | (uint64_t)(status & X87_FLAGS) << 20 | control;
}

/* feclearexcept stores and loads the whole x87 environment, even if its flags are clear. */
static int lowered_in_sse(int flags) {
  const uint64_t state = read_state();
  if ((state >> 20 & (uint64_t)flags) != 0)
    return 0;
  const uint32_t sse = (uint32_t)(state >> 32) & ~(uint32_t)flags;
  __asm__ volatile("ldmxcsr %0" ::"m"(sse));
  return 1;
}
#elif defined(__aarch64__)
static uint64_t read_state(void) {
  uint64_t control, status;
  __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(control), "=r"(status));
  return control << 32 | UINT64_C(1) << 31 | (status & UINT64_C(0x7fffffff));
}

static int lowered_in_sse(int flags) {
  (void)flags;
  return 0;
}
#else
static uint64_t read_state(void) { return 0; }

static int lowered_in_sse(int flags) {
  (void)flags;
  return 0;
}
#endif

static void get_by_bytes(ksi_floating *floating) {
  fenv_t now;
  memset(&now, 0, sizeof now);
  fegetenv(&now);
  if (floating->state != 0 && memcmp(&now, &floating->environment, sizeof now) == 0)
    return;
  memcpy(&floating->environment, &now, sizeof now);
  floating->state = atomic_fetch_add(&last_number, 1) + 1;
}

void ksi_get_floating(ksi_floating *floating) {
  const uint64_t state = read_state();
  if (state == 0) {
    get_by_bytes(floating);
  } else if (state != floating->state) {
    fegetenv(&floating->environment);
    floating->state = state;
  }
}

void ksi_adopt_floating(uint64_t state, const ksi_floating *wanted) {
  if (adopted == state)
    return;
  adopted = state;
  fesetenv(&wanted->environment);
}

void ksi_lower_flags(int flags) {
  if (flags != 0 && !lowered_in_sse(flags))
    feclearexcept(flags);
}

void ksi_merge_flags(int flags) {
  int missing = flags & ~fetestexcept(FE_ALL_EXCEPT);
  if (missing != 0)
    feraiseexcept(missing);
}
