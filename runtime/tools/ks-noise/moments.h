/* Statistics of noise, as the FTQ/FWQ document defines them, and percentiles. */
#ifndef KS_NOISE_MOMENTS_H
#define KS_NOISE_MOMENTS_H

#include "series.h"

/* Of the scaled noise x of a series: FWQ (sample - least) / least; FTQ (most - rate) / most, where
 * a sample's rate is its quanta divided by its length. The first sample of FTQ is excluded, because
 * its start is unknown. */
typedef struct moments {
  size_t count;
  double mean, deviation; /* of n - 1 */
  double knum;            /* sum of (x - mean)^4 */
  double kden;            /* n * deviation^4 */
  double kurtosis;        /* in excess of the normal distribution's: knum / kden - 3 */
  double skewness;        /* sum of (x - mean)^3 / (n * deviation^3) */
  double least, most;     /* samples: FWQ ticks, FTQ quanta */
  double lost;            /* share of the time in which the thread was slower than at its best */
} moments;

/* The scaled noise of a series, `*count` values; null: no memory, or (*count == 0) the samples are
 * too short for the clock. */
double *scaled_noise(const series *of, size_t *count);
moments find_moments(const double *noise, size_t count);
void add_extremes(moments *to, const series *of);

/* The value that `share` of the sorted ones do not exceed (nearest rank). */
double percentile(const double *sorted, size_t count, double share);
void sort_numbers(double *numbers, size_t count);
/* Median, and the median of the distances from it; disturbs the order. */
void find_spread(double *numbers, size_t count, double *median, double *spread);

/* The document's limits of a diminutive noise environment: FWQ's mean, deviation and kurtosis below
 * these in all threads. */
#define MOST_MEAN 1e-6
#define MOST_DEVIATION 1e-3
#define MOST_KURTOSIS 100
int is_diminutive(const moments *of);

#endif
