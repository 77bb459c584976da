/* One line of the text that tracefs writes. */
#ifndef KS_NOISE_TRACE_LINE_H
#define KS_NOISE_TRACE_LINE_H

#include <stdint.h>

typedef enum trace_kind {
  TRACE_OTHER,     /* a heading, or an event that says nothing about causes */
  TRACE_WRITTEN,   /* the heading with the number of entries: `count` of them were overwritten */
  TRACE_LOST,      /* `count` events of the core were lost before the next one */
  TRACE_MARK,      /* of ks-noise: `ticks` and `unix_ns` when it was written */
  TRACE_SERIES,    /* a comment of ks-noise: `count` (thread), core, `ticks` (begin), `tick_ns` */
  TRACE_FACTS,     /* a comment of ks-noise: core, `number` (SMIs, -1: unknown), `count` (ns of
                      steal), `ticks` (1: a virtual machine) */
  TRACE_IRQ_ENTRY, /* `number` (-1: none) and `name` */
  TRACE_IRQ_EXIT,  /* the same; the name may be missing */
  TRACE_SOFTIRQ_ENTRY,
  TRACE_SOFTIRQ_EXIT,
  TRACE_SWITCH,    /* `number` and `name` of the thread that has the core from now on */
  TRACE_IRQ_NOISE, /* osnoise: it took `duration_ns` until now, without what was inside it */
  TRACE_SOFTIRQ_NOISE,
  TRACE_THREAD_NOISE,
  TRACE_NMI_NOISE,
  TRACE_NMI,       /* the plain event: a handler took `duration_ns` until now */
  TRACE_HARDWARE,  /* hwlat: a gap of `duration_ns` at `unix_ns`, the first of `count` */
  TRACE_TIMER_LATE /* timerlat: the timer of the core came `duration_ns` late, now */
} trace_kind;

enum { TRACE_NAME = 64 };

typedef struct trace_line {
  trace_kind kind;
  int core;    /* -1: of no core */
  int64_t at;  /* ns, or steps of the clock if `is_raw` */
  int is_raw;  /* the trace clock does not count in ns */
  long number; /* of an interrupt, softirq or thread */
  char name[TRACE_NAME];
  double duration_ns;
  uint64_t ticks, unix_ns, count;
  double tick_ns;
} trace_line;

/* A line of another form is TRACE_OTHER. */
void read_trace_line(const char *text, trace_line *line);

#endif
