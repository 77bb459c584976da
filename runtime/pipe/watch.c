/* Which lanes are watched in the runtime for programs: those of runs that are recorded. Each step
 * ends an interval of the iteration, and begins the next one. */
#include "watch.h"

#include "../record/segments.h"
#include "exact.h"

void ksi_watch_pipe(ks_pipe *pipe) { (void)pipe; }

void ksi_watch_lane(ks_lane *lane) {
  if (lane->team == NULL)
    return;
  lane->is_watched = lane->team->is_counted;
  if (lane->team->is_together)
    ksi_make_exact(lane);
}

void ksi_leave_lane(ks_lane *lane) { (void)lane; }

static void end_interval(ks_lane *lane, ksi_activity activity, uint32_t segment) {
  const ks_pipe *pipe = lane->pipe;
  lane->since_ticks = ksi_note_segment(pipe->segments, pipe->count, activity, segment,
                                       lane->iteration, lane->since_ticks);
}

void ksi_watch_step(ks_lane *lane, ksi_lane_step step, uint32_t segment) {
  switch (step) {
  case KSI_CLAIMED:
    lane->since_ticks = ksi_segment_ticks();
    break;
  case KSI_TURNED:
  case KSI_FINISHED:
    end_interval(lane, KSI_WORKS, UINT32_MAX);
    break;
  case KSI_ENTERED:
    end_interval(lane, KSI_WAITS, segment);
    break;
  case KSI_LEFT:
    end_interval(lane, KSI_WORKS, segment);
    break;
  }
}
