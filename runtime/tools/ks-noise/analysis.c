/* Computes the analysis from the samples. */
#include "analysis.h"

#include <stdlib.h>

const double percentile_shares[PERCENTILES] = {0.5, 0.9, 0.99, 0.999, 0.9999, 1};
const char *const mode_names[] = {"ftq", "fwq", "detour"};

static int find_percentiles(thread_analysis *of) {
  const series *in = &of->series;
  size_t count = in->mode == NOISE_FTQ ? of->noise_count : in->count;
  double *values = malloc((count + 1) * sizeof *values);
  if (values == NULL)
    return 0;
  for (size_t i = 0; i < count; i++)
    if (in->mode == NOISE_FTQ) /* the time of the sample, minus that of its work at the best rate */
      values[i] = of->noise[i] * (double)(in->ticks[i + 1] - in->ticks[i]) * in->tick_ns;
    else
      values[i] = (double)(in->mode == NOISE_FWQ ? in->ticks[i] : in->work[i]) * in->tick_ns;
  sort_numbers(values, count);
  for (int i = 0; i < PERCENTILES; i++)
    of->percentile_ns[i] = percentile(values, count, percentile_shares[i]);
  free(values);
  return 1;
}

static int find_periods(thread_analysis *of, const counters *difference, double seconds) {
  lost_shares shares;
  int is_there = find_lost_shares(&of->series, &shares) && find_spectrum(&shares, &of->spectrum);
  free(shares.share);
  for (int i = 0; is_there && i < of->spectrum.peaks; i++) {
    const peak *each = &of->spectrum.peak[i];
    name_culprits(each->hz, each->error_hz, of->series.core, difference, seconds, of->culprits[i],
                  CULPRIT_BYTES);
  }
  return is_there;
}

int analyse(thread_analysis *of, double min_detour_ns, const counters *difference, double seconds) {
  if (!find_detours(&of->series, min_detour_ns, &of->detours))
    return 0;
  if (of->series.mode == NOISE_DETOUR)
    return find_percentiles(of);
  of->noise = scaled_noise(&of->series, &of->noise_count);
  if (of->noise == NULL)
    return 0;
  if (of->noise_count == 0)
    return -1;
  of->moments = find_moments(of->noise, of->noise_count);
  add_extremes(&of->moments, &of->series);
  return find_percentiles(of) && find_periods(of, difference, seconds);
}

void free_analysis(thread_analysis *of) {
  series_free(&of->series);
  free_detours(&of->detours);
  free_spectrum(&of->spectrum);
  free_causes(&of->causes);
  free(of->noise);
  of->noise = NULL;
}

int analyse_causes(measurement *of) {
  observed_thread *threads = of->evidence != NULL ? calloc(of->count, sizeof *threads) : NULL;
  if (of->evidence == NULL)
    return 1;
  for (size_t i = 0; threads != NULL && i < of->count; i++) {
    thread_analysis *each = &of->threads[i];
    threads[i] = (observed_thread){each->series.core, &each->detours,
                                   (double)begin_of(&each->series) * of->tick_ns, &each->causes};
  }
  int is_there = threads != NULL && find_causes(of->evidence, threads, of->count);
  free(threads);
  return is_there;
}

int has_diminutive_noise(const measurement *of) {
  for (size_t i = 0; i < of->count; i++)
    if (!is_diminutive(&of->threads[i].moments))
      return 0;
  return 1;
}
