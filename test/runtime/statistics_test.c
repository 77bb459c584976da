/* Mean and variance against two passes, merging, and the histogram's buckets. */
#include "../../runtime/record/statistics.h"
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 100000, SERIES = 7 };

static int64_t samples[SAMPLES];

/* Far from 0 and close together, where sums of squares in one pass lose all digits. */
static void make_samples(unsigned seed) {
  for (int i = 0; i < SAMPLES; i++)
    samples[i] = (INT64_C(1) << 40) + rand_r(&seed) % 1000;
}

static int is_close(double a, double b) { return fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b)); }

static void two_passes(double *mean, double *variance) {
  long double sum = 0, squares = 0;
  for (int i = 0; i < SAMPLES; i++)
    sum += samples[i];
  for (int i = 0; i < SAMPLES; i++)
    squares += (samples[i] - sum / SAMPLES) * (samples[i] - sum / SAMPLES);
  *mean = (double)(sum / SAMPLES);
  *variance = (double)(squares / (SAMPLES - 1));
}

static void one_pass_is_two(void) {
  static ksi_statistics all, part[SERIES], merged;
  double mean, variance;
  make_samples(1);
  two_passes(&mean, &variance);
  for (int i = 0; i < SAMPLES; i++) {
    ksi_add_sample(&all, samples[i]);
    ksi_add_sample(&part[i % 11 % SERIES], samples[i]);
  }
  CHECK(all.count == SAMPLES && is_close(all.mean, mean) && is_close(ksi_variance(&all), variance));
  for (int i = 0; i < SERIES; i++)
    ksi_merge_statistics(&merged, &part[i]);
  CHECK(merged.count == SAMPLES && is_close(merged.mean, mean) &&
        is_close(ksi_variance(&merged), variance));
  CHECK(merged.least == all.least && merged.most == all.most);
  CHECK(memcmp(merged.bucket, all.bucket, sizeof all.bucket) == 0);
}

static void few_samples(void) {
  static ksi_statistics none, one, merged;
  CHECK(ksi_variance(&none) == 0 && ksi_percentile(&none, 0.5) == 0);
  ksi_add_sample(&one, 12345);
  CHECK(one.count == 1 && one.mean == 12345 && ksi_variance(&one) == 0 && one.least == 12345 &&
        one.most == 12345);
  CHECK(ksi_percentile(&one, 0) == 12345 && ksi_percentile(&one, 1) == 12345);
  ksi_merge_statistics(&merged, &none);
  CHECK(merged.count == 0);
  ksi_merge_statistics(&merged, &one);
  ksi_add_sample(&merged, 12355);
  CHECK(merged.count == 2 && merged.mean == 12350 && ksi_variance(&merged) == 50);
}

static void buckets_cover_everything(void) {
  for (int i = 0; i < KSI_BUCKETS; i++) {
    uint64_t begin = ksi_bucket_begin(i), end = ksi_bucket_begin(i + 1);
    CHECK(begin < end && ksi_bucket_of((int64_t)begin) == i &&
          ksi_bucket_of((int64_t)end - 1) == i);
    CHECK(end - begin == 1 || (end - begin) * KSI_EIGHTHS <= begin);
  }
  CHECK(ksi_bucket_of(-1) == 0 && ksi_bucket_of(INT64_MIN) == 0 &&
        ksi_bucket_of(INT64_MAX) == KSI_BUCKETS - 1);
}

static void percentiles_are_within_a_bucket(void) {
  static ksi_statistics all;
  for (int64_t i = 1; i <= 100000; i++)
    ksi_add_sample(&all, i);
  for (int share = 1; share <= 100; share++)
    CHECK(fabs(ksi_percentile(&all, share / 100.0) - share * 1000) <= share * 1000 / 8.0);
}

static void negative_samples_count(void) {
  static ksi_statistics all;
  ksi_add_sample(&all, -4);
  ksi_add_sample(&all, 4);
  CHECK(all.mean == 0 && all.least == -4 && all.bucket[0] == 1 && all.bucket[4] == 1);
  CHECK(ksi_percentile(&all, 0.1) == 0);
}

int main(void) {
  one_pass_is_two();
  few_samples();
  buckets_cover_everything();
  percentiles_are_within_a_bucket();
  negative_samples_count();
  return 0;
}
