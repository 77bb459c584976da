/* The floating-point environment of a run: the caller's, in every worker. */
#ifndef KSI_FLOATING_H
#define KSI_FLOATING_H

#include <fenv.h>
#include <stdint.h>

/* An environment. Zero-initialized it is none, for ksi_get_floating to fill. */
typedef struct ksi_floating {
  uint64_t state; /* differs between environments; 0: none */
  fenv_t environment;
} ksi_floating;

/* The calling thread's environment; cheap if it is what `floating` has. */
void ksi_get_floating(ksi_floating *floating);
/* Sets `state` of `wanted` as the calling thread's environment, unless it was the last one adopted
 * here. `wanted` is only read in that case. */
void ksi_adopt_floating(uint64_t state, const ksi_floating *wanted);
/* The exception flags that are set in the calling thread. Inline, because lanes that run several
 * iterations at a time look at each switch between these. */
static inline int ksi_raised_flags(void) {
#if defined(__x86_64__)
  uint32_t sse;
  uint16_t x87;
  __asm__ volatile("stmxcsr %0\n\tfnstsw %1" : "=m"(sse), "=a"(x87));
  return (int)(sse | x87) & FE_ALL_EXCEPT;
#elif defined(__aarch64__)
  uint64_t status;
  __asm__ volatile("mrs %0, fpsr" : "=r"(status));
  return (int)status & FE_ALL_EXCEPT;
#else
  return fetestexcept(FE_ALL_EXCEPT);
#endif
}
void ksi_lower_flags(int flags);
/* Raises those flags that are not set in the calling thread. */
void ksi_merge_flags(int flags);

#endif
