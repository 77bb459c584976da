/* Whether a pipeline is faster on all of its lanes than on one alone. */
#ifndef KSI_ALONE_H
#define KSI_ALONE_H

#include "lane.h"

/* At the end of ks_pipe_open. */
void ksi_init_alone(ksi_alone *alone);
/* At the end of ks_pipe_join. */
void ksi_let_judge(ks_lane *lane);
/* For a judged lane that is about to claim an iteration: whether it may. If not, it has waited, and
 * the loop may have ended meanwhile. */
int ksi_may_claim(ks_lane *lane);
/* The loop has ended: no lane is to wait any more. */
void ksi_end_alone(ks_pipe *pipe);

#endif
