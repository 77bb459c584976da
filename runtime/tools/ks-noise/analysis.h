/* The analysis of a measurement. */
#ifndef KS_NOISE_ANALYSIS_H
#define KS_NOISE_ANALYSIS_H

#include "causes.h"
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
  thread_causes causes; /* empty without evidence */
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
  evidence *evidence; /* of causes; null if nobody asked */
} measurement;

/* 1 done, 0 no memory, -1 the samples are too short for the clock. */
int analyse(thread_analysis *of, double min_detour_ns, const counters *difference, double seconds);
void free_analysis(thread_analysis *of);
/* Of all threads, once they are analyzed. Whether there was memory. */
int analyse_causes(measurement *of);
/* Whether FWQ's noise is diminutive in all threads. */
int has_diminutive_noise(const measurement *of);

/* `most`: detours and counters to list. */
void print_report(FILE *file, const measurement *of, size_t most);
/* Parts of it: the causes of all detours, and of one after its length. */
void print_causes(FILE *file, const measurement *of, size_t most);
void print_detour_causes(FILE *file, const measurement *of, const thread_analysis *thread,
                         size_t index);
/* "12.5 us" */
const char *print_duration(char text[24], double ns);
void write_json(FILE *file, const measurement *of);
/* `bins`: of the histograms. */
void write_plots(FILE *file, const measurement *of, int bins);

extern const char *const mode_names[];

#endif
