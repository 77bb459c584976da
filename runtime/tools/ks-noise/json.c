/* The results as JSON; docs/tools.md describes each member. */
#include "../../record/write_json.h"
#include "advice.h"
#include "analysis.h"

#include <math.h>

static void put(ksi_json *json, const char *name, double number) {
  char text[40];
  if (!isfinite(number)) {
    ksi_put_null(json, name);
    return;
  }
  snprintf(text, sizeof text, "%.9g", number);
  ksi_put_digits(json, name, text);
}

static void put_noise(ksi_json *json, const thread_analysis *of) {
  const moments *in = &of->moments;
  ksi_open_json(json, "scaledNoise", '{');
  ksi_put_count(json, "samples", in->count);
  put(json, "mean", in->mean);
  put(json, "variance", in->deviation * in->deviation);
  put(json, "deviation", in->deviation);
  put(json, "skewness", in->skewness);
  put(json, "kurtosis", in->kurtosis);
  put(json, "knum", in->knum);
  put(json, "kden", in->kden);
  put(json, "lostShare", in->lost);
  ksi_close_json(json, '}');
  const char *const names[2][2] = {{"leastQuanta", "mostQuanta"}, {"leastTicks", "mostTicks"}};
  put(json, names[of->series.mode == NOISE_FWQ][0], in->least);
  put(json, names[of->series.mode == NOISE_FWQ][1], in->most);
}

static void put_percentiles(ksi_json *json, const thread_analysis *of) {
  static const char *const headings[] = {"lostNs", "sampleNs", "detourNs"};
  static const char *const names[PERCENTILES] = {"p50", "p90", "p99", "p99_9", "p99_99", "most"};
  ksi_open_line(json, headings[of->series.mode], '{');
  for (int i = 0; i < PERCENTILES; i++)
    put(json, names[i], of->percentile_ns[i]);
  ksi_close_json(json, '}');
}

static void put_shares(ksi_json *json, const measurement *all, const detour_causes *of) {
  char name[128];
  ksi_open_json(json, "causes", '[');
  for (int i = 0; i < of->count; i++) {
    name_cause(&all->evidence->trace.causes[of->share[i].cause], name, sizeof name);
    ksi_open_line(json, NULL, '{');
    ksi_put_text(json, "name", name);
    if (of->share[i].ns > 0)
      put(json, "ns", of->share[i].ns);
    else
      ksi_put_null(json, "ns");
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, ']');
  if (all->evidence->has_trace)
    put(json, "withoutEventNs", of->unexplained_ns);
}

static void put_totals(ksi_json *json, const measurement *all, const thread_analysis *of) {
  char name[128], advice[512];
  ksi_open_json(json, "causes", '[');
  for (size_t i = 0; i < of->causes.total_count; i++) {
    const cause_total *total = &of->causes.totals[i];
    const cause *each = &all->evidence->trace.causes[total->cause];
    name_cause(each, name, sizeof name);
    advise(each, of->series.core, advice, sizeof advice);
    ksi_open_line(json, NULL, '{');
    ksi_put_text(json, "kind", cause_kind_names[each->kind]);
    ksi_put_text(json, "name", name);
    ksi_put_count(json, "detours", total->detours);
    put(json, "totalNs", total->total_ns);
    put(json, "mostNs", total->longest_ns);
    ksi_put_text(json, "advice", advice);
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, ']');
}

static void put_evidence(ksi_json *json, const evidence *of) {
  ksi_open_json(json, "evidence", '{');
  ksi_put_text(json, "source", of->source);
  if (of->has_trace)
    ksi_put_null(json, "withoutTrace");
  else
    ksi_put_text(json, "withoutTrace", of->problem);
  ksi_put_count(json, "eventsLost", of->trace.lost);
  ksi_put_count(json, "virtualMachine", (uint64_t)of->is_virtual_machine);
  ksi_open_json(json, "cores", '[');
  for (size_t i = 0; i < of->fact_count; i++) {
    ksi_open_line(json, NULL, '{');
    ksi_put_count(json, "core", (uint64_t)of->facts[i].core);
    if (of->facts[i].has_smis)
      ksi_put_count(json, "firmwareInterrupts", of->facts[i].smis);
    else
      ksi_put_null(json, "firmwareInterrupts");
    if (of->facts[i].has_steal)
      ksi_put_count(json, "stealNs", of->facts[i].steal_ns);
    else
      ksi_put_null(json, "stealNs");
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, ']');
  ksi_close_json(json, '}');
}

