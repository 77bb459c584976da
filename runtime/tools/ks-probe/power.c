/* The power of each frequency.
 *
 * Plans know three figures: `baseMw`, what the machine takes as long as it is on; `gatedMwPerCore`,
 * what a core adds that does nothing; `activeMwPerCore`, what one takes that works, with all cores
 * of its clock busy. A sensor shows their sum. So each clock is held at each of its frequencies,
 * the others at their lowest, and the power is measured with all cores idle, one busy, and all
 * cores of the clock busy:
 *
 *   base       = idle, all clocks at their lowest frequency
 *   gated(f)   = (idle(f) - base) / cores of the clock
 *   active(f)  = (all busy(f) - base) / cores of the clock
 *
 * The figures give both measurements exactly. One busy core is the check: it takes more than the
 * figures say if the cores share something that one of them alone keeps on. The note says so.
 *
 * Each power is the middle one of three, so that a disturbance does not count. It is nothing unless
 * all is measured: a machine file with some frequencies of one origin and some of another would
 * make plans prefer one of them for no reason.
 */
#include "machine.h"

#include "../../energy/sensors.h"
#include "../../os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOWS = 3, STEPS = 8 };

static const uint64_t settle_ns = 50000000, least_window_ns = 200000000;
static const double max_difference = 0.1;

typedef struct meter {
  ksi_sensors sensors;
  uint64_t window_ns;
  char why_not[LINE_BYTES];
} meter;

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* A sensor that shows power is read again and again, because it is a mean of its last period. */
static int measure_window(meter *with, double *watts) {
  const uint64_t begin = ksi_now_ns();
  const uint64_t step = with->sensors.are_counters ? with->window_ns : with->sensors.period_ns / 2;
  double sum = 0, joules;
  uint64_t now = begin;
  ksi_sense(&with->sensors, begin, &joules);
  while (now - begin < with->window_ns) {
    ksi_sleep_ns(step);
    now = ksi_now_ns();
    if (!ksi_sense(&with->sensors, now, &joules))
      return 0;
    sum += joules;
  }
  *watts = sum / ((double)(now - begin) * 1e-9);
  return 1;
}

/* With these cores busy, in milliwatts; below 0: it could not be measured. */
static double measure_load(meter *with, const ksi_coreset *busy) {
  double watts[WINDOWS];
  int is_measured = begin_load(busy);
  if (is_measured)
    ksi_sleep_ns(settle_ns + with->sensors.period_ns);
  for (int i = 0; i < WINDOWS && is_measured; i++)
    is_measured = measure_window(with, &watts[i]);
  end_load();
  if (!is_measured) {
    snprintf(with->why_not, sizeof with->why_not, "a sensor could not be read meanwhile");
    return -1;
  }
  qsort(watts, WINDOWS, sizeof *watts, by_size);
  return watts[WINDOWS / 2] * 1e3;
}

/* Of a range, plans use its equal steps. */
static void fill_range(domain *of) {
  if (!of->is_range || of->opp_count != 2)
    return;
  const opp low = of->opps[0], high = of->opps[1];
  const long span = high.freq_khz - low.freq_khz;
  for (int i = 1; i < STEPS - 1 && span >= STEPS; i++)
    of->opps[i] = (opp){.freq_khz = low.freq_khz + span * i / (STEPS - 1)};
  of->opp_count = span >= STEPS ? STEPS : 2;
  of->opps[of->opp_count - 1] = high;
}

static int all_are_usable(const machine *in, const domain *of) {
  ksi_coreset usable = {{0}};
  for (int i = 0; i < in->usable_count; i++)
    ksi_add_core(&usable, in->cores[in->usable[i]].number);
  const ksi_coreset missing = ksi_without_cores(of->cores, usable);
  return ksi_count_cores(&missing) == 0;
}

static int hold(meter *with, const domain *of, long khz) {
  ksi_path where;
  const int problem = of->opp_count == 1 ? 0 : hold_frequency(of, khz, &where);
  if (problem != 0)
    snprintf(with->why_not, sizeof with->why_not, "%.150s: %.80s", where.text, strerror(problem));
  return problem == 0;
}

static int hold_all_lowest(meter *with, const machine *in) {
  for (int i = 0; i < in->domain_count; i++)
    if (!hold(with, &in->domains[i], in->domains[i].opps[0].freq_khz))
      return 0;
  return 1;
}

