/* What watches a pipeline, and what a runtime for tests does differently: called at each step of an
 * iteration. Implemented in watch.c, and in tools/orders. */
#ifndef KSI_PIPE_WATCH_H
#define KSI_PIPE_WATCH_H

#include "lane.h"

/* At the end of ks_pipe_open. */
void ksi_watch_pipe(ks_pipe *pipe);
/* At the end of ks_pipe_join: the lane has no iteration yet. Sets is_watched if it is to be told
 * of the iterations. */
void ksi_watch_lane(ks_lane *lane);
/* At the end of ks_pipe_quit. */
void ksi_leave_lane(ks_lane *lane);

/* What a watched lane has just done, with which segment; KS_MOST_SEGMENTS: with none, or all. */
typedef enum ksi_lane_step {
  KSI_CLAIMED,
  KSI_TURNED,  /* its waiting begins */
  KSI_ENTERED, /* its waiting is over */
  KSI_LEFT,
  KSI_FINISHED
} ksi_lane_step;

void ksi_watch_step(ks_lane *lane, ksi_lane_step step, uint32_t segment);

#endif
