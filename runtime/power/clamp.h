/* Core frequency through utilization clamping. */
#ifndef KSI_CLAMP_H
#define KSI_CLAMP_H

#include "power_way.h"

typedef struct ksi_clamped {
  long thread;
  ksi_clamp before;
  int is_clamped;
} ksi_clamped;

/* For the calling thread. */
void ksi_begin_clamping(ksi_clamped *it);
void ksi_clamp_to(ksi_clamped *it, const ksi_domain *domain, int level);
void ksi_end_clamping(ksi_clamped *it);

#endif
