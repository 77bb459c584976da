/* Lanes that wait for their turn run rows of layers in earlier iterations. */
#ifndef KSI_PIPE_HELP_H
#define KSI_PIPE_HELP_H

#include "batch.h"
#include "lane.h"

/* Whether the lane, which is in a team, may help others and be helped. A strand has a small stack,
 * and the order of lanes for ThreadSanitizer must be that of the segments alone. */
static inline int ksi_may_help(const ks_lane *lane) {
  return lane->batch == NULL && !lane->is_exact && !ksi_is_strand(lane);
}

/* Waits until the counter is at least `value`, and runs what is offered meanwhile. */
void ksi_help_until(ks_lane *lane, ksi_counter *counter, uint32_t value);

#endif