/* How much of the difference that one core makes the figures do not give. */
static void check_one(machine *of, const domain *in, const opp *at, double one_mw, double base_mw) {
  const int others = ksi_count_cores(&in->cores) - 1;
  const double modeled = base_mw + at->active_mw + others * at->gated_mw;
  if (others > 0 && one_mw - modeled > max_difference * (modeled - base_mw))
    add_note(of,
             "domain %d at %ld kHz: one busy core takes %.0f mW more than its share of all cores",
             in->number, at->freq_khz, one_mw - modeled);
}

static int measure_point(meter *with, machine *of, const domain *in, opp *at, double base_mw) {
  const ksi_coreset none = {{0}};
  ksi_coreset one = {{0}};
  const int cores = ksi_count_cores(&in->cores);
  for (int core = 0; core < KSI_MOST_CORES && ksi_count_cores(&one) == 0; core++)
    if (ksi_has_core(&in->cores, core))
      ksi_add_core(&one, core);
  const double idle = hold(with, in, at->freq_khz) ? measure_load(with, &none) : -1;
  const double single = idle >= 0 ? measure_load(with, &one) : -1;
  const double all = single >= 0 ? measure_load(with, &in->cores) : -1;
  if (all < 0)
    return 0;
  at->gated_mw = idle > base_mw ? (idle - base_mw) / cores : 0;
  at->active_mw = (all - base_mw) / cores;
  at->is_measured = 1;
  if (at->active_mw <= at->gated_mw) {
    snprintf(with->why_not, sizeof with->why_not,
             "the sensors show no more power when the cores of domain %d are busy: they measure "
             "something else",
             in->number);
    return 0;
  }
  check_one(of, in, at, single, base_mw);
  return 1;
}

static int measure_domain(meter *with, machine *of, domain *in, double base_mw) {
  for (int i = 0; i < in->opp_count; i++)
    if (!measure_point(with, of, in, &in->opps[i], base_mw))
      return 0;
  return hold(with, in, in->opps[0].freq_khz);
}

static int measure_all(meter *with, machine *of) {
  const ksi_coreset none = {{0}};
  for (int i = 0; i < of->domain_count; i++) {
    if (of->domains[i].opp_count == 0 || !all_are_usable(of, &of->domains[i])) {
      snprintf(with->why_not, sizeof with->why_not,
               "not all cores of domain %d may be used, or its frequencies are unknown",
               of->domains[i].number);
      return 0;
    }
    fill_range(&of->domains[i]);
  }
  const double base_mw = hold_all_lowest(with, of) ? measure_load(with, &none) : -1;
  if (base_mw < 0)
    return 0;
  for (int i = 0; i < of->domain_count; i++)
    if (!measure_domain(with, of, &of->domains[i], base_mw))
      return 0;
  of->base_mw = base_mw;
  return 1;
}

/* What can be said without setting frequencies. */
static void note_current(meter *with, machine *of) {
  const ksi_coreset none = {{0}};
  ksi_coreset one = {{0}}, all = {{0}};
  for (int i = 0; i < of->usable_count; i++)
    ksi_add_core(i == 0 ? &one : &all, of->cores[of->usable[i]].number);
  all = ksi_join_cores(all, one);
  const double idle = measure_load(with, &none), single = measure_load(with, &one),
               busy = measure_load(with, &all);
  if (idle >= 0 && single >= 0 && busy >= 0)
    add_note(of,
             "power as it is (%.60s): idle %.0f mW, one busy core %.0f mW, %d busy cores %.0f mW",
             with->sensors.names, idle, single, of->usable_count, busy);
}

int measure_power(machine *of) {
  static meter with;
  domain *before = calloc((size_t)of->domain_count + 1, sizeof *before);
  memset(&with, 0, sizeof with);
  if (before == NULL)
    return 0;
  memcpy(before, of->domains, (size_t)of->domain_count * sizeof *before);
  if (!ksi_open_sensors(&with.sensors, NULL)) {
    add_note(of, "power was not measured: %.200s", with.sensors.problem);
    free(before);
    return 0;
  }
  with.window_ns = 20 * with.sensors.period_ns;
  with.window_ns = with.window_ns > least_window_ns ? with.window_ns : least_window_ns;
  const int is_done = of->domain_count > 0 && measure_all(&with, of);
  restore_settings();
  if (is_done) {
    snprintf(of->power_sensors, sizeof of->power_sensors, "%s: %.200s", with.sensors.source,
             with.sensors.names);
  } else {
    memcpy(of->domains, before, (size_t)of->domain_count * sizeof *before);
    add_note(of, "power at each frequency was not measured: %.200s",
             of->domain_count > 0 ? with.why_not : "no cpufreq");
    note_current(&with, of);
  }
  ksi_close_sensors(&with.sensors);
  free(before);
  return is_done;
}
