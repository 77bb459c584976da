/* A sample is disturbed if it is so much longer than the median that the spread of the samples does
 * not explain it: more than five standard deviations, computed from the median distance (which
 * disturbed samples do not affect), and at least one microsecond, because no interrupt is shorter.
 * All disturbances in one sample count as one detour; `ks-noise detour` distinguishes them.
 *
 * For the spectrum, time is divided into intervals of one sample, and each gets the loss of the
 * samples in it. An FTQ sample that a long detour extends over several intervals fills them all, so
 * the grid remains one of time. FWQ samples are distributed by their start and end, in the same
 * way.
 */
#include "detours.h"

#include "moments.h"

#include <stdlib.h>
#include <string.h>

static const double deviations_per_spread = 1.4826, max_deviations = 5, min_detour_ns = 1000;

typedef struct sample {
  double begin_ns, length_ns, lost_ns;
} sample;

/* The first sample of FTQ has no start. */
static size_t first_of(const series *of) { return of->mode == NOISE_FTQ ? 1 : 0; }

static double length_ns(const series *of, size_t i) {
  uint64_t ticks = of->mode == NOISE_FTQ ? of->ticks[i] - of->ticks[i - 1] : of->ticks[i];
  return (double)ticks * of->tick_ns;
}

/* Time for each quantum, or for each sample. */
static double cost_ns(const series *of, size_t i) {
  if (of->mode == NOISE_FWQ)
    return length_ns(of, i);
  return of->work[i] > 0 ? length_ns(of, i) / (double)of->work[i] : length_ns(of, i);
}

/* The samples with the loss of each compared with the median; null without memory. */
static sample *find_samples(const series *of, size_t *count, double *spread_ns) {
  size_t first = first_of(of);
  double median, begin = 0;
  *count = of->count - first;
  sample *samples = malloc(*count * sizeof *samples);
  double *costs = malloc(*count * sizeof *costs);
  if (samples == NULL || costs == NULL) {
    free(samples);
    free(costs);
    return NULL;
  }
  for (size_t i = 0; i < *count; i++)
    costs[i] = cost_ns(of, first + i);
  sort_numbers(costs, *count);
  median = percentile(costs, *count, 0.5);
  for (size_t i = 0; i < *count; i++) {
    double length = length_ns(of, first + i);
    double usual = of->mode == NOISE_FWQ ? median : median * (double)of->work[first + i];
    samples[i] = (sample){begin, length, length - usual};
    costs[i] = samples[i].lost_ns;
    begin += length;
  }
  find_spread(costs, *count, &median, spread_ns);
  free(costs);
  return samples;
}

static int find_between_readings(const series *of, detours *found) {
  found->watched_ns = (double)of->length_ticks * of->tick_ns;
  for (size_t i = 0; i < of->count; i++) {
    double length = (double)of->work[i] * of->tick_ns;
    if (length < found->threshold_ns)
      continue;
    found->list[found->count++] =
        (detour){(double)(of->ticks[i] - of->begin_ticks) * of->tick_ns, length, 0};
    found->total_ns += length;
  }
  return 1;
}

int find_detours(const series *of, double min_ns, detours *found) {
  size_t count = 0;
  double spread = 0;
  *found = (detours){.threshold_ns = min_ns, .list = malloc((of->count + 1) * sizeof(detour))};
  if (found->list == NULL)
    return 0;
  if (of->mode == NOISE_DETOUR)
    return find_between_readings(of, found);
  sample *samples = find_samples(of, &count, &spread);
  if (samples == NULL)
    return 0;
  if (min_ns <= 0) {
    found->threshold_ns = max_deviations * deviations_per_spread * spread;
    if (found->threshold_ns < min_detour_ns)
      found->threshold_ns = min_detour_ns;
  }
  for (size_t i = 0; i < count; i++) {
    found->watched_ns += samples[i].length_ns;
    if (samples[i].lost_ns <= found->threshold_ns)
      continue;
    found->list[found->count++] =
        (detour){samples[i].begin_ns, samples[i].lost_ns, samples[i].length_ns};
    found->total_ns += samples[i].lost_ns;
  }
  free(samples);
  return 1;
}

void free_detours(detours *found) {
  free(found->list);
  found->list = NULL;
}

/* --- Over time. */

static double middle_length(const sample *samples, size_t count) {
  double *lengths = malloc(count * sizeof *lengths), middle = 0;
  for (size_t i = 0; lengths != NULL && i < count; i++)
    lengths[i] = samples[i].length_ns;
  if (lengths != NULL) {
    sort_numbers(lengths, count);
    middle = percentile(lengths, count, 0.5);
  }
  free(lengths);
  return middle;
}

/* Distributes the lost time of a sample to the intervals that it covers. */
static void deal_out(const sample *of, double interval, lost_shares *into) {
  double at = of->begin_ns, end = at + of->length_ns;
  size_t last = into->count;
  for (size_t i = (size_t)(at / interval); i < last && at < end; i++) {
    double next = interval * (double)(i + 1);
    double part = (next < end ? next : end) - at;
    if (part > 0)
      into->share[i] += of->lost_ns * part / of->length_ns / interval;
    at = next > at ? next : at;
  }
}

int find_lost_shares(const series *of, lost_shares *found) {
  size_t count;
  double spread;
  sample *samples = find_samples(of, &count, &spread);
  *found = (lost_shares){0};
  if (samples == NULL)
    return 0;
  double interval = of->interval > 0 ? (double)of->interval * of->tick_ns : 0, all = 0;
  if (interval <= 0)
    interval = middle_length(samples, count);
  if (interval > 0)
    all = (samples[count - 1].begin_ns + samples[count - 1].length_ns) / interval;
  found->interval_ns = interval;
  found->count = all >= 1 && all < 1e8 ? (size_t)all : 0;
  found->share = calloc(found->count + 1, sizeof *found->share);
  for (size_t i = 0; found->share != NULL && i < count; i++)
    deal_out(&samples[i], interval, found);
  free(samples);
  return found->share != NULL;
}
