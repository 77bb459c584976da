/* The segments of pipelines in the record: how long iterations work in each, and wait for it. */
#ifndef KSI_SEGMENTS_H
#define KSI_SEGMENTS_H

#include "zone.h"

#include <kasuri/kasuri.h>

/* What a lane does at a time. */
typedef enum ksi_activity {
  KSI_WORKS, /* in the segment; with the number of segments: in none */
  KSI_WAITS  /* for its turn in the segment; with their number: for all iterations before */
} ksi_activity;

#if KS_COUNTERS

uint64_t ksi_segment_ticks(void);
/* For the calling thread, in a measured run of the layer with these segments: notes what it did in
 * an iteration from then until now. Returns a later moment, from which the next interval counts. */
uint64_t ksi_note_segment(const ks_segment *segments, uint32_t count, ksi_activity activity,
                          uint32_t segment, int64_t iteration, uint64_t begin_ticks);

#else

static inline uint64_t ksi_segment_ticks(void) { return 0; }
static inline uint64_t ksi_note_segment(const ks_segment *segments, uint32_t count,
                                        ksi_activity activity, uint32_t segment, int64_t iteration,
                                        uint64_t begin_ticks) {
  (void)segments, (void)count, (void)activity, (void)segment, (void)iteration, (void)begin_ticks;
  return 0;
}

#endif
#endif
