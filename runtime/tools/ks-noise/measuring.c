/* Each thread pins itself, allocates its memory (so that it is near its core), waits for the
 * others, and measures. A core that is not available is reported. It is measured unpinned only if
 * the user did not request it by number. */
#define _GNU_SOURCE
#include "measuring.h"

#include "recording.h"

#include "../../os/os.h"
#include "../../record/clock.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WRONG_USAGE = 2, INTERNAL = 70, MOST_DETOURS = 100000 };

typedef struct runner {
  pthread_t thread;
  const request *wanted;
  workload workload;
  series *series;
  int core;
  int problem; /* errno value of pinning */
  int has_memory;
  pthread_barrier_t *start;
} runner;

static size_t usual_samples(noise_mode mode) {
  return mode == NOISE_FTQ ? 8192 : mode == NOISE_FWQ ? 4096 : MOST_DETOURS;
}

static int make_vectors(workload *of) {
  if (of->kind != WORK_DAXPY)
    return 1;
  of->x = malloc(of->vector * sizeof *of->x);
  of->y = malloc(of->vector * sizeof *of->y);
  for (size_t i = 0; of->x != NULL && of->y != NULL && i < of->vector; i++)
    of->x[i] = of->y[i] = 1;
  return of->x != NULL && of->y != NULL;
}

static void free_vectors(workload *of) {
  free(of->x);
  free(of->y);
}

static void *run(void *argument) {
  runner *in = argument;
  ksi_coreset own = {{0}};
  const request *wanted = in->wanted;
  const double tick_ns = in->series->tick_ns;
  char name[16];
  ksi_add_core(&own, in->core);
  in->problem = ksi_set_affinity(&own);
  snprintf(name, sizeof name, OWN_THREAD "%d", in->core % 100000);
  pthread_setname_np(pthread_self(), name);
  int thread = in->series->thread;
  in->has_memory =
      series_make(in->series, wanted->mode,
                  wanted->samples > 0 ? wanted->samples : usual_samples(wanted->mode)) &&
      make_vectors(&in->workload);
  in->series->tick_ns = tick_ns;
  in->series->thread = thread;
  in->series->core = in->problem == 0 ? in->core : -1;
  in->series->length_ticks =
      (uint64_t)((wanted->seconds > 0 ? wanted->seconds : 5) * 1e9 / tick_ns);
  pthread_barrier_wait(in->start);
  if (!in->has_memory)
    in->series->count = 0;
  else if (wanted->mode == NOISE_FTQ)
    run_ftq(&in->workload, in->series);
  else if (wanted->mode == NOISE_FWQ)
    run_fwq(&in->workload, in->series);
  else
    run_detours(&in->workload, in->series);
  free_vectors(&in->workload);
  return NULL;
}

/* The cores to measure on, in order; their number, or 0 after an error message. */
static int choose_cores(const request *wanted, int *cores) {
  ksi_coreset usable, chosen;
  char list[KSI_VALUE_BYTES];
  int count = 0;
  ksi_get_affinity(&usable);
  chosen = ksi_count_cores(&wanted->cores) > 0 ? wanted->cores : usable;
  ksi_coreset missing = ksi_without_cores(chosen, usable);
  ksi_print_cores(&usable, list, sizeof list);
  if (ksi_count_cores(&missing) > 0) {
    fprintf(stderr, "ks-noise: error: of the requested cores, only those in %s may be used\n",
            list);
    return 0;
  }
  int all = ksi_count_cores(&chosen);
  int most = wanted->threads > 0 ? wanted->threads : ksi_count_cores(&wanted->cores) > 0 ? all : 1;
  if (most > all) {
    fprintf(stderr, "ks-noise: error: %d threads, but only %d core%s may be used: %s\n", most, all,
            all == 1 ? "" : "s", list);
    return 0;
  }
  for (int core = 0; core < KSI_MOST_CORES && count < most; core++)
    if (ksi_has_core(&chosen, core))
      cores[count++] = core;
  return count;
}

/* The requested bits, or those closest to the usual time, measured on the core of the first thread.
 */
