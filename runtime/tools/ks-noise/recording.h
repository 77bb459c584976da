/* Records the evidence for causes beside a measurement, or reads it from a file. */
#ifndef KS_NOISE_RECORDING_H
#define KS_NOISE_RECORDING_H

#include "../../os/coreset.h"
#include "analysis.h"

typedef struct recording recording;

/* Before the threads start. `has_trace`: 0 to use counters only. Null without memory. */
recording *begin_recording(const int *cores, size_t count, double tick_ns, int has_trace);
/* After they have ended; a copy of the trace goes to `path` if it is not null. 0, or an exit status
 * after an error message. */
int end_recording(recording *recording, measurement *made, const char *path);

/* Reads such a copy, for series from files: sets their cores and begins. 0, or an exit status after
 * an error message. */
int read_recording(const char *path, measurement *made);

/* How the names of the measuring threads begin. */
#define OWN_THREAD "ks-noise/"

#endif
