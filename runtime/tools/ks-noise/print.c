/* The report for people: the figures of the FTQ/FWQ document in its order, one column for each
 * thread, then further results that the document does not define. */
#include "analysis.h"

#include <math.h>
#include <stdlib.h>

const char *print_duration(char text[24], double ns) {
  static const char *const units[] = {"ns", "us", "ms", "s"};
  int unit = 0;
  while (fabs(ns) >= 999.95 && unit < 3) {
    ns /= 1000;
    unit++;
  }
  snprintf(text, 24, "%.4g %s", ns, units[unit]);
  return text;
}

static void print_columns(FILE *file, const measurement *of, const char *name,
                          double value(const thread_analysis *)) {
  fprintf(file, "%-10s", name);
  for (size_t i = 0; i < of->count; i++)
    fprintf(file, " %12.4e", value(&of->threads[i]));
  fputc('\n', file);
}

static double mean(const thread_analysis *of) { return of->moments.mean; }
static double deviation(const thread_analysis *of) { return of->moments.deviation; }
static double variance(const thread_analysis *of) {
  return of->moments.deviation * of->moments.deviation;
}
static double knum(const thread_analysis *of) { return of->moments.knum; }
static double kden(const thread_analysis *of) { return of->moments.kden; }
static double kurtosis(const thread_analysis *of) { return of->moments.kurtosis; }
static double skewness(const thread_analysis *of) { return of->moments.skewness; }
static double least(const thread_analysis *of) { return of->moments.least; }
static double most(const thread_analysis *of) { return of->moments.most; }
static double lost(const thread_analysis *of) { return of->moments.lost; }

static double of_all(const measurement *of, double value(const thread_analysis *)) {
  double largest = 0;
  for (size_t i = 0; i < of->count; i++)
    largest = fmax(largest, value(&of->threads[i]));
  return largest;
}

static void print_threads(FILE *file, const measurement *of) {
  fprintf(file, "%-10s", "thread");
  for (size_t i = 0; i < of->count; i++) {
    char name[40];
    const series *in = &of->threads[i].series;
    snprintf(name, sizeof name, in->core >= 0 ? "%d, core %d" : "%d", in->thread, in->core);
    fprintf(file, " %12s", name);
  }
  fputc('\n', file);
}

static void print_statistics(FILE *file, const measurement *of) {
  fputs(of->mode == NOISE_FWQ
            ? "\nscaled noise: (sample - minimum) / minimum\n"
            : "\nscaled noise: (maximum - rate) / maximum, rate in quanta per time\n",
        file);
  print_threads(file, of);
  print_columns(file, of, of->mode == NOISE_FWQ ? "Min ticks" : "Min quanta", least);
  print_columns(file, of, of->mode == NOISE_FWQ ? "Max ticks" : "Max quanta", most);
  print_columns(file, of, "Mean", mean);
  print_columns(file, of, "StdDev", deviation);
  print_columns(file, of, "variance", variance);
  print_columns(file, of, "Knum", knum);
  print_columns(file, of, "Kden", kden);
  print_columns(file, of, "kurtosis", kurtosis);
  print_columns(file, of, "skewness", skewness);
  print_columns(file, of, "lost share", lost);
}

static void print_percentiles(FILE *file, const measurement *of) {
  static const char *const names[PERCENTILES] = {"p50", "p90", "p99", "p99.9", "p99.99", "longest"};
  static const char *const headings[] = {"lost per sample", "length of a sample",
                                         "length of a detour"};
  char text[24];
  fprintf(file, "\n%s\n", headings[of->mode]);
  print_threads(file, of);
  for (int i = 0; i < PERCENTILES; i++) {
    fprintf(file, "%-10s", names[i]);
    for (size_t thread = 0; thread < of->count; thread++)
      fprintf(file, " %12s", print_duration(text, of->threads[thread].percentile_ns[i]));
    fputc('\n', file);
  }
}

typedef struct listed {
  const detour *detour;
  size_t index;
} listed;

static int by_length(const void *a, const void *b) {
  double x = ((const listed *)a)->detour->length_ns, y = ((const listed *)b)->detour->length_ns;
  return (x < y) - (x > y);
}

static void print_detours(FILE *file, const measurement *all, const thread_analysis *of,
                          size_t limit) {
  const detours *in = &of->detours;
  char text[3][24];
  fprintf(file, "thread %d: %zu detours longer than %s, total %s, %.4g%% of %s\n",
          of->series.thread, in->count, print_duration(text[0], in->threshold_ns),
          print_duration(text[1], in->total_ns),
          in->watched_ns > 0 ? 100 * in->total_ns / in->watched_ns : 0,
          print_duration(text[2], in->watched_ns));
  listed *sorted = malloc((in->count + 1) * sizeof *sorted);
  if (sorted == NULL)
    return;
  for (size_t i = 0; i < in->count; i++)
    sorted[i] = (listed){&in->list[i], i};
  qsort(sorted, in->count, sizeof *sorted, by_length);
  for (size_t i = 0; i < in->count && i < limit; i++) {
    fprintf(file, "  at %10.6f s: %s", sorted[i].detour->begin_ns / 1e9,
            print_duration(text[0], sorted[i].detour->length_ns));
    print_detour_causes(file, all, of, sorted[i].index);
    fputc('\n', file);
  }
  free(sorted);
}

