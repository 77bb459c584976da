/* Records what runs on cores, in a trace of our own. */
#ifndef KS_NOISE_TRACING_H
#define KS_NOISE_TRACING_H

#include "../../os/coreset.h"
#include "segments.h"

/* Starts a trace of these cores. Null, or why there is none, in `problem`. */
const char *start_tracing(const ksi_coreset *cores, char *problem, size_t size);
/* Writes a mark into it. */
void mark_trace(void);
/* "osnoise" or "events". */
const char *trace_source(void);
/* Stops it and calls `each` with each line until that returns 0. */
void read_tracing(int (*each)(void *argument, char *line), void *argument);
/* Removes it, and restores what was changed. 0, or an errno value. */
int stop_tracing(void);
/* Removes the traces of processes that have ended without doing so. */
void remove_old_traces(void);

#endif
