/* Which lanes are watched in the runtime for programs, and what is done at the steps of those. */
#include "watch.h"

#include "exact.h"

void ksi_watch_pipe(ks_pipe *pipe) { (void)pipe; }

void ksi_watch_lane(ks_lane *lane) {
  if (lane->team != NULL && lane->team->is_together)
    ksi_make_exact(lane);
}

void ksi_leave_lane(ks_lane *lane) { (void)lane; }

void ksi_watch_claim(ks_lane *lane) { (void)lane; }