static int choose_workload(const request *wanted, double tick_ns, int core, workload *chosen) {
  ksi_coreset before, own = {{0}};
  *chosen = wanted->workload;
  chosen->bits = wanted->mode == NOISE_FTQ ? wanted->interval_bits : wanted->work_bits;
  chosen->threshold = (uint64_t)(wanted->threshold_ns / tick_ns);
  if (chosen->bits != 0 || wanted->mode == NOISE_DETOUR)
    return 1;
  if (wanted->mode == NOISE_FTQ) {
    chosen->bits = bits_for_interval(tick_ns, 350000);
    return 1;
  }
  ksi_get_affinity(&before);
  ksi_add_core(&own, core);
  ksi_set_affinity(&own);
  int is_there = make_vectors(chosen);
  if (is_there)
    chosen->bits = bits_for_work(chosen, tick_ns, 1e6);
  free_vectors(chosen);
  chosen->x = chosen->y = NULL;
  ksi_set_affinity(&before);
  return is_there;
}

static int out_of_memory(void) {
  fputs("ks-noise: error: no memory\n", stderr);
  return INTERNAL;
}

static int run_all(runner *runners, size_t count) {
  pthread_barrier_t start;
  pthread_barrier_init(&start, NULL, (unsigned)count);
  for (size_t i = 0; i < count; i++) {
    runners[i].start = &start;
    int problem = pthread_create(&runners[i].thread, NULL, run, &runners[i]);
    if (problem == 0)
      continue;
    fprintf(stderr, "ks-noise: error: thread %zu cannot be started: %s\n", i, strerror(problem));
    exit(INTERNAL); /* those that wait at the barrier end with the program */
  }
  for (size_t i = 0; i < count; i++)
    pthread_join(runners[i].thread, NULL);
  pthread_barrier_destroy(&start);
  for (size_t i = 0; i < count; i++) {
    if (runners[i].problem != 0)
      fprintf(stderr, "ks-noise: thread %zu is not pinned to core %d: %s\n", i, runners[i].core,
              strerror(runners[i].problem));
    if (!runners[i].has_memory)
      return out_of_memory();
  }
  return 0;
}

static int run_counted(runner *runners, measurement *made) {
  counters before, after;
  take_counters(&before);
  uint64_t begin = ksi_now_ns();
  int status = run_all(runners, made->count);
  made->seconds = (double)(ksi_now_ns() - begin) / 1e9;
  take_counters(&after);
  if (!subtract_counters(&before, &after, &made->difference))
    status = out_of_memory();
  free_counters(&before);
  free_counters(&after);
  return status;
}

/* The trace ends even if the measurement fails. */
static int run_recorded(const request *wanted, runner *runners, const int *cores,
                        measurement *made) {
  if (!wanted->has_causes)
    return run_counted(runners, made);
  recording *recording =
      begin_recording(cores, made->count, made->tick_ns, wanted->has_causes == 1);
  if (recording == NULL)
    return out_of_memory();
  int status = run_counted(runners, made);
  int problem = end_recording(recording, made, wanted->trace);
  return status != 0 ? status : problem;
}

int measure(const request *wanted, measurement *made) {
  static int cores[KSI_MOST_CORES];
  int count = choose_cores(wanted, cores);
  if (count == 0)
    return WRONG_USAGE;
  made->clock = choose_clock();
  made->tick_ns = measure_tick_ns();
  made->threads = calloc((size_t)count, sizeof *made->threads);
  runner *runners = calloc((size_t)count, sizeof *runners);
  int status = made->threads == NULL || runners == NULL ||
                       !choose_workload(wanted, made->tick_ns, cores[0], &made->workload)
                   ? out_of_memory()
                   : 0;
  for (int i = 0; status == 0 && i < count; i++) {
    runners[i] = (runner){.wanted = wanted,
                          .workload = made->workload,
                          .series = &made->threads[i].series,
                          .core = cores[i]};
    *runners[i].series = (series){.thread = i, .tick_ns = made->tick_ns};
  }
  made->count = status == 0 ? (size_t)count : 0;
  if (status == 0)
    status = run_recorded(wanted, runners, cores, made);
  free(runners);
  return status;
}
