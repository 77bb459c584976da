/* Whether lanes may run several iterations at a time, and how many. */
#ifndef KSI_GATHER_H
#define KSI_GATHER_H

#include "lane.h"

/* At the end of ks_pipe_join. */
void ksi_let_gather(ks_lane *lane);
/* For a lane with strands, when its last batch is complete: the size of the next one. */
uint32_t ksi_count_to_claim(ks_lane *lane);
/* Around each wait of such a lane for another one. */
uint64_t ksi_begin_wait(void);
void ksi_end_wait(ks_lane *lane, uint64_t begin_ticks);

#endif
