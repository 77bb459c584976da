/* How to silence a cause of noise. */
#ifndef KS_NOISE_ADVICE_H
#define KS_NOISE_ADVICE_H

#include "segments.h"

/* A sentence for the cause on this core. */
void advise(const cause *of, int core, char *text, size_t size);
/* "interrupt 24 (virtio1-input.0)", "softirq TIMER", "thread kworker/3:1". */
void name_cause(const cause *of, char *text, size_t size);

#endif
