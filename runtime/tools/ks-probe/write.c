/* The machine file: docs/formats/machine.md describes each member. Units are in the names; unknown
 * values are null; and the file says which values were read, measured or estimated. */
#include "../../record/write_json.h"
#include "machine.h"

#include <math.h>
#include <string.h>

static void put(ksi_json *json, const char *name, double number, int digits) {
  char text[40];
  if (!isfinite(number) || number < 0) {
    ksi_put_null(json, name);
    return;
  }
  snprintf(text, sizeof text, "%.*g", digits, number);
  ksi_put_digits(json, name, text);
}

static void put_known(ksi_json *json, const char *name, double number) {
  put(json, name, number > 0 ? number : -1, 9);
}

static void put_ns(ksi_json *json, const char *name, double ns) {
  put(json, name, ns >= 0 ? round(ns * 10) / 10 : -1, 12);
}

static void put_cores(ksi_json *json, const char *name, const ksi_coreset *set) {
  ksi_open_line(json, name, '[');
  for (int n = 0; n < KSI_MOST_CORES; n++)
    if (ksi_has_core(set, n))
      ksi_put_count(json, NULL, (uint64_t)n);
  ksi_close_json(json, ']');
}

static void put_index(ksi_json *json, const char *name, int index) {
  if (index >= 0)
    ksi_put_count(json, name, (uint64_t)index);
  else
    ksi_put_null(json, name);
}

static const char *power_origin(const machine *of) {
  int is_known = 0;
  for (int i = 0; i < of->domain_count; i++)
    for (int k = 0; k < of->domains[i].opp_count; k++)
      is_known |= of->domains[i].opps[k].active_mw > 0;
  return of->base_mw > 0 ? "measured" : is_known ? "read" : "none";
}

static void put_source(ksi_json *json, const machine *of) {
  ksi_open_json(json, "source", '{');
  ksi_put_text(json, "tool", "ks-probe");
  ksi_put_text(json, "architecture", of->architecture);
  ksi_put_text(json, "kernel", of->kernel);
  const char *speeds = of->speed_origin == MEASURED ? "measured" : "estimated";
  ksi_put_text(json, "relativeSpeed", speeds);
  ksi_put_text(json, "latencies", of->is_measured ? "measured" : "none");
  ksi_put_text(json, "topology", "read");
  ksi_put_text(json, "opps", of->domain_count > 0 ? "read" : "none");
  ksi_put_text(json, "caches", of->cache_count > 0 ? "read" : "none");
  ksi_put_text(json, "idleStates", of->idle_count > 0 ? "read" : "none");
  ksi_put_text(json, "power", power_origin(of));
  if (of->base_mw > 0)
    ksi_put_text(json, "powerSensors", of->power_sensors);
  ksi_open_json(json, "notes", '[');
  for (int i = 0; i < of->note_count; i++)
    ksi_put_text(json, NULL, of->notes[i]);
  ksi_close_json(json, ']');
  ksi_close_json(json, '}');
}

static void put_core(ksi_json *json, const machine *in, const core *of) {
  static const char *const states[] = {"usable", "not allowed", "offline"};
  ksi_open_line(json, NULL, '{');
  ksi_put_count(json, "id", (uint64_t)of->number);
  ksi_put_text(json, "state", states[of->state]);
  put_index(json, "cluster", of->cluster);
  put_index(json, "clockDomain", of->domain >= 0 ? in->domains[of->domain].number : -1);
  put(json, "relativeSpeed", of->relative_speed > 0 ? round(of->relative_speed * 1e3) / 1e3 : -1,
      6);
  put_known(json, "capacity", (double)of->capacity);
  if (ksi_count_cores(&of->thread_siblings) > 1)
    put_cores(json, "threadsOfOneCore", &of->thread_siblings);
  ksi_close_json(json, '}');
}

static void put_clusters(ksi_json *json, const machine *of) {
  ksi_open_json(json, "clusters", '[');
  for (int i = 0; i < of->cluster_count; i++) {
    ksi_coreset cores = {{0}};
    double fastest = 0;
    for (int k = 0; k < of->core_count; k++)
      if (of->cores[k].cluster == i) {
        ksi_add_core(&cores, of->cores[k].number);
        fastest = fmax(fastest, of->cores[k].relative_speed);
      }
    ksi_open_line(json, NULL, '{');
    ksi_put_count(json, "id", (uint64_t)i);
    put_cores(json, "cores", &cores);
    put(json, "relativeSpeed", fastest > 0 ? round(fastest * 1e3) / 1e3 : -1, 6);
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, ']');
}

