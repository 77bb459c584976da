/* Reads the machine.
 *
 * Each fact has its file. A missing file leaves the fact unknown, and nothing is invented for it.
 * Offline cores have no topology, and cores that this process may not use are described but not
 * measured.
 *
 * A cluster is what a scheduler wants to treat alike: cores of equal capacity that are close. Close
 * cores are those that share the last cache that several cores share. On boards that do not
 * describe their caches, they are those of one cluster of the topology, otherwise those of one
 * package.
 */
#include "machine.h"

#include "../../os/os.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#define CPU "/sys/devices/system/cpu"

const char *const origin_names[] = {"unknown", "read", "measured", "estimated"};

void add_note(machine *to, const char *format, ...) {
  va_list arguments;
  if (to->note_count == MOST_NOTES)
    return;
  va_start(arguments, format);
  vsnprintf(to->notes[to->note_count++], LINE_BYTES, format, arguments);
  va_end(arguments);
}

static ksi_path path_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

static ksi_path path_of(const char *format, ...) {
  ksi_path path;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(path.text, sizeof path.text, format, arguments);
  va_end(arguments);
  return path;
}

static long read_number(ksi_path path, long otherwise) {
  char text[64], *end;
  if (ksi_read_text(path.text, text, sizeof text) <= 0)
    return otherwise;
  long value = strtol(text, &end, 10);
  return end != text ? value : otherwise;
}

/* "32K" */
static long read_size(ksi_path path) {
  char text[64], *end;
  if (ksi_read_text(path.text, text, sizeof text) <= 0)
    return 0;
  long value = strtol(text, &end, 10);
  return *end == 'K' ? value * 1024 : *end == 'M' ? value * 1024 * 1024 : value;
}

static int read_set(ksi_path path, ksi_coreset *set) {
  char text[4096];
  *set = (ksi_coreset){{0}};
  if (ksi_read_text(path.text, text, sizeof text) <= 0)
    return 0;
  for (char *at = text; *at != '\0'; at++) /* of policies: "0 1" */
    *at = *at == ' ' || *at == '\n' ? ',' : *at;
  return ksi_parse_cores(text, set);
}

static void read_word(ksi_path path, char *word, size_t size) {
  if (ksi_read_text(path.text, word, size) <= 0)
    word[0] = '\0';
}

/* --- Cores. */

static void read_core(core *of) {
  const int n = of->number;
  of->capacity = read_number(path_of(CPU "/cpu%d/cpu_capacity", n), 0);
  of->package = (int)read_number(path_of(CPU "/cpu%d/topology/physical_package_id", n), -1);
  of->topology_cluster = (int)read_number(path_of(CPU "/cpu%d/topology/cluster_id", n), -1);
  if (!read_set(path_of(CPU "/cpu%d/topology/package_cpus_list", n), &of->package_siblings))
    read_set(path_of(CPU "/cpu%d/topology/core_siblings_list", n), &of->package_siblings);
  read_set(path_of(CPU "/cpu%d/topology/cluster_cpus_list", n), &of->cluster_siblings);
  if (!read_set(path_of(CPU "/cpu%d/topology/core_cpus_list", n), &of->thread_siblings))
    read_set(path_of(CPU "/cpu%d/topology/thread_siblings_list", n), &of->thread_siblings);
}

static int make_cores(machine *into, int is_recorded) {
  ksi_coreset present, online, allowed;
  if (!read_set(path_of("%s", KSI_ONLINE_CORES), &online)) {
    add_note(into, "the system does not report which cores are online; one is assumed");
    ksi_add_core(&online, 0);
  }
  if (!read_set(path_of(CPU "/present"), &present) && !read_set(path_of(CPU "/possible"), &present))
    present = online;
  present = ksi_join_cores(present, online);
  if (is_recorded || ksi_get_affinity(&allowed) != 0)
    allowed = online;
  into->cores = calloc((size_t)ksi_count_cores(&present) + 1, sizeof *into->cores);
  into->usable = calloc((size_t)ksi_count_cores(&present) + 1, sizeof *into->usable);
  for (int n = 0; into->cores != NULL && into->usable != NULL && n < KSI_MOST_CORES; n++) {
    if (!ksi_has_core(&present, n))
      continue;
    core *next = &into->cores[into->core_count];
    *next = (core){.number = n, .cluster = -1, .domain = -1, .package = -1};
    next->state = !ksi_has_core(&online, n)    ? CORE_OFFLINE
                  : !ksi_has_core(&allowed, n) ? CORE_NOT_ALLOWED
                                               : CORE_USABLE;
    if (next->state != CORE_OFFLINE)
      read_core(next);
    if (next->state == CORE_USABLE)
      into->usable[into->usable_count++] = into->core_count;
    into->core_count++;
  }
  return into->cores != NULL && into->usable != NULL;
}

