/* Names what interrupts a core.
 *
 * The system counts interrupts and deferred work of each core, and how often each task got a core
 * (the third number of schedstat). A source with about the rate of a peak, on the core of that
 * peak, is a suspect. A rate does not prove more, so all suspects are named. In addition the kernel
 * has periods from its own settings. They are read where possible, because a system may have other
 * settings than the usual ones.
 */
#include "culprits.h"

#include "../../os/os.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_BYTES = 1 << 20, MOST_COLUMNS = 1024 };

static counter *add_counter(counters *all, const counter *one) {
  if (all->count == all->room) {
    size_t room = all->room > 0 ? all->room * 2 : 256;
    counter *larger = realloc(all->list, room * sizeof *larger);
    if (larger == NULL)
      return NULL;
    all->list = larger;
    all->room = room;
  }
  all->list[all->count] = *one;
  return &all->list[all->count++];
}

void free_counters(counters *all) {
  free(all->list);
  *all = (counters){0};
}

/* --- Interrupts: a heading of the online cores, then rows of a key, a number for each of these,
 * and (not in softirqs) the controller, the number there, and who is served. */

static int read_heading(const char *line, int *cores) {
  int count = 0;
  for (const char *at = line; count < MOST_COLUMNS && (at = strstr(at, "CPU")) != NULL; at += 3)
    cores[count++] = atoi(at + 3);
  return count;
}

/* "IO-APIC 4-edge ttyS0" is named by its last word, "Local timer interrupts" by all. */
static void set_name(counter *of, const char *text) {
  text += strspn(text, " \t");
  const char *last = strrchr(text, ' ');
  int is_device = isdigit((unsigned char)of->key[0]);
  snprintf(of->name, sizeof of->name, "%s", is_device && last != NULL ? last + 1 : text);
}

static void read_row(counters *all, counter_kind kind, char *line, const int *cores, int columns) {
  uint64_t counts[MOST_COLUMNS];
  counter row = {.kind = kind, .thread = 0};
  char *colon = strchr(line, ':');
  if (colon == NULL)
    return;
  *colon = '\0';
  snprintf(row.key, sizeof row.key, "%s", line + strspn(line, " \t"));
  char *at = colon + 1, *end;
  int read = 0;
  for (; read < columns; read++, at = end) {
    at += strspn(at, " \t");
    if (!isdigit((unsigned char)*at))
      break;
    counts[read] = strtoull(at, &end, 10);
  }
  set_name(&row, kind == COUNTS_SOFTIRQ ? row.key : at);
  for (int i = 0; i < read && read == columns; i++) {
    row.core = cores[i];
    row.count = counts[i];
    if (row.count > 0)
      add_counter(all, &row);
  }
}

static void read_table(counters *all, counter_kind kind, const char *path, char *text) {
  int cores[MOST_COLUMNS], columns = 0;
  char *rest = text;
  if (ksi_read_text(path, text, FILE_BYTES) <= 0)
    return;
  for (char *line; (line = strsep(&rest, "\n")) != NULL;)
    if (columns == 0)
      columns = read_heading(line, cores);
    else
      read_row(all, kind, line, cores, columns);
}

/* --- Tasks. */

typedef struct walk {
  counters *all;
  const char *process;
  int is_own;
} walk;

/* The processor is the 37th number after the name, which may contain anything. */
static int last_core(const char *stat) {
  const char *at = strrchr(stat, ')');
  for (int i = 0; at != NULL && i < 37; i++)
    at = strchr(at + 1, ' ');
  return at != NULL ? atoi(at + 1) : -1;
}

static int add_task(void *argument, const char *name) {
  const walk *in = argument;
  char path[96], text[1024];
  uint64_t ran, waited;
  counter one = {.kind = COUNTS_TASK, .thread = atol(name)};
  snprintf(path, sizeof path, "/proc/%.20s/task/%.20s/schedstat", in->process, name);
  if (ksi_read_text(path, text, sizeof text) <= 0 ||
      sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64, &ran, &waited, &one.count) != 3)
    return 0;
  snprintf(path, sizeof path, "/proc/%.20s/task/%.20s/comm", in->process, name);
  if (ksi_read_text(path, one.name, sizeof one.name) <= 0)
    return 0;
  snprintf(path, sizeof path, "/proc/%.20s/task/%.20s/stat", in->process, name);
  one.core = ksi_read_text(path, text, sizeof text) > 0 ? last_core(text) : -1;
  add_counter(in->all, &one);
  return 0;
}

static int add_process(void *argument, const char *name) {
  char path[64];
  walk *in = argument;
  if (!isdigit((unsigned char)*name) || atol(name) == (long)getpid())
    return 0;
  in->process = name;
  snprintf(path, sizeof path, "/proc/%.20s/task", name);
  return ksi_each_name(path, add_task, in);
}

static int by_identity(const void *a, const void *b) {
  const counter *x = a, *y = b;
  int order = (x->kind > y->kind) - (x->kind < y->kind);
  if (order == 0 && x->kind != COUNTS_TASK)
    order = (x->core > y->core) - (x->core < y->core);
  if (order == 0)
    order = (x->thread > y->thread) - (x->thread < y->thread);
  return order != 0 ? order : strcmp(x->key, y->key);
}

