/* A zone: a measured interval of a thread's time. Also tells whether this runtime measures at all.
 */
#ifndef KSI_ZONE_H
#define KSI_ZONE_H

#include "record_layout.h"

#include <stdint.h>

#ifndef KS_COUNTERS
#define KS_COUNTERS 1
#endif

/* An interval of time; zones of a thread nest, and each excludes what was measured inside it. */
typedef struct ksi_zone {
  struct ksi_zone *outer;
  uint64_t begin_ticks;
  int64_t inner_units; /* zones inside, including the cost of their timers */
  uint64_t hardware[KSI_HARDWARE_EVENTS], inner_hardware[KSI_HARDWARE_EVENTS];
  uint32_t layer, task; /* of a task: its layer's number, and 1 + its own; 0: no task */
} ksi_zone;

#endif
