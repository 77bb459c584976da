/* Mean and variance in one pass, without large sums that cancel (Welford 1962). Each sample moves
 * the mean by its share of the distance, and adds to the squares the product of its distances from
 * the old and from the new mean. Two series are merged with the distance of their means (Chan,
 * Golub and LeVeque 1979), so each worker keeps its own and no cache line is shared. Everything is
 * in doubles: in floats the mean of some million samples stops changing.
 *
 * Maxima are rare and large, so a mean without a histogram says little. The histogram is
 * log-linear: eight buckets to each power of two, found by counting leading zeros. It spans
 * fractions of a nanosecond to an hour in 368 counters, and no percentile is off by more than an
 * eighth.
 */
#include "statistics.h"

int ksi_bucket_of(int64_t value) {
  if (value < KSI_EIGHTHS)
    return value < 0 ? 0 : (int)value;
  int exponent = 63 - __builtin_clzll((uint64_t)value);
  if (exponent > KSI_MOST_EXPONENT)
    return KSI_BUCKETS - 1;
  return (exponent - 2) * KSI_EIGHTHS + (int)(((uint64_t)value >> (exponent - 3)) & 7);
}

uint64_t ksi_bucket_begin(int bucket) {
  if (bucket < KSI_EIGHTHS)
    return (uint64_t)bucket;
  int exponent = bucket / KSI_EIGHTHS + 2;
  return (uint64_t)(KSI_EIGHTHS + bucket % KSI_EIGHTHS) << (exponent - 3);
}

void ksi_add_sample(ksi_statistics *statistics, int64_t value) {
  const double distance = (double)value - statistics->mean;
  const uint64_t count = statistics->count + 1;
  const double mean = statistics->mean + distance / (double)count;
  uint32_t *bucket = &statistics->bucket[ksi_bucket_of(value)];
  if (count == 1 || value < statistics->least)
    KSI_PUT(statistics->least, value);
  if (count == 1 || value > statistics->most)
    KSI_PUT(statistics->most, value);
  KSI_PUT(statistics->squares, statistics->squares + distance * ((double)value - mean));
  KSI_PUT(statistics->mean, mean);
  KSI_PUT(statistics->count, count);
  KSI_PUT(*bucket, *bucket + (*bucket != UINT32_MAX));
}

void ksi_merge_statistics(ksi_statistics *into, const ksi_statistics *from) {
  if (from->count == 0)
    return;
  const double own = (double)into->count, other = (double)from->count, all = own + other;
  const double distance = from->mean - into->mean;
  if (into->count == 0 || from->least < into->least)
    into->least = from->least;
  if (into->count == 0 || from->most > into->most)
    into->most = from->most;
  into->mean += distance * (other / all);
  into->squares += from->squares + distance * distance * (own * other / all);
  into->count += from->count;
  for (int i = 0; i < KSI_BUCKETS; i++)
    into->bucket[i] += from->bucket[i] < UINT32_MAX - into->bucket[i]
                           ? from->bucket[i]
                           : UINT32_MAX - into->bucket[i];
}

double ksi_variance(const ksi_statistics *statistics) {
  return statistics->count < 2 ? 0 : statistics->squares / (double)(statistics->count - 1);
}

static double within(const ksi_statistics *statistics, double value) {
  const double least = statistics->least > 0 ? (double)statistics->least : 0;
  const double most = (double)statistics->most;
  return value < least ? least : value > most ? most : value;
}

double ksi_percentile(const ksi_statistics *statistics, double share) {
  double all = 0, passed = 0;
  for (int i = 0; i < KSI_BUCKETS; i++)
    all += statistics->bucket[i];
  for (int i = 0; i < KSI_BUCKETS; i++) {
    passed += statistics->bucket[i];
    if (statistics->bucket[i] > 0 && passed >= share * all)
      return within(statistics, (double)(ksi_bucket_begin(i) + ksi_bucket_begin(i + 1) - 1) / 2);
  }
  return 0;
}