static void put_domain(ksi_json *json, const domain *of) {
  ksi_open_json(json, NULL, '{');
  ksi_put_count(json, "id", (uint64_t)of->number);
  put_cores(json, "cores", &of->cores);
  ksi_put_text(json, "driver", of->driver);
  ksi_put_text(json, "governor", of->governor);
  put_ns(json, "transitionLatencyNs", of->transition_ns);
  ksi_put_text(json, "frequencies", of->is_range ? "range" : "steps");
  ksi_open_json(json, "opps", '[');
  for (int i = 0; i < of->opp_count; i++) {
    ksi_open_line(json, NULL, '{');
    ksi_put_count(json, "freqKhz", (uint64_t)of->opps[i].freq_khz);
    put_known(json, "voltageMv", of->opps[i].voltage_mv);
    put_known(json, "activeMwPerCore", of->opps[i].active_mw);
    if (of->opps[i].is_measured)
      put(json, "gatedMwPerCore", of->opps[i].gated_mw, 9);
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, ']');
  ksi_close_json(json, '}');
}

static void put_cache(ksi_json *json, const cache *of) {
  ksi_open_line(json, NULL, '{');
  ksi_put_count(json, "level", (uint64_t)of->level);
  ksi_put_text(json, "kind", of->kind);
  put_known(json, "sizeBytes", (double)of->size_bytes);
  put_known(json, "lineBytes", (double)of->line_bytes);
  put_known(json, "ways", (double)of->ways);
  put_cores(json, "cores", &of->cores);
  ksi_close_json(json, '}');
}

/* What the state switches off, if its name says so: "gate" the core's clock, "off" its power too;
 * NULL: unknown. */
static const char *mode_of(const char *name) {
  static const char *const gates[] = {"WFI", "C1", "C1E"};
  static const char *const offs[] = {"C6", "C7", "C8", "C9", "C10", "cpu-sleep", "powered-down"};
  for (size_t i = 0; i < sizeof gates / sizeof *gates; i++)
    if (strcmp(name, gates[i]) == 0)
      return "gate";
  for (size_t i = 0; i < sizeof offs / sizeof *offs; i++)
    if (strncmp(name, offs[i], strlen(offs[i])) == 0)
      return "off";
  return NULL;
}

static void put_idle_state(ksi_json *json, const idle_state *of) {
  ksi_open_line(json, NULL, '{');
  ksi_put_text(json, "name", of->name);
  if (mode_of(of->name) != NULL)
    ksi_put_text(json, "mode", mode_of(of->name));
  put_ns(json, "exitLatencyNs", of->exit_ns);
  put_ns(json, "minResidencyNs", of->residency_ns);
  ksi_put_text(json, "state", of->is_disabled ? "disabled" : "enabled");
  put_cores(json, "cores", &of->cores);
  ksi_close_json(json, '}');
}

static void put_usable(ksi_json *json, const machine *of) {
  ksi_open_line(json, "cores", '[');
  for (int i = 0; i < of->usable_count; i++)
    ksi_put_count(json, NULL, (uint64_t)of->cores[of->usable[i]].number);
  ksi_close_json(json, ']');
}

static void put_matrix(ksi_json *json, const machine *of, const char *name, int is_least) {
  ksi_open_json(json, name, '[');
  for (int i = 0; i < of->usable_count; i++) {
    ksi_open_line(json, NULL, '[');
    for (int k = 0; k < of->usable_count; k++) {
      const latency *one = &of->signals[i * of->usable_count + k];
      put_ns(json, NULL, is_least ? one->min_ns : one->median_ns);
    }
    ksi_close_json(json, ']');
  }
  ksi_close_json(json, ']');
}

