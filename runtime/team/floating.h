/* The floating-point environment of a run: the caller's, in every worker. */
#ifndef KSI_FLOATING_H
#define KSI_FLOATING_H

#include <fenv.h>
#include <stdint.h>

/* An environment. Zero-initialised it is none, for ksi_get_floating to fill. */
typedef struct ksi_floating {
  uint64_t state; /* other environments have other ones; 0: none */
  fenv_t environment;
} ksi_floating;

/* The calling thread's environment; cheap if it is what `floating` has. */
void ksi_get_floating(ksi_floating *floating);
/* Makes `state` of `wanted` the calling thread's environment, unless it was the last one adopted
 * here. `wanted` is read in that case only. */
void ksi_adopt_floating(uint64_t state, const ksi_floating *wanted);
/* The exception flags that the calling thread has up. */
int ksi_raised_flags(void);
void ksi_lower_flags(int flags);
/* Raises those of the flags that the calling thread does not have up. */
void ksi_merge_flags(int flags);

#endif
