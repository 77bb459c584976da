/* For how long each level of a clock has been set. */
#ifndef KSI_LEVEL_TIMES_H
#define KSI_LEVEL_TIMES_H

#include "../record/record_layout.h"

/* The last one: between layers. */
typedef struct ksi_level_times {
  uint64_t ns[KSI_MOST_LEVELS + 1], khz[KSI_MOST_LEVELS + 1]; /* 0 kHz: unknown */
} ksi_level_times;

#endif
