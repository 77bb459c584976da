/* What ran during each detour. */
#ifndef KS_NOISE_CAUSES_H
#define KS_NOISE_CAUSES_H

#include "culprits.h"
#include "detours.h"
#include "firmware.h"
#include "segments.h"

/* What the system counted in an interval. */
typedef struct window {
  double begin, end; /* ns, as in segments */
  counters counted;
} window;

/* What was recorded beside the measurement. */
typedef struct evidence {
  int has_trace;
  trace trace;            /* its causes have those of `windows`, too */
  const char *source;     /* "osnoise", "events", "file", "counters" */
  char problem[256];      /* why there is no trace */
  int is_virtual_machine; /* as far as it says so */
  core_facts *facts;      /* of each thread's core */
  size_t fact_count;
  window *windows; /* without a trace, in order */
  size_t window_count;
} evidence;

enum { MOST_SHARES = 4 };

typedef struct cause_share {
  int cause;
  double ns; /* 0: suspected only, because it was counted in the same window */
} cause_share;

typedef struct detour_causes {
  cause_share share[MOST_SHARES]; /* the largest first */
  int count;
  double unexplained_ns; /* the part that no event explains; its cause is among the shares */
} detour_causes;

typedef struct cause_total {
  int cause;
  size_t detours;
  double total_ns, longest_ns; /* longest: of its part of a detour */
} cause_total;

typedef struct thread_causes {
  detour_causes *of;   /* by detour */
  cause_total *totals; /* the largest first */
  size_t total_count;
} thread_causes;

typedef struct observed_thread {
  int core;
  const detours *detours;
  double origin_ns; /* of the detours' times, as in segments */
  thread_causes *found;
} observed_thread;

/* Whether there was memory. */
int find_causes(evidence *in, observed_thread *threads, size_t count);
void free_causes(thread_causes *of);
void free_evidence(evidence *of);

#endif
