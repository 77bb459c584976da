/* Two passes, the second over the differences from the mean, so that nothing cancels: a mean of
 * 1e-6 must be distinguishable from one of 2e-6.
 *
 * The document prints kurtosis with its numerator and denominator, which show its definition: Kden
 * / StdDev^4 is the number of samples, and kurtosis is Knum / Kden - 3.
 */
#include "moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *noise_of_work(const series *of, size_t *count) {
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < of->count; i++)
    least = of->ticks[i] < least ? of->ticks[i] : least;
  *count = least > 0 ? of->count : 0;
  double *noise = malloc((*count + 1) * sizeof *noise);
  for (size_t i = 0; noise != NULL && i < *count; i++)
    noise[i] = (double)(of->ticks[i] - least) / (double)least;
  return noise;
}

static double rate(const series *of, size_t i) {
  return (double)of->work[i] / (double)(of->ticks[i] - of->ticks[i - 1]);
}

/* The fastest sample may have been read a tick early. So the rate of a whole sample counts, not the
 * count. */
static double *noise_of_time(const series *of, size_t *count) {
  double most = 0;
  for (size_t i = 1; i < of->count; i++)
    most = rate(of, i) > most ? rate(of, i) : most;
  *count = most > 0 ? of->count - 1 : 0;
  double *noise = malloc((*count + 1) * sizeof *noise);
  for (size_t i = 0; noise != NULL && i < *count; i++)
    noise[i] = (most - rate(of, i + 1)) / most;
  return noise;
}

double *scaled_noise(const series *of, size_t *count) {
  return of->mode == NOISE_FWQ ? noise_of_work(of, count) : noise_of_time(of, count);
}

moments find_moments(const double *noise, size_t count) {
  moments found = {.count = count};
  double sum = 0, rest = 0, second = 0, third = 0, fourth = 0;
  for (size_t i = 0; i < count; i++)
    sum += noise[i];
  found.mean = count > 0 ? sum / (double)count : 0;
  for (size_t i = 0; i < count; i++)
    rest += noise[i] - found.mean;
  found.mean += count > 0 ? rest / (double)count : 0;
  for (size_t i = 0; i < count; i++) {
    double d = noise[i] - found.mean, square = d * d;
    second += square;
    third += square * d;
    fourth += square * square;
  }
  if (count < 2 || second <= 0)
    return found;
  double deviation = sqrt(second / (double)(count - 1)), square = deviation * deviation;
  found.deviation = deviation;
  found.knum = fourth;
  found.kden = (double)count * square * square;
  found.kurtosis = fourth / found.kden - 3;
  found.skewness = third / ((double)count * square * deviation);
  return found;
}

/* Of the quanta that fit into the whole time. */
static double lost_quanta(const series *of) {
  double most = 0, done = 0;
  for (size_t i = 1; i < of->count; i++) {
    most = rate(of, i) > most ? rate(of, i) : most;
    done += (double)of->work[i];
  }
  double room = most * (double)(of->ticks[of->count - 1] - of->ticks[0]);
  return room > done ? 1 - done / room : 0;
}

void add_extremes(moments *to, const series *of) {
  const uint64_t *values = of->mode == NOISE_FWQ ? of->ticks : of->work;
  uint64_t least = UINT64_MAX, most = 0;
  for (size_t i = of->mode == NOISE_FWQ ? 0 : 1; i < of->count; i++) {
    least = values[i] < least ? values[i] : least;
    most = values[i] > most ? values[i] : most;
  }
  to->least = (double)least;
  to->most = (double)most;
  to->lost = of->mode == NOISE_FWQ ? to->mean / (1 + to->mean) : lost_quanta(of);
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void sort_numbers(double *numbers, size_t count) {
  qsort(numbers, count, sizeof *numbers, by_value);
}

double percentile(const double *sorted, size_t count, double share) {
  if (count == 0)
    return 0;
  size_t rank = (size_t)ceil(share * (double)count - 1e-9);
  return sorted[rank > 0 ? (rank <= count ? rank - 1 : count - 1) : 0];
}

void find_spread(double *numbers, size_t count, double *median, double *spread) {
  sort_numbers(numbers, count);
  *median = percentile(numbers, count, 0.5);
  for (size_t i = 0; i < count; i++)
    numbers[i] = fabs(numbers[i] - *median);
  sort_numbers(numbers, count);
  *spread = percentile(numbers, count, 0.5);
}

int is_diminutive(const moments *of) {
  return of->mean < MOST_MEAN && of->deviation < MOST_DEVIATION && of->kurtosis < MOST_KURTOSIS;
}