static void print_peaks(FILE *file, const thread_analysis *of) {
  const spectrum *in = &of->spectrum;
  if (in->count == 0) {
    fprintf(file, "thread %d: too few samples for a spectrum\n", of->series.thread);
    return;
  }
  fprintf(file, "thread %d: %s (steps of %.4g Hz up to %.6g Hz)\n", of->series.thread,
          in->peaks > 0 ? "peaks" : "nothing periodic", in->bin_hz, in->bin_hz * (double)in->count);
  for (int i = 0; i < in->peaks; i++) {
    const peak *each = &in->peak[i];
    fprintf(file, "  %10.5g Hz, %3d harmonic%s, %5.2f%% of the variance: %s\n", each->hz,
            each->harmonics, each->harmonics == 1 ? " " : "s", 100 * each->share,
            *of->culprits[i] != '\0' ? of->culprits[i] : "no suspect");
  }
}

static void print_counters(FILE *file, const measurement *of, size_t limit) {
  static const char *const kinds[] = {"interrupts", "softirqs", "tasks scheduled"};
  if (of->difference.count == 0)
    return;
  fprintf(file, "\nmost frequent during the measurement (%.3g s), by core\n", of->seconds);
  for (int kind = COUNTS_INTERRUPT; kind <= COUNTS_TASK; kind++) {
    size_t shown = 0;
    for (size_t i = 0; i < of->difference.count && shown < limit; i++) {
      const counter *each = &of->difference.list[i];
      if ((int)each->kind != kind)
        continue;
      if (shown++ == 0)
        fprintf(file, "  %s\n", kinds[kind]);
      fprintf(file, "    core %3d %9llu  %8.4g/s  %s%s%s\n", each->core,
              (unsigned long long)each->count, (double)each->count / of->seconds, each->key,
              *each->key != '\0' && kind != COUNTS_SOFTIRQ ? " " : "",
              kind != COUNTS_SOFTIRQ ? each->name : "");
    }
  }
}

static void print_verdict(FILE *file, const measurement *of) {
  if (of->mode != NOISE_FWQ) {
    fputs("\nverdict: none; the noise limits are defined for FWQ samples only\n", file);
    return;
  }
  const struct {
    const char *name, *text;
    double most, worst;
  } limits[] = {{"mean", "1e-6", MOST_MEAN, of_all(of, mean)},
                {"deviation", "1e-3", MOST_DEVIATION, of_all(of, deviation)},
                {"kurtosis", "100", MOST_KURTOSIS, of_all(of, kurtosis)}};
  const int is_quiet = has_diminutive_noise(of);
  const char *separator = is_quiet ? "quiet (within the limits: " : "noisy (limits exceeded: ";
  fputs("\nverdict: ", file);
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    const int is_within = limits[i].worst < limits[i].most;
    if (is_within != is_quiet)
      continue;
    fprintf(file, "%s%s %.3g %s %s", separator, limits[i].name, limits[i].worst,
            is_within ? "<" : ">=", limits[i].text);
    separator = ", ";
  }
  fputs(")\n", file);
}

static void print_heading(FILE *file, const measurement *of) {
  const series *first = &of->threads[0].series;
  char text[24];
  fprintf(file, "%s: %zu thread%s, %s of %.4g ns", mode_names[of->mode], of->count,
          of->count == 1 ? "" : "s", of->clock, of->tick_ns);
  if (!of->is_from_files && of->mode == NOISE_FTQ)
    fprintf(file, ", %zu samples of 2^%d ticks (%s), work %s", first->count, of->workload.bits,
            print_duration(text, of->tick_ns * (double)first->interval),
            work_names[of->workload.kind]);
  else if (!of->is_from_files && of->mode == NOISE_FWQ)
    fprintf(file, ", %zu samples of 2^%d quanta, work %s", first->count, of->workload.bits,
            work_names[of->workload.kind]);
  fputc('\n', file);
}

void print_report(FILE *file, const measurement *of, size_t limit) {
  print_heading(file, of);
  if (of->mode != NOISE_DETOUR)
    print_statistics(file, of);
  print_percentiles(file, of);
  fputs("\ndetours (the longest)\n", file);
  for (size_t i = 0; i < of->count; i++)
    print_detours(file, of, &of->threads[i], limit);
  print_causes(file, of, limit);
  if (of->mode != NOISE_DETOUR) {
    fputs("\nspectrum\n", file);
    for (size_t i = 0; i < of->count; i++)
      print_peaks(file, &of->threads[i]);
  }
  print_counters(file, of, limit);
  print_verdict(file, of);
}
