/* Threads on cores, each with its series. */
#ifndef KS_NOISE_MEASURING_H
#define KS_NOISE_MEASURING_H

#include "../../os/coreset.h"
#include "analysis.h"

typedef struct request {
  noise_mode mode;
  workload workload;            /* bits and threshold are computed here from the following */
  int interval_bits, work_bits; /* 0: chosen */
  size_t samples;               /* 0: as usual */
  int threads;                  /* 0: one, or one for each of `cores` */
  ksi_coreset cores;            /* empty: all that the program may use */
  double seconds;               /* DETOUR */
  double threshold_ns;          /* DETOUR */
  int has_causes;               /* record them: 1 with a trace if possible, 2 from counters only */
  const char *trace;            /* keep the trace in this file; null: nowhere */
} request;

/* 0, or the exit status after an error message. */
int measure(const request *wanted, measurement *made);

#endif
