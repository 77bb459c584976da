/* Count, mean, deviation, extremes and histogram of a series of durations. */
#ifndef KSI_STATISTICS_H
#define KSI_STATISTICS_H

#include <stdint.h>

/* Each power of two is divided in EIGHTHS; below 8 each value has its own bucket. So the
 * width of a bucket is at most an eighth of its values, and the last one starts at 15 * 2^40 ticks,
 * an hour or more. */
enum { KSI_EIGHTHS = 8, KSI_MOST_EXPONENT = 47, KSI_BUCKETS = (KSI_MOST_EXPONENT - 1) * 8 };

/* Written by one thread, with stores that another may read concurrently (KSI_PUT). */
typedef struct ksi_statistics {
  uint64_t count;
  double mean;
  double squares; /* sum of the squared deviations from the mean */
  int64_t least;  /* meaningless while count is 0, like `most` */
  int64_t most;
  uint32_t bucket[KSI_BUCKETS];
} ksi_statistics;

/* A store that concurrent readers see completely, if the machine has such stores. */
#if __SIZEOF_POINTER__ >= 8
#define KSI_PUT(place, value)                                                                      \
  do {                                                                                             \
    __typeof__(place) put_ = (value);                                                              \
    __atomic_store(&(place), &put_, __ATOMIC_RELAXED);                                             \
  } while (0)
#else
#define KSI_PUT(place, value) (*(volatile __typeof__(place) *)&(place) = (value))
#endif

/* A duration may be below 0 after corrections; it counts as negative in the mean and as 0 in the
 * histogram. */
void ksi_add_sample(ksi_statistics *statistics, int64_t value);
/* Merges a series into `into`. */
void ksi_merge_statistics(ksi_statistics *into, const ksi_statistics *from);
/* Of the samples, as part of a larger population; 0 for fewer than two. */
double ksi_variance(const ksi_statistics *statistics);

int ksi_bucket_of(int64_t value);
/* The minimum of a bucket; that of KSI_BUCKETS is the end of the last one. */
uint64_t ksi_bucket_begin(int bucket);
/* The value that `share` (0 to 1) of the samples do not exceed, to the width of a bucket. */
double ksi_percentile(const ksi_statistics *statistics, double share);

#endif