static void put_latencies(ksi_json *json, const machine *of) {
  if (of->signals != NULL) {
    ksi_open_json(json, "signalLatency", '{');
    put_usable(json, of);
    put_matrix(json, of, "leastNs", 1);
    put_matrix(json, of, "medianNs", 0);
    ksi_close_json(json, '}');
  }
  if (of->wake_ups == NULL)
    return;
  ksi_open_json(json, "wakeUpLatency", '{');
  put_usable(json, of);
  ksi_put_text(json, "wokenBy", of->is_waker_same ? "the same core" : "the next core");
  static const char *const names[] = {"leastNs", "medianNs", "p99Ns"};
  for (int which = 0; which < 3; which++) {
    ksi_open_line(json, names[which], '[');
    for (int i = 0; i < of->usable_count; i++) {
      const latency *one = &of->wake_ups[i];
      put_ns(json, NULL, which == 0 ? one->min_ns : which == 1 ? one->median_ns : one->p99_ns);
    }
    ksi_close_json(json, ']');
  }
  ksi_close_json(json, '}');
}

static void put_path(ksi_json *json, const machine *in, const dvfs_path *of) {
  ksi_open_json(json, NULL, '{');
  ksi_put_count(json, "clockDomain", (uint64_t)in->domains[of->domain].number);
  ksi_put_text(json, "path", of->name);
  if (*of->why_not != '\0') {
    ksi_put_text(json, "unavailable", of->why_not);
  } else {
    ksi_put_count(json, "lowKhz", (uint64_t)of->low_khz);
    ksi_put_count(json, "highKhz", (uint64_t)of->high_khz);
    put_ns(json, "callNs", of->write_ns);
    put_ns(json, "effectUpNs", of->up_ns);
    put_ns(json, "effectDownNs", of->down_ns);
  }
  ksi_close_json(json, '}');
}

static void put_changes(ksi_json *json, const machine *of) {
  if (!of->is_measured)
    return;
  if (of->domain_count == 0) {
    ksi_put_text(json, "frequencyChanges", "unavailable");
    return;
  }
  ksi_open_json(json, "frequencyChanges", '[');
  for (int i = 0; i < of->path_count; i++)
    put_path(json, of, &of->paths[i]);
  ksi_close_json(json, ']');
}

/* The one number for plans that ignore the place: the median of the pairs' minimum, which load
 * hardly affects. */
static double usual_signal(const machine *of) {
  double values[4096];
  size_t count = 0;
  for (int i = 0; i < of->usable_count && of->signals != NULL; i++)
    for (int k = 0; k < i && count < sizeof values / sizeof *values; k++) {
      double one = of->signals[i * of->usable_count + k].min_ns;
      size_t at = count;
      if (one < 0)
        continue;
      for (; at > 0 && values[at - 1] > one; at--)
        values[at] = values[at - 1];
      values[at] = one;
      count++;
    }
  return count > 0 ? values[count / 2] : -1;
}

void write_machine(FILE *file, const machine *of) {
  ksi_json json = {.file = file};
  ksi_open_json(&json, NULL, '{');
  ksi_put_text(&json, "format", "kasuri-machine");
  ksi_put_count(&json, "version", 1);
  ksi_put_text(&json, "name", of->name);
  put_source(&json, of);
  put_ns(&json, "signalNs", usual_signal(of));
  put_ns(&json, "dispatchNs", of->dispatch_ns);
  put_ns(&json, "forkJoinNs", of->fork_join_ns);
  put_ns(&json, "transferNsPerKib", of->transfer_ns);
  if (of->base_mw > 0)
    put_known(&json, "baseMw", of->base_mw);
  ksi_open_json(&json, "cores", '[');
  for (int i = 0; i < of->core_count; i++)
    put_core(&json, of, &of->cores[i]);
  ksi_close_json(&json, ']');
  put_clusters(&json, of);
  ksi_open_json(&json, "clockDomains", '[');
  for (int i = 0; i < of->domain_count; i++)
    put_domain(&json, &of->domains[i]);
  ksi_close_json(&json, ']');
  ksi_open_json(&json, "caches", '[');
  for (int i = 0; i < of->cache_count; i++)
    put_cache(&json, &of->caches[i]);
  ksi_close_json(&json, ']');
  ksi_open_json(&json, "idleStates", '[');
  for (int i = 0; i < of->idle_count; i++)
    put_idle_state(&json, &of->idle_states[i]);
  ksi_close_json(&json, ']');
  put_latencies(&json, of);
  put_changes(&json, of);
  ksi_close_json(&json, '}');
}
