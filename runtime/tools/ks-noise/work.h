/* The work that is measured, and the loops that measure it. */
#ifndef KS_NOISE_WORK_H
#define KS_NOISE_WORK_H

#include "series.h"

typedef enum work_kind { WORK_COUNT, WORK_SINGLE, WORK_ASM, WORK_DAXPY, WORK_KINDS } work_kind;

extern const char *const work_names[WORK_KINDS];
/* A quantum of each kind, described for people. */
extern const char *const work_texts[WORK_KINDS];

enum { LEAST_BITS = 3, MOST_BITS = 30, DEFAULT_VECTOR = 1024 };

typedef struct workload {
  work_kind kind;
  int bits;           /* FTQ: interval of 2^bits ticks. FWQ: sample of 2^bits quanta */
  double *x, *y;      /* DAXPY: of the thread that works */
  size_t vector;      /* DAXPY: elements */
  uint64_t threshold; /* DETOUR: anything longer than this number of ticks is one */
} workload;

/* Measures into all samples of the series, on the calling thread. */
void run_ftq(const workload *of, series *into);
void run_fwq(const workload *of, series *into);
/* Watches the clock for `length_ticks` of the series, or until it is full. */
void run_detours(const workload *of, series *into);

/* The clock for samples: chosen once, before everything else here. */
const char *choose_clock(void);
double measure_tick_ns(void);
/* The minimum number of ticks between two reads of the clock. */
uint64_t clock_step(void);
/* The bits with which a sample is closest to the time. */
int bits_for_interval(double tick_ns, double wanted_ns);
int bits_for_work(const workload *of, double tick_ns, double wanted_ns);

#endif
