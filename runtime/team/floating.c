/* The rounding mode and the exception flags belong to a thread, as errno does.
 *
 * A run's workers compute as the caller would have: the caller's environment is taken when the run
 * begins, and a worker sets it when it is not the one that it adopted last. Between two runs
 * nothing but the flags changes in a worker's environment, since layers whose tasks set it are not
 * made parallel.
 *
 * fegetenv takes some 50 ns on x86 (it stores the x87 environment and must load it again). So it is
 * called only when the state differs from the last run's: modes, masks and flags, which are two or
 * three registers and tell environments apart. Where they are not known the bytes of fenv_t do,
 * numbered; they may differ where the environments do not, which costs a needless setting and no
 * more.
 *
 * Flags go the other way: the caller ends with its own and all that the workers raised. A worker
 * lowers what it has handed over, or a flag that the caller lowers later would come back with the
 * next run. Flags adopted along with the environment are up in the caller, since they are part of
 * the state, so handing them back adds nothing.
 */
#include "floating.h"

#include <stdatomic.h>
#include <string.h>

static _Thread_local uint64_t adopted;
static _Atomic uint64_t last_number; /* of environments that are numbered */

#if defined(__x86_64__)
enum { X87_FLAGS = 0x3f, KNOWN = 1 << 16 };

static uint64_t read_state(void) {
  uint32_t sse;
  uint16_t control, status;
  __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2" : "=m"(sse), "=m"(control), "=m"(status));
  return (uint64_t)sse << 32 | KNOWN | (uint64_t)(status & X87_FLAGS) << 20 | control;
}

/* feclearexcept stores and loads all of the x87 environment, even if its flags are down. */
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

int ksi_raised_flags(void) { return fetestexcept(FE_ALL_EXCEPT); }

void ksi_lower_flags(int flags) {
  if (flags != 0 && !lowered_in_sse(flags))
    feclearexcept(flags);
}

void ksi_merge_flags(int flags) {
  int missing = flags & ~fetestexcept(FE_ALL_EXCEPT);
  if (missing != 0)
    feraiseexcept(missing);
}
