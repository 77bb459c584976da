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

/* If the lane is watched: it has claimed its iteration. */
void ksi_watch_claim(ks_lane *lane);

#endif
