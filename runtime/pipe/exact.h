/* Turns that show ThreadSanitizer the order of the segments, and nothing else. */
#ifndef KSI_PIPE_EXACT_H
#define KSI_PIPE_EXACT_H

#include "lane.h"

/* For each lane when it joins: returns when all have. */
void ksi_make_exact(ks_lane *lane);
void ksi_free_exact(ks_pipe *pipe);

/* In place of what turn.c and pipe.c do in lanes that are exact. */
int64_t ksi_claim_exactly(ks_lane *lane);
void ksi_wait_exactly(ks_lane *lane, uint32_t count);
/* The lane has left or omitted the segments up to `count`; ksi_place_mask: it is complete. */
void ksi_pass_exactly(ks_lane *lane, uint32_t count);

#endif