static void note_missing(machine *into) {
  static const char *const texts[] = {"", "may not be used by this process and were not measured",
                                      "are offline and could not be examined"};
  for (int state = CORE_NOT_ALLOWED; state <= CORE_OFFLINE; state++) {
    ksi_coreset set = {{0}};
    char list[KSI_VALUE_BYTES / 2];
    for (int i = 0; i < into->core_count; i++)
      if ((int)into->cores[i].state == state)
        ksi_add_core(&set, into->cores[i].number);
    if (ksi_count_cores(&set) > 0 && ksi_print_cores(&set, list, sizeof list))
      add_note(into, "cores %s %s", list, texts[state]);
  }
}

/* --- Caches: each core has its list; shared caches are in several lists. */

static int has_cache(const machine *in, const cache *one) {
  for (int i = 0; i < in->cache_count; i++)
    if (in->caches[i].level == one->level && strcmp(in->caches[i].kind, one->kind) == 0 &&
        ksi_are_same_cores(&in->caches[i].cores, &one->cores))
      return 1;
  return 0;
}

static int read_cache(machine *into, core *of, int index) {
  cache one = {0};
  ksi_path folder = path_of(CPU "/cpu%d/cache/index%d", of->number, index);
  one.level = (int)read_number(ksi_join(folder.text, "level"), 0);
  if (one.level <= 0)
    return 0;
  read_word(ksi_join(folder.text, "type"), one.kind, sizeof one.kind);
  for (char *at = one.kind; *at != '\0'; at++)
    *at = (char)tolower((unsigned char)*at);
  one.size_bytes = read_size(ksi_join(folder.text, "size"));
  one.line_bytes = read_number(ksi_join(folder.text, "coherency_line_size"), 0);
  one.ways = read_number(ksi_join(folder.text, "ways_of_associativity"), 0);
  if (!read_set(ksi_join(folder.text, "shared_cpu_list"), &one.cores))
    ksi_add_core(&one.cores, of->number);
  if (ksi_count_cores(&one.cores) > 1)
    of->cache_siblings = one.cores; /* the last of them is the outermost */
  if (!has_cache(into, &one) && into->cache_count < MOST_CACHES)
    into->caches[into->cache_count++] = one;
  return 1;
}

static void read_caches(machine *into) {
  int has_sizes = 0;
  for (int i = 0; i < into->core_count; i++)
    for (int index = 0; read_cache(into, &into->cores[i], index); index++)
      continue;
  for (int i = 0; i < into->cache_count; i++)
    has_sizes |= into->caches[i].size_bytes > 0;
  if (!has_sizes)
    add_note(into, into->cache_count > 0 ? "the system reports its caches without their sizes"
                                         : "the system does not report its caches");
}

/* --- Clock domains. */

static int by_frequency(const void *a, const void *b) {
  const opp *x = a, *y = b;
  return (x->freq_khz > y->freq_khz) - (x->freq_khz < y->freq_khz);
}

static void add_opp(domain *to, long khz) {
  for (int i = 0; i < to->opp_count; i++)
    if (to->opps[i].freq_khz == khz)
      return;
  if (khz > 0 && to->opp_count < MOST_OPPS)
    to->opps[to->opp_count++] = (opp){.freq_khz = khz};
}

/* Only root can read voltage and power, if the kernel has been built to show them. */
static void read_power(domain *of, opp *at) {
  for (int n = 0; n < KSI_MOST_CORES; n++) {
    if (!ksi_has_core(&of->cores, n))
      continue;
    long uv = read_number(
        path_of("/sys/kernel/debug/opp/cpu%d/opp:%ld000/supply-0/u_volt_target", n, at->freq_khz),
        0);
    long uw = read_number(
        path_of("/sys/kernel/debug/energy_model/cpu%d/ps:%ld/power", n, at->freq_khz), 0);
    at->voltage_mv = uv > 0 ? (double)uv / 1000 : at->voltage_mv;
    at->active_mw = uw > 0 ? (double)uw / 1000 : at->active_mw;
  }
}