void take_counters(counters *all) {
  *all = (counters){0};
  char *text = malloc(FILE_BYTES);
  if (text == NULL)
    return;
  read_table(all, COUNTS_INTERRUPT, "/proc/interrupts", text);
  read_table(all, COUNTS_SOFTIRQ, "/proc/softirqs", text);
  free(text);
  ksi_each_name("/proc", add_process, &(walk){.all = all});
  if (all->count > 0)
    qsort(all->list, all->count, sizeof *all->list, by_identity);
}

static int by_count(const void *a, const void *b) {
  const counter *x = a, *y = b;
  if (x->kind != y->kind)
    return x->kind > y->kind ? 1 : -1;
  return (x->count < y->count) - (x->count > y->count);
}

int subtract_counters(const counters *before, const counters *after, counters *difference) {
  *difference = (counters){0};
  for (size_t i = 0; i < after->count; i++) {
    counter one = after->list[i];
    const counter *old = before->count > 0 ? bsearch(&one, before->list, before->count,
                                                     sizeof *before->list, by_identity)
                                           : NULL;
    uint64_t from = old != NULL ? old->count : 0;
    one.count = one.count > from ? one.count - from : 0;
    if (one.count > 0 && add_counter(difference, &one) == NULL)
      return 0;
  }
  if (difference->count > 0)
    qsort(difference->list, difference->count, sizeof *difference->list, by_count);
  return 1;
}

/* --- The system's own periods. */

typedef struct habit {
  double hz;
  const char *setting; /* the file with the period; null: it is always this one */
  double unit;         /* seconds of one unit of it */
  const char *name;
} habit;

static const habit habits[] = {
    {100, NULL, 0, "timer tick, HZ=100"},
    {250, NULL, 0, "timer tick, HZ=250"},
    {300, NULL, 0, "timer tick, HZ=300"},
    {1000, NULL, 0, "timer tick, HZ=1000"},
    {1, "/proc/sys/vm/stat_interval", 1, "kernel: memory statistics (vm.stat_interval)"},
    {0.2, "/proc/sys/vm/dirty_writeback_centisecs", 0.01,
     "kernel: write-back of files (vm.dirty_writeback_centisecs)"},
    {1, "/proc/sys/kernel/sched_rt_period_us", 1e-6,
     "kernel: real-time budget (kernel.sched_rt_period_us)"},
    {0.1, "/sys/kernel/mm/transparent_hugepage/khugepaged/scan_sleep_millisecs", 1e-3,
     "kernel: khugepaged"},
    {0.25, "/proc/sys/kernel/watchdog_thresh", 0.4,
     "kernel: lockup watchdog (kernel.watchdog_thresh)"},
    {2, NULL, 0, "kernel: clocksource watchdog"},
    {0.2, NULL, 0, "kernel: load average"},
};

static int is_near(double hz, double other, double error) { return fabs(hz - other) <= error; }

static void add_text(char *text, size_t size, const char *more) {
  size_t used = strlen(text);
  snprintf(text + used, size - used, "%s%s", used > 0 ? "; " : "", more);
}

static double rate_of(const habit *of) {
  char text[64];
  if (of->setting == NULL)
    return of->hz;
  if (ksi_read_text(of->setting, text, sizeof text) <= 0)
    return 0;
  double period = atof(text) * of->unit;
  return period > 0 ? 1 / period : 0;
}

static void name_counter(const counter *of, double rate, char *text, size_t size) {
  char one[NAME_BYTES + 96];
  if (of->kind == COUNTS_INTERRUPT)
    snprintf(one, sizeof one, "interrupt %s (%s) on core %d, %.4g/s", of->key, of->name, of->core,
             rate);
  else if (of->kind == COUNTS_SOFTIRQ)
    snprintf(one, sizeof one, "softirq %s on core %d, %.4g/s", of->key, of->core, rate);
  else
    snprintf(one, sizeof one, "task %ld (%s), %.4g/s", of->thread, of->name, rate);
  add_text(text, size, one);
}

void name_culprits(double hz, double error_hz, int core, const counters *difference, double seconds,
                   char *text, size_t size) {
  enum { MOST_NAMED = 4 };
  int named = 0;
  text[0] = '\0';
  for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
    double rate = rate_of(&habits[i]);
    if (rate > 0 && is_near(hz, rate, error_hz + 0.005 * rate))
      add_text(text, size, habits[i].name);
  }
  for (size_t i = 0; i < difference->count && named < MOST_NAMED && seconds > 0; i++) {
    const counter *each = &difference->list[i];
    double rate = (double)each->count / seconds, counting = 1.5 / seconds;
    if ((core >= 0 && each->core != core) || each->count < 3)
      continue;
    if (!is_near(hz, rate, error_hz + counting + 0.05 * hz))
      continue;
    name_counter(each, rate, text, size);
    named++;
  }
}
