/* Threads on cores, each with its series. */
#ifndef KS_NOISE_MEASURING_H
#define KS_NOISE_MEASURING_H

#include "../../os/coreset.h"
#include "analysis.h"

typedef struct request {
  noise_mode mode;
  workload workload;            /* bits and threshold are found here from what follows */
  int interval_bits, work_bits; /* 0: chosen */
  size_t samples;               /* 0: as usual */
  int threads;                  /* 0: one, or as many as `cores` has */
  ksi_coreset cores;            /* empty: those that the program may use */
  double seconds;               /* DETOUR */
  double threshold_ns;          /* DETOUR */
} request;

/* 0, or the exit status after a complaint on stderr. */
int measure(const request *wanted, measurement *made);

#endif
