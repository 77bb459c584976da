/* The measurement: one series of samples for each thread. */
#ifndef KS_NOISE_SERIES_H
#define KS_NOISE_SERIES_H

#include <stddef.h>
#include <stdint.h>

typedef enum noise_mode { NOISE_FTQ, NOISE_FWQ, NOISE_DETOUR } noise_mode;

typedef struct series {
  noise_mode mode;
  int thread;
  int core; /* -1: unknown, or the thread could not be pinned */
  size_t count;
  /* FTQ: when each sample ended. FWQ: how long it took. DETOUR: when each detour started. */
  uint64_t *ticks;
  /* FTQ: quanta of work done in each sample. DETOUR: how long each took. FWQ: null. */
  uint64_t *work;
  uint64_t begin_ticks;  /* DETOUR: of the watch; FWQ: of the first sample; 0: unknown */
  uint64_t length_ticks; /* DETOUR: of the watch */
  uint64_t interval;     /* FTQ: of a sample, in ticks; 0: computed from the times */
  double tick_ns;
} series;

/* Whether there was memory; all of it is touched, so that no page fault is measured. */
int series_make(series *made, noise_mode mode, size_t count);
void series_free(series *made);
/* The time, in ticks, from which the analysis counts. */
uint64_t begin_of(const series *of);

/* The data files of the FTQ/FWQ document, one number a line. FTQ: PREFIX_counts.dat and
 * PREFIX_times.dat; FWQ: PREFIX_times.dat; detours: PREFIX_detours.dat, begin and length in ns.
 * With numbered threads PREFIX_0_counts.dat and so on. 0 or an errno value, and `path` of the file
 * in question. */
int series_write(const series *of, const char *prefix, int is_numbered, char *path, size_t size);
/* The same numbers for reading by people and pipes: FTQ "end count", FWQ "duration". */
int series_print(const series *of);

/* Reads PREFIX_times.dat or PREFIX_counts.dat; of FTQ each one with the other. NULL or what is
 * wrong, in `problem`. */
const char *series_read(series *made, noise_mode mode, const char *path, char *problem,
                        size_t size);

#endif