/* Without boosts, which the runtime does not request: levels count from the fastest. */
static void read_opps(domain *of, ksi_path folder) {
  char text[2048];
  ksi_path list = ksi_join(folder.text, "scaling_available_frequencies");
  if (ksi_read_text(list.text, text, sizeof text) > 0) {
    char *at = text, *end;
    for (long khz; (khz = strtol(at, &end, 10), end != at); at = end)
      add_opp(of, khz);
  }
  of->is_range = of->opp_count == 0;
  if (of->is_range) {
    add_opp(of, read_number(ksi_join(folder.text, "cpuinfo_min_freq"), 0));
    add_opp(of, read_number(ksi_join(folder.text, "cpuinfo_max_freq"), 0));
  }
  qsort(of->opps, (size_t)of->opp_count, sizeof *of->opps, by_frequency);
  for (int i = 0; i < of->opp_count; i++)
    read_power(of, &of->opps[i]);
}

static int add_domain(void *argument, const char *name) {
  machine *into = argument;
  if (strncmp(name, "policy", 6) != 0 || !isdigit((unsigned char)name[6]) ||
      into->domain_count == MOST_DOMAINS)
    return 0;
  domain *next = &into->domains[into->domain_count++];
  *next = (domain){.number = atoi(name + 6)};
  return 0;
}

