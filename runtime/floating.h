/* The floating-point environment of a run: the caller's, in every worker. */
#ifndef KSI_FLOATING_H
#define KSI_FLOATING_H

#include <fenv.h>

/* The calling thread's environment, every byte of it defined. */
void ksi_get_floating(fenv_t *environment);
/* Makes `wanted` the calling thread's environment, unless it was the last one adopted here. */
void ksi_adopt_floating(const fenv_t *wanted);
/* The exception flags that the calling thread has up. */
int ksi_raised_flags(void);
void ksi_lower_flags(int flags);
/* Raises those of the flags that the calling thread does not have up. */
void ksi_merge_flags(int flags);

#endif
