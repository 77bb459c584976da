/* Core frequencies with the kernel's cpufreq.
 *
 * A policy (/sys/devices/system/cpu/cpuN/cpufreq) is a set of cores with one clock. Its table of
 * frequencies gives the levels; the fastest is level 0, as in the tables of layers. If there is no
 * table (intel_pstate and other drivers that know a range only), levels are KSI_STEPS equal steps
 * from the highest to the lowest frequency. The limits that the administrator has set always hold:
 * levels beyond them become the limits.
 *
 * With the governor "userspace" a frequency is one write to scaling_setspeed. If the kernel does
 * not have it, both limits are set to the wanted frequency, so that any governor has no choice. The
 * upper limit is written first if the lower one would otherwise be above it, which kernels before
 * 5.4 refuse.
 *
 * Between layers the first method runs at the highest frequency, because nothing else would raise
 * it. The second restores the limits, and the governor decides.
 */
#include "power_way.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1024, SAMPLES = 3 };

static int read_of(const ksi_domain *domain, const char *name, char *text, size_t size) {
  return ksi_read_text(ksi_join(domain->folder, name).text, text, size) > 0;
}

static uint32_t read_khz(const ksi_domain *domain, const char *name) {
  char text[32];
  return read_of(domain, name, text, sizeof text) ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

static int has_word(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *at = text; (at = strstr(at, word)) != NULL; at += length)
    if ((at == text || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return 1;
  return 0;
}

/* "0 1 2", a list with other separators. */
static int read_cores(const ksi_domain *domain, ksi_coreset *cores) {
  char text[TEXT];
  if (!read_of(domain, "affected_cpus", text, sizeof text) &&
      !read_of(domain, "related_cpus", text, sizeof text))
    return 0;
  for (char *at = text; *at != '\0'; at++)
    *at = *at == ' ' ? ',' : *at;
  return ksi_parse_cores(text, cores);
}

static int compare_down(const void *a, const void *b) {
  uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
  return first < second ? 1 : first > second ? -1 : 0;
}

static uint32_t within_limits(const ksi_domain *domain, uint32_t khz) {
  if (domain->max_khz != 0 && khz > domain->max_khz)
    return domain->max_khz;
  return khz < domain->min_khz ? domain->min_khz : khz;
}

static void read_table(ksi_domain *domain) {
  char text[TEXT], *end;
  if (!read_of(domain, "scaling_available_frequencies", text, sizeof text))
    return;
  for (const char *at = text; domain->levels < KSI_MOST_LEVELS; at = end) {
    unsigned long khz = strtoul(at, &end, 10);
    if (end == at)
      break;
    domain->khz[domain->levels++] = (uint32_t)khz;
  }
  qsort(domain->khz, (size_t)domain->levels, sizeof *domain->khz, compare_down);
}

static void make_steps(ksi_domain *domain, uint32_t least, uint32_t most) {
  if (least == 0 || most <= least)
    return;
  domain->levels = KSI_STEPS;
  for (uint32_t i = 0; i < KSI_STEPS; i++)
    domain->khz[i] = most - (most - least) / (KSI_STEPS - 1) * i;
  domain->khz[KSI_STEPS - 1] = least;
}

static void read_levels(ksi_domain *domain) {
  const unsigned long eternal = 4294967295ul;
  char text[32];
  domain->min_khz = read_khz(domain, "scaling_min_freq");
  domain->max_khz = read_khz(domain, "scaling_max_freq");
  read_table(domain);
  if (domain->levels == 0)
    make_steps(domain, read_khz(domain, "cpuinfo_min_freq"), read_khz(domain, "cpuinfo_max_freq"));
  for (int i = 0; i < domain->levels; i++)
    domain->khz[i] = within_limits(domain, domain->khz[i]);
  if (read_of(domain, "cpuinfo_transition_latency", text, sizeof text)) {
    unsigned long ns = strtoul(text, NULL, 10);
    domain->transition_ns = ns == eternal ? 0 : ns;
  }
}

static int capacity_of(int core) {
  char path[64], text[32];
  snprintf(path, sizeof path, KSI_CORE_CAPACITY, core);
  return ksi_read_text(path, text, sizeof text) > 0 && atoi(text) > 0 ? atoi(text) : 1024;
}

/* The folder is named after its first core, so that all programs use the same name. */
static void name_folder(ksi_domain *domain, int core) {
  snprintf(domain->folder, sizeof domain->folder, KSI_CORE_FREQUENCY, core);
}

static int first_core(const ksi_coreset *cores) {
  int core = 0;
  while (core < KSI_MOST_CORES && !ksi_has_core(cores, core))
    core++;
  return core;
}

static void read_domain(ksi_domain *domain, int core) {
  memset(domain, 0, sizeof *domain);
  domain->first.file = domain->second.file = domain->current.file = -1;
  domain->capacity = capacity_of(core);
  atomic_init(&domain->level, KSI_AT_REST);
  name_folder(domain, core);
  if (!read_cores(domain, &domain->cores) || !ksi_has_core(&domain->cores, core)) {
    domain->folder[0] = '\0';
    domain->cores = (ksi_coreset){{0}};
    ksi_add_core(&domain->cores, core);
    return;
  }
  name_folder(domain, first_core(&domain->cores));
  read_levels(domain);
}

int ksi_find_domains(ksi_domain *domains, int most, const ksi_coreset *usable) {
  ksi_coreset found = {{0}};
  int count = 0;
  for (int core = 0; core < KSI_MOST_CORES && count < most; core++) {
    if (!ksi_has_core(usable, core) || ksi_has_core(&found, core))
      continue;
    read_domain(&domains[count], core);
    found = ksi_join_cores(found, domains[count].cores);
    count++;
  }
  return count;
}

/* --- What both ways share. */

static int refuse(ksi_domain *domain, int problem, const char *what) {
  domain->refusal = what;
  return problem;
}

static int write_khz(ksi_kept *kept, uint32_t khz) {
  char text[16];
  int length = snprintf(text, sizeof text, "%u\n", (unsigned)khz);
  return ksi_write_kept(kept, text, (size_t)length);
}

static uint32_t khz_of(const ksi_domain *domain, int level) {
  return within_limits(domain, domain->khz[level == KSI_AT_REST ? 0 : level]);
}

static int is_another_programs(ksi_domain *domain, ksi_journal *journal, int owner) {
  static const char *const names[] = {"scaling_governor", "scaling_setspeed", "scaling_min_freq"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (ksi_is_anothers(journal, ksi_join(domain->folder, names[i]).text, owner))
      return 1;
  return 0;
}

/* Whether there is a clock with levels. */
static int check(ksi_domain *domain) {
  if (domain->folder[0] == '\0')
    return refuse(domain, ENOENT, "cpufreq");
  return domain->levels == 0 ? refuse(domain, ENOENT, "cpuinfo_max_freq") : 0;
}

static void close_both(ksi_domain *domain) {
  ksi_close_kept(&domain->first);
  ksi_close_kept(&domain->second);
}

/* The time of a change if the driver does not know it: that of the write. */
static void measure_transition(ksi_domain *domain, int (*set)(ksi_domain *, int)) {
  uint64_t took[SAMPLES], least = UINT64_MAX;
  if (domain->transition_ns != 0 || domain->levels < 2)
    return;
  for (int i = 0; i < SAMPLES; i++) {
    uint64_t begin = ksi_now_ns();
    if (set(domain, domain->levels - 1) != 0)
      break;
    took[i] = ksi_now_ns() - begin;
    least = took[i] < least ? took[i] : least;
    set(domain, KSI_AT_REST);
  }
  domain->transition_ns = least != UINT64_MAX ? least : 0;
}

/* --- The governor "userspace". */

static int set_speed(ksi_domain *domain, int level) {
  return write_khz(&domain->first, khz_of(domain, level));
}

static int take_governor(ksi_domain *domain, ksi_journal *journal, int owner) {
  ksi_path governor = ksi_join(domain->folder, "scaling_governor");
  ksi_path speed = ksi_join(domain->folder, "scaling_setspeed");
  char now[32];
  int problem = 0;
  if (!read_of(domain, "scaling_governor", now, sizeof now))
    return ENOENT;
  /* Another program's frequency is restored; that of another governor returns by itself. */
  ksi_change *change =
      strcmp(now, "userspace") == 0
          ? ksi_announce_varied(journal, owner, KSI_VARIED, speed.text, &problem)
          : ksi_announce_word(journal, owner, KSI_FLAG, governor.text, "userspace", NULL, &problem);
  if (problem == 0 && change == NULL)
    problem = ENOSPC;
  if (problem == 0)
    problem = ksi_save_journal(journal);
  if (problem == 0 && change->kind == KSI_FLAG)
    problem = ksi_make_change(journal, change, owner);
  return problem;
}

static void give_back_governor(ksi_domain *domain, ksi_journal *journal, int owner) {
  ksi_undo_change(journal, ksi_join(domain->folder, "scaling_setspeed").text, owner);
  ksi_undo_change(journal, ksi_join(domain->folder, "scaling_governor").text, owner);
}

static int check_speed(ksi_domain *domain) {
  char governors[TEXT];
  int problem = check(domain);
  if (problem != 0)
    return problem;
  if (!read_of(domain, "scaling_available_governors", governors, sizeof governors) ||
      !has_word(governors, "userspace"))
    return refuse(domain, ENOENT, "scaling_setspeed");
  if (!ksi_can_write(ksi_join(domain->folder, "scaling_setspeed").text) ||
      !ksi_can_write(ksi_join(domain->folder, "scaling_governor").text))
    return refuse(domain, EACCES, "scaling_governor and scaling_setspeed");
  return 0;
}

static int open_speed(ksi_domain *domain, ksi_journal *journal, int owner) {
  ksi_path speed = ksi_join(domain->folder, "scaling_setspeed");
  if (is_another_programs(domain, journal, owner))
    return refuse(domain, EBUSY, "scaling_setspeed");
  int problem = take_governor(domain, journal, owner);
  if (problem != 0)
    return refuse(domain, problem, "scaling_governor");
  problem = ksi_open_kept(&domain->first, speed.text, 1);
  if (problem == 0)
    problem = set_speed(domain, KSI_AT_REST);
  if (problem == 0) {
    measure_transition(domain, set_speed);
    return 0;
  }
  close_both(domain);
  give_back_governor(domain, journal, owner);
  return refuse(domain, problem, "scaling_setspeed");
}

const ksi_way ksi_speed_way = {
    "cpufreq (userspace)", 1, check_speed, open_speed, set_speed, close_both};

/* --- Both limits. */

static int write_lower(ksi_domain *domain, uint32_t khz) {
  int problem = write_khz(&domain->first, khz);
  domain->lower_khz = problem == 0 ? khz : domain->lower_khz;
  return problem;
}

static int write_upper(ksi_domain *domain, uint32_t khz) {
  int problem = write_khz(&domain->second, khz);
  domain->upper_khz = problem == 0 ? khz : domain->upper_khz;
  return problem;
}

static int set_limits(ksi_domain *domain, int level) {
  int is_rest = level == KSI_AT_REST, problem;
  uint32_t least = is_rest ? domain->min_khz : khz_of(domain, level);
  uint32_t most = is_rest ? domain->max_khz : least;
  if (least > domain->upper_khz) {
    problem = write_upper(domain, most);
    return problem != 0 ? problem : write_lower(domain, least);
  }
  problem = write_lower(domain, least);
  return problem != 0 ? problem : write_upper(domain, most);
}

static int announce_limits(ksi_domain *domain, ksi_journal *journal, int owner) {
  static const char *const names[] = {"scaling_min_freq", "scaling_max_freq"};
  int problem = 0;
  for (int i = 0; i < 2 && problem == 0; i++)
    if (ksi_announce_varied(journal, owner, KSI_VARIED, ksi_join(domain->folder, names[i]).text,
                            &problem) == NULL &&
        problem == 0)
      problem = ENOSPC;
  return problem == 0 ? ksi_save_journal(journal) : problem;
}

static int check_limits(ksi_domain *domain) {
  int problem = check(domain);
  if (problem != 0)
    return problem;
  if (domain->min_khz == 0 || domain->max_khz == 0)
    return refuse(domain, ENOENT, "scaling_min_freq");
  if (!ksi_can_write(ksi_join(domain->folder, "scaling_min_freq").text) ||
      !ksi_can_write(ksi_join(domain->folder, "scaling_max_freq").text))
    return refuse(domain, EACCES, "scaling_min_freq and scaling_max_freq");
  return 0;
}

static int open_limits(ksi_domain *domain, ksi_journal *journal, int owner) {
  ksi_path lower = ksi_join(domain->folder, "scaling_min_freq");
  ksi_path upper = ksi_join(domain->folder, "scaling_max_freq");
  if (is_another_programs(domain, journal, owner))
    return refuse(domain, EBUSY, "scaling_min_freq");
  int problem = announce_limits(domain, journal, owner);
  if (problem == 0)
    problem = ksi_open_kept(&domain->first, lower.text, 1);
  if (problem == 0)
    problem = ksi_open_kept(&domain->second, upper.text, 1);
  /* Writes their current values, to find out whether that is allowed. */
  domain->lower_khz = domain->min_khz;
  domain->upper_khz = domain->max_khz;
  if (problem == 0)
    problem = set_limits(domain, KSI_AT_REST);
  if (problem == 0) {
    measure_transition(domain, set_limits);
    return 0;
  }
  close_both(domain);
  ksi_undo_change(journal, upper.text, owner);
  ksi_undo_change(journal, lower.text, owner);
  return refuse(domain, problem, "scaling_min_freq");
}

const ksi_way ksi_limits_way = {"cpufreq (limits)", 1,          check_limits,
                                open_limits,        set_limits, close_both};