static int by_number(const void *a, const void *b) {
  const domain *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

/* Drivers report 2^32 - 1 for unknown. */
static double read_transition(ksi_path folder) {
  char text[64], *end;
  if (ksi_read_text(ksi_join(folder.text, "cpuinfo_transition_latency").text, text, sizeof text) <=
      0)
    return -1;
  double ns = strtod(text, &end);
  return end != text && ns < 4294967295.0 ? ns : -1;
}

static void read_domain(machine *into, int index) {
  domain *of = &into->domains[index];
  ksi_path folder = path_of(CPU "/cpufreq/policy%d", of->number);
  if (!read_set(ksi_join(folder.text, "related_cpus"), &of->cores) &&
      !read_set(ksi_join(folder.text, "affected_cpus"), &of->cores))
    ksi_add_core(&of->cores, of->number);
  read_word(ksi_join(folder.text, "scaling_driver"), of->driver, sizeof of->driver);
  read_word(ksi_join(folder.text, "scaling_governor"), of->governor, sizeof of->governor);
  of->transition_ns = read_transition(folder);
  read_opps(of, folder);
  for (int i = 0; i < into->core_count; i++)
    if (ksi_has_core(&of->cores, into->cores[i].number))
      into->cores[i].domain = index;
}

static void read_domains(machine *into) {
  ksi_each_name(CPU "/cpufreq", add_domain, into);
  qsort(into->domains, (size_t)into->domain_count, sizeof *into->domains, by_number);
  int has_volts = 1, has_watts = 1;
  for (int i = 0; i < into->domain_count; i++) {
    domain *of = &into->domains[i];
    read_domain(into, i);
    for (int k = 0; k < of->opp_count; k++) {
      has_volts &= of->opps[k].voltage_mv > 0;
      has_watts &= of->opps[k].active_mw > 0;
    }
  }
  if (into->domain_count == 0)
    add_note(into, "no cpufreq: frequencies are unknown and cannot be changed");
  else if (!has_volts)
    add_note(into, "voltages are unknown (on some systems root can read them from debugfs)");
  if (into->domain_count > 0 && !has_watts)
    add_note(into,
             "power at each frequency is unknown (root can read the energy model from debugfs)");
}

/* --- Idle states: one entry for all cores that have the same. */

static void add_idle_state(machine *into, const idle_state *one, int number) {
  for (int i = 0; i < into->idle_count; i++) {
    idle_state *old = &into->idle_states[i];
    if (strcmp(old->name, one->name) == 0 && old->exit_ns == one->exit_ns &&
        old->residency_ns == one->residency_ns && old->is_disabled == one->is_disabled) {
      ksi_add_core(&old->cores, number);
      return;
    }
  }
  if (into->idle_count == MOST_IDLE_STATES)
    return;
  into->idle_states[into->idle_count] = *one;
  ksi_add_core(&into->idle_states[into->idle_count++].cores, number);
}

static void read_idle_states(machine *into) {
  for (int i = 0; i < into->core_count; i++)
    for (int index = 0;; index++) {
      idle_state one = {0};
      int number = into->cores[i].number;
      ksi_path folder = path_of(CPU "/cpu%d/cpuidle/state%d", number, index);
      read_word(ksi_join(folder.text, "name"), one.name, sizeof one.name);
      if (*one.name == '\0')
        break;
      one.exit_ns = 1e3 * (double)read_number(ksi_join(folder.text, "latency"), 0);
      one.residency_ns = 1e3 * (double)read_number(ksi_join(folder.text, "residency"), 0);
      one.is_disabled = read_number(ksi_join(folder.text, "disable"), 0) != 0;
      add_idle_state(into, &one, number);
    }
  if (into->idle_count == 0)
    add_note(into, "the system does not report idle states");
}

/* --- Clusters, and the speeds that follow from these data. */

static ksi_coreset close_to(const core *of) {
  if (ksi_count_cores(&of->cache_siblings) > 1)
    return of->cache_siblings;
  if (ksi_count_cores(&of->cluster_siblings) > 1)
    return of->cluster_siblings;
  return of->package_siblings;
}

static int is_one_cluster(const core *a, const core *b) {
  ksi_coreset near_a = close_to(a), near_b = close_to(b);
  return a->capacity == b->capacity && a->package == b->package &&
         ksi_are_same_cores(&near_a, &near_b);
}

static void find_clusters(machine *into) {
  for (int i = 0; i < into->core_count; i++) {
    core *one = &into->cores[i];
    for (int k = 0; k < i && one->cluster < 0 && one->state != CORE_OFFLINE; k++)
      if (into->cores[k].state != CORE_OFFLINE && is_one_cluster(one, &into->cores[k]))
        one->cluster = into->cores[k].cluster;
    if (one->cluster < 0 && one->state != CORE_OFFLINE)
      one->cluster = into->cluster_count++;
  }
}

static long max_khz(const machine *in, const core *of) {
  const domain *own = of->domain >= 0 ? &in->domains[of->domain] : NULL;
  return own != NULL && own->opp_count > 0 ? own->opps[own->opp_count - 1].freq_khz : 0;
}

/* The capacity is the system's own estimate of the speed at the highest frequency; without it, of
 * equal cores, that frequency is. */
static void estimate_speeds(machine *into) {
  double max_capacity = 0, max_frequency = 0;
  for (int i = 0; i < into->core_count; i++) {
    double capacity = (double)into->cores[i].capacity, khz = (double)max_khz(into, &into->cores[i]);
    max_capacity = capacity > max_capacity ? capacity : max_capacity;
    max_frequency = khz > max_frequency ? khz : max_frequency;
  }
  for (int i = 0; i < into->core_count; i++) {
    core *one = &into->cores[i];
    if (one->state == CORE_OFFLINE)
      continue;
    one->relative_speed = max_capacity > 0    ? (double)one->capacity / max_capacity
                          : max_frequency > 0 ? (double)max_khz(into, one) / max_frequency
                                              : 1;
  }
  into->speed_origin = ESTIMATED;
}

/* --- Names. */

static int find_model(void *argument, char *line) {
  machine *into = argument;
  static const char *const keys[] = {"model name", "Model", "Hardware"};
  char *colon = strchr(line, ':');
  for (size_t i = 0; colon != NULL && i < sizeof keys / sizeof *keys; i++)
    if (strncmp(line, keys[i], strlen(keys[i])) == 0 && colon[1] == ' ' && colon[2] != '\0') {
      snprintf(into->name, sizeof into->name, "%s", colon + 2);
      return 1;
    }
  return 0;
}

static void read_names(machine *into, int is_recorded) {
  struct utsname about;
  char text[LINE_BYTES];
  read_word(path_of("/proc/device-tree/model"), into->name, sizeof into->name);
  if (*into->name == '\0')
    ksi_each_line("/proc/cpuinfo", find_model, into);
  read_word(path_of("/proc/sys/kernel/osrelease"), into->kernel, sizeof into->kernel);
  if (*into->kernel == '\0' && ksi_read_text("/proc/version", text, sizeof text) > 0)
    sscanf(text, "Linux version %63s", into->kernel);
  if (!is_recorded && uname(&about) == 0)
    snprintf(into->architecture, sizeof into->architecture, "%.63s", about.machine);
  if (*into->name == '\0')
    snprintf(into->name, sizeof into->name, "unnamed %s machine",
             *into->architecture != '\0' ? into->architecture : "recorded");
}

int read_machine(machine *into, int is_recorded) {
  *into = (machine){.dispatch_ns = -1, .fork_join_ns = -1, .transfer_ns = -1};
  into->domains = calloc(MOST_DOMAINS, sizeof *into->domains);
  into->caches = calloc(MOST_CACHES, sizeof *into->caches);
  into->idle_states = calloc(MOST_IDLE_STATES, sizeof *into->idle_states);
  if (into->domains == NULL || into->caches == NULL || into->idle_states == NULL ||
      !make_cores(into, is_recorded))
    return 0;
  note_missing(into);
  read_names(into, is_recorded);
  read_caches(into);
  read_domains(into);
  read_idle_states(into);
  find_clusters(into);
  estimate_speeds(into);
  return 1;
}

void free_machine(machine *made) {
  free(made->cores);
  free(made->usable);
  free(made->domains);
  free(made->caches);
  free(made->idle_states);
  free(made->signals);
  free(made->wake_ups);
  free(made->paths);
}
