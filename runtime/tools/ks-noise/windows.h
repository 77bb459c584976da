/* What the system counts in short intervals, for lack of a trace. */
#ifndef KS_NOISE_WINDOWS_H
#define KS_NOISE_WINDOWS_H

#include "../../os/coreset.h"
#include "causes.h"

typedef struct window_taker window_taker;

/* Takes the counters now and, on a core that is not measured if there is one, again and again.
 * Null without memory. */
window_taker *begin_windows(const ksi_coreset *measured, double tick_ns);
/* Takes them a last time. Whether there was memory. */
int end_windows(window_taker *taker, evidence *into);

#endif
