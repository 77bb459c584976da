/* The analysis of a measurement. */
#ifndef KS_NOISE_ANALYSIS_H
#define KS_NOISE_ANALYSIS_H

#include "culprits.h"
#include "detours.h"
#include "moments.h"
#include "series.h"
#include "spectrum.h"
#include "work.h"

#include <stdio.h>

enum { PERCENTILES = 6, CULPRIT_BYTES = 512 };
extern const double percentile_shares[PERCENTILES]; /* the last is 1, the longest */

typedef struct thread_analysis {
  series series;
  double *noise; /* scaled, in order of time; null for detours */
  size_t noise_count;
  moments moments;
  /* FWQ: of the samples, FTQ: of the loss of each, detours: of their lengths. */
  double percentile_ns[PERCENTILES];
  detours detours;
  spectrum spectrum;
  char culprits[MOST_PEAKS][CULPRIT_BYTES];
} thread_analysis;

typedef struct measurement {
  noise_mode mode;
  workload workload; /* of no meaning for files */
  int is_from_files;
  const char *clock;
  double tick_ns;
  double seconds; /* between the two reads of the system's counters */
  counters difference;
  thread_analysis *threads;
  size_t count;
} measurement;

/* 1 done, 0 no memory, -1 the samples are too short for the clock. */
int analyse(thread_analysis *of, double min_detour_ns, const counters *difference, double seconds);
void free_analysis(thread_analysis *of);
/* Whether FWQ's noise is diminutive in all threads. */
int has_diminutive_noise(const measurement *of);

/* `most`: detours and counters to list. */
void print_report(FILE *file, const measurement *of, size_t most);
void write_json(FILE *file, const measurement *of);
/* `bins`: of the histograms. */
void write_plots(FILE *file, const measurement *of, int bins);

extern const char *const mode_names[];

#endif
