/* From the clock of a trace to that of ks-noise. */
#ifndef KS_NOISE_TRACE_SCALE_H
#define KS_NOISE_TRACE_SCALE_H

#include "trace_line.h"

enum { MOST_MARKS = 64 };

typedef struct trace_mark {
  int64_t at; /* in the trace */
  uint64_t ticks, unix_ns;
} trace_mark;

typedef struct trace_marks { /* in order */
  trace_mark mark[MOST_MARKS];
  int count;
  int is_raw;     /* the trace clock does not count in ns */
  double tick_ns; /* of `ticks` */
} trace_marks;

typedef struct trace_scale { /* ns = origin_ns + (at - origin_at) * slope */
  int64_t origin_at;
  double origin_ns, slope, unix_offset_ns; /* ns = unix_ns - unix_offset_ns */
} trace_scale;

void add_mark(trace_marks *to, const trace_line *line);
/* Whether the marks give one that is possible. */
int find_trace_scale(const trace_marks *of, trace_scale *found);
/* INT64_MIN is before everything. */
double trace_ns(const trace_scale *by, int64_t at);

#endif
