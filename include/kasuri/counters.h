/* counters.h - a program's own counters, while it runs.
 *
 * A program that runs with KASURI_PROFILE or KASURI_TRACE can ask how long its layers and tasks
 * have taken so far:
 *
 *     #include <kasuri/counters.h>
 *
 *     ks_counter frames;
 *     if (ks_read_counter("encode_frame@encoder.c:120", KS_WHOLE_RUNS, KS_ALL_WORKERS, &frames))
 *       printf("%.0f us, on average %.0f us\n", frames.ks_last_ns / 1e3, frames.ks_mean_ns / 1e3);
 *
 * Names are those of the profile (docs/formats/profile.md). A short layer is not measured in each
 * run, so its counter has fewer samples than it had runs. Any thread may ask at any time, also
 * while others count; samples that end at this moment may be left out.
 *
 * The header can stay in the program permanently: without Kasuri's runtime the functions find
 * nothing. (They look for weak symbols, which libkasuri defines.)
 */
#ifndef KASURI_COUNTERS_H
#define KASURI_COUNTERS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Times in ns. Those of tasks and functions exclude what was measured inside and what measuring
 * costs, so a sample may be slightly below 0. Without samples all members are 0. */
typedef struct ks_counter {
  unsigned long long ks_samples;
  double ks_last_ns; /* the sample that ended last: the instantaneous value */
  double ks_mean_ns;
  double ks_variance_ns2; /* of a sample: divided by the number of samples - 1 */
  double ks_least_ns, ks_most_ns;
} ks_counter;

/* Instead of the name of a part: runs of the layer, from start to end. */
#define KS_WHOLE_RUNS ((const char *)0)
#define KS_ALL_WORKERS (-1)

/* What the runtime defines; null without it. Programs call the functions below. */
#ifdef KS_DEFINES_COUNTERS
#define KS_MAY_BE_NULL
#else
#define KS_MAY_BE_NULL __attribute__((__weak__))
#endif
int ks_find_counter(const char *ks_layer_name, const char *ks_part_name, int ks_worker,
                    ks_counter *ks_found) KS_MAY_BE_NULL;
int ks_walk_counters(int (*ks_each)(void *ks_argument, const char *ks_layer_name,
                                    const char *ks_part_name, const ks_counter *ks_found),
                     void *ks_argument) KS_MAY_BE_NULL;

#ifndef KS_DEFINES_COUNTERS

/* The counter of a part of a layer: a task by its name, a function of the runtime ("fork-join",
 * "wake", "dispatch", "wait", "join", "queue", "switch-level", "scratch"), or KS_WHOLE_RUNS. Of one
 * worker (0: threads of the program; those of the team from 1), or of all together; in all
 * schedules of the layer. Whether there are samples. */
static __inline__ int ks_read_counter(const char *ks_layer_name, const char *ks_part_name,
                                      int ks_worker, ks_counter *ks_found) {
  const ks_counter ks_none = {0, 0, 0, 0, 0, 0};
  if (ks_find_counter)
    return ks_find_counter(ks_layer_name, ks_part_name, ks_worker, ks_found);
  *ks_found = ks_none;
  return 0;
}

/* Calls `ks_each` for each part of each layer that has samples, of all workers together, until it
 * does not return 0. Returns its last value, 0 without calls. The names last as long as the
 * process. */
static __inline__ int ks_each_counter(int (*ks_each)(void *ks_argument, const char *ks_layer_name,
                                                     const char *ks_part_name,
                                                     const ks_counter *ks_found),
                                      void *ks_argument) {
  return ks_walk_counters ? ks_walk_counters(ks_each, ks_argument) : 0;
}

#endif

#ifdef __cplusplus
}
#endif

#endif
