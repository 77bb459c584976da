/* Who had a core when, from a trace. */
#ifndef KS_NOISE_SEGMENTS_H
#define KS_NOISE_SEGMENTS_H

#include "trace_line.h"

#include <stddef.h>
#include <stdint.h>

typedef enum cause_kind {
  CAUSE_INTERRUPT,
  CAUSE_SOFTIRQ,
  CAUSE_NMI,
  CAUSE_THREAD,
  CAUSE_THROTTLED,  /* the idle thread ran, although the measuring thread never sleeps */
  CAUSE_LATE_TIMER, /* timerlat: something kept the timer interrupt back */
  CAUSE_LOST,       /* not known, because events were lost */
  CAUSE_FIRMWARE,   /* an SMI, or a gap that the kernel's own detector saw */
  CAUSE_HYPERVISOR,
  CAUSE_ALL_CORES, /* no event, and at the same time on another core */
  CAUSE_HARDWARE,  /* no event */
  CAUSE_KINDS
} cause_kind;

extern const char *const cause_kind_names[CAUSE_KINDS];

typedef struct cause {
  cause_kind kind;
  long number; /* of an interrupt or softirq; -1: none */
  char name[TRACE_NAME];
} cause;

typedef struct segment {
  double begin, end; /* ns on the scale of the measurement's clock: ticks * tick_ns */
  int core;          /* -1: all */
  int cause;         /* index; -1: nothing is known here, because events were lost */
  int is_net;        /* osnoise: without what was inside it */
  double longest_ns; /* of a hardware gap: its length; otherwise 0 */
} segment;

typedef struct trace_begin { /* of a series, as a saved trace has it */
  int core;
  uint64_t ticks;
  double tick_ns;
} trace_begin;

typedef struct trace {
  segment *list; /* by core, then by begin */
  size_t count, room;
  cause *causes;
  size_t cause_count, cause_room;
  trace_begin *begins; /* by thread */
  size_t begin_count;
  uint64_t lost;       /* events */
  const char *problem; /* null, or why the trace cannot be used */
} trace;

/* The parser: for each line in order, then the end. `own` is how the names of measuring threads
 * begin. */
typedef struct trace_reader trace_reader;
trace_reader *begin_trace(double tick_ns, const char *own);
/* Whether there was memory. */
int add_trace_line(trace_reader *reader, const char *text);
/* Frees the reader. */
trace end_trace(trace_reader *reader);
void free_trace(trace *of);

/* The index of a cause, which is added if it is new; -1 without memory. */
int find_cause(trace *in, cause_kind kind, long number, const char *name);

#endif