static void put_detours(ksi_json *json, const measurement *all, const thread_analysis *thread) {
  const detours *of = &thread->detours;
  ksi_open_json(json, "detours", '{');
  ksi_put_count(json, "count", of->count);
  put(json, "thresholdNs", of->threshold_ns);
  put(json, "totalNs", of->total_ns);
  put(json, "watchedNs", of->watched_ns);
  ksi_open_json(json, "list", '[');
  for (size_t i = 0; i < of->count; i++) {
    ksi_open_line(json, NULL, '{');
    put(json, "beginNs", of->list[i].begin_ns);
    put(json, "lengthNs", of->list[i].length_ns);
    if (thread->causes.of != NULL)
      put_shares(json, all, &thread->causes.of[i]);
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, ']');
  ksi_close_json(json, '}');
}

static void put_spectrum(ksi_json *json, const thread_analysis *of) {
  const spectrum *in = &of->spectrum;
  ksi_open_json(json, "spectrum", '{');
  put(json, "stepHz", in->bin_hz);
  put(json, "mostHz", in->bin_hz * (double)in->count);
  ksi_open_json(json, "peaks", '[');
  for (int i = 0; i < in->peaks; i++) {
    ksi_open_line(json, NULL, '{');
    put(json, "hz", in->peak[i].hz);
    ksi_put_count(json, "harmonics", (uint64_t)in->peak[i].harmonics);
    put(json, "shareOfVariance", in->peak[i].share);
    put(json, "amplitude", in->peak[i].lost);
    put(json, "timesAboveFloor", in->peak[i].times);
    ksi_put_text(json, "suspects", of->culprits[i]);
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, ']');
  ksi_close_json(json, '}');
}

static void put_thread(ksi_json *json, const measurement *all, const thread_analysis *of) {
  ksi_open_json(json, NULL, '{');
  ksi_put_count(json, "thread", (uint64_t)of->series.thread);
  if (of->series.core >= 0)
    ksi_put_count(json, "core", (uint64_t)of->series.core);
  else
    ksi_put_null(json, "core");
  ksi_put_count(json, "samples", of->series.count);
  if (of->series.mode != NOISE_DETOUR)
    put_noise(json, of);
  put_percentiles(json, of);
  put_detours(json, all, of);
  if (all->evidence != NULL)
    put_totals(json, all, of);
  if (of->series.mode != NOISE_DETOUR)
    put_spectrum(json, of);
  ksi_close_json(json, '}');
}

static void put_counters(ksi_json *json, const measurement *of) {
  static const char *const kinds[] = {"interrupt", "softirq", "task"};
  ksi_open_json(json, "counted", '[');
  for (size_t i = 0; i < of->difference.count; i++) {
    const counter *each = &of->difference.list[i];
    ksi_open_line(json, NULL, '{');
    ksi_put_text(json, "kind", kinds[each->kind]);
    if (each->core >= 0)
      ksi_put_count(json, "core", (uint64_t)each->core);
    else
      ksi_put_null(json, "core");
    if (each->kind == COUNTS_TASK)
      ksi_put_count(json, "thread", (uint64_t)each->thread);
    else
      ksi_put_text(json, "key", each->key);
    ksi_put_text(json, "name", each->name);
    ksi_put_count(json, "count", each->count);
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, ']');
}

static void put_workload(ksi_json *json, const measurement *of) {
  if (of->is_from_files || of->mode == NOISE_DETOUR)
    return;
  ksi_put_text(json, "work", work_names[of->workload.kind]);
  ksi_put_count(json, of->mode == NOISE_FTQ ? "intervalBits" : "workBits",
                (uint64_t)of->workload.bits);
}

void write_json(FILE *file, const measurement *of) {
  ksi_json json = {.file = file};
  ksi_open_json(&json, NULL, '{');
  ksi_put_text(&json, "format", "kasuri-noise");
  ksi_put_count(&json, "version", 1);
  ksi_put_text(&json, "mode", mode_names[of->mode]);
  ksi_put_text(&json, "clock", of->clock);
  put(&json, "tickNs", of->tick_ns);
  put_workload(&json, of);
  if (of->mode == NOISE_FWQ)
    ksi_put_text(&json, "verdict",
                 has_diminutive_noise(of) ? "diminutive noise" : "not diminutive noise");
  else
    ksi_put_null(&json, "verdict");
  ksi_open_json(&json, "threads", '[');
  for (size_t i = 0; i < of->count; i++)
    put_thread(&json, of, &of->threads[i]);
  ksi_close_json(&json, ']');
  if (of->evidence != NULL)
    put_evidence(&json, of->evidence);
  put(&json, "countedSeconds", of->seconds);
  put_counters(&json, of);
  ksi_close_json(&json, '}');
}
