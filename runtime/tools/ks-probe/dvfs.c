/* The time of a frequency change, for each available method: until the call returns, and until the
 * core really runs at the new frequency.
 *
 * A request may return long before the regulator and the clock have followed, or only when they
 * have. A plan that is to gain from the change must know when it takes effect. So after the request
 * the requesting thread, on a core of the domain, does small equal pieces of work, and detects when
 * they begin to take as long as they take at the new frequency. Both lengths are measured before,
 * each after a wait that is long enough for any regulator. If they are alike, the core does not
 * follow (an emulated board, a machine whose clock the host controls), and only the time of the
 * call is reported.
 *
 * Every method changes a setting of the whole system: the governor, or the limits. Before that, a
 * keeper is started and the old values are journaled as for exclusive cores (restore.h), so they
 * are restored however this program ends. They are restored whatever the current values are: for a
 * while after a write, limits still read as before.
 */
#define _GNU_SOURCE
#include "machine.h"

#include "../../exclusive/restore.h"
#include "../../os/os.h"
#include "../../record/clock.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { CHANGES = 20, PIECES = 100, STEADY = 3, MOST_UNDO_TRIES = 100, UNDO_MS = 100 };

static const uint64_t settle_ns = 20000000, max_effect_ns = 200000000;
static const double min_change = 1.05;

/* --- The system's values, and restoring them. */

static ksi_process self;

static int restore(ksi_process owner) {
  int problem;
  ksi_journal *journal = ksi_open_journal(&problem);
  if (journal == NULL)
    return 0;
  int place = ksi_find_owner(journal, owner);
  int is_done = place < 0 || ksi_undo_owner(journal, place);
  ksi_close_journal(journal);
  return is_done;
}

static void keep(ksi_process owner) {
  while (!ksi_await_end(owner, "", 1000))
    continue;
  for (int i = 0; i < MOST_UNDO_TRIES && !restore(owner); i++)
    ksi_sleep_ns(UINT64_C(1000000) * UNDO_MS);
}

/* Notes the current value; nothing is changed yet. `word`: the only value that will replace it;
 * NULL: it will vary. An errno value. */
static int announce(const char *path, const char *word) {
  int problem = 0;
  ksi_coreset none = {{0}};
  if (!ksi_has_keeper()) {
    self = ksi_this_process();
    problem = ksi_start_keeper(keep);
    if (problem != 0)
      return problem;
  }
  ksi_journal *journal = ksi_open_journal(&problem);
  if (journal == NULL)
    return problem;
  int owner = ksi_find_owner(journal, self);
  owner = owner >= 0 ? owner : ksi_add_owner(journal, self, none);
  problem = owner < 0 ? ENOSPC : 0;
  const ksi_change *change = NULL;
  if (problem == 0 && word == NULL)
    change = ksi_announce_varied(journal, owner, KSI_VARIED, path, &problem);
  else if (problem == 0)
    change = ksi_announce_word(journal, owner, KSI_FLAG, path, word, NULL, &problem);
  if (change != NULL)
    problem = ksi_save_journal(journal);
  ksi_close_journal(journal);
  return problem;
}

int announce_setting(const char *path, const char *word) { return announce(path, word); }

int restore_settings(void) {
  int is_done = self.number == 0 || restore(self);
  if (ksi_has_keeper())
    ksi_stop_keeper(is_done);
  return is_done;
}

/* --- One method, which requests the low or the high frequency. */

typedef struct way {
  dvfs_path *into;
  char low[32], high[32];      /* as written */
  char first[KSI_PATH_BYTES];  /* the file; of limits: scaling_min_freq */
  char second[KSI_PATH_BYTES]; /* of limits: scaling_max_freq; else empty */
  int first_file, second_file; /* kept descriptors; -1: opened each time */
  int is_clamp;
} way;

/* What the kernel's sched_setattr takes. */
struct scheduling {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
  uint32_t clamp_least, clamp_most;
};

enum { KEEP_POLICY = 8, KEEP_PARAMETERS = 16, CLAMP_LEAST = 32, CLAMP_MOST = 64, FULL = 1024 };

static int clamp(unsigned least, unsigned most) {
  struct scheduling wanted = {.size = sizeof wanted,
                              .flags = KEEP_POLICY | KEEP_PARAMETERS | CLAMP_LEAST | CLAMP_MOST,
                              .clamp_least = least,
                              .clamp_most = most};
#ifdef SYS_sched_setattr
  return syscall(SYS_sched_setattr, 0, &wanted, 0) == 0 ? 0 : errno;
#else
  (void)wanted;
  return ENOSYS;
#endif
}

/* The system takes each write as a whole; a recorded file keeps the rest of a longer value. */
static int is_recorded(int file) {
  enum { SYSFS = 0x62656572 };
  struct statfs about;
  return fstatfs(file, &about) == 0 && about.f_type != SYSFS;
}

static int put(const char *path, int file, const char *text) {
  static int last_file = -1, is_cut;
  if (file < 0)
    return ksi_write_text(path, text);
  is_cut = file == last_file ? is_cut : is_recorded(file);
  last_file = file;
  if (is_cut && ftruncate(file, 0) != 0)
    return errno;
  return pwrite(file, text, strlen(text), 0) >= 0 ? 0 : errno;
}

static int ask(const way *by, int is_high) {
  const char *text = is_high ? by->high : by->low;
  if (by->is_clamp)
    return is_high ? clamp(FULL, FULL) : clamp(0, 1);
  if (*by->second == '\0')
    return put(by->first, by->first_file, text);
  /* The lower limit may never be above the upper one. */
  int problem =
      is_high ? put(by->second, by->second_file, text) : put(by->first, by->first_file, text);
  if (problem == 0)
    problem =
        is_high ? put(by->first, by->first_file, text) : put(by->second, by->second_file, text);
  return problem;
}

/* --- When it takes effect. */

static double piece_ns(void) {
  enum { TURNS = 4000 };
  uint32_t x = 1;
  uint64_t begin = ksi_now_ns();
  for (int i = 0; i < TURNS; i++) {
    x = x * 1664525u + 1013904223u;
    __asm__ volatile("" : "+r"(x));
  }
  return (double)(ksi_now_ns() - begin);
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_size);
  return values[count / 2];
}

/* While working, because an idle core's clock may have any frequency. */
static void settle(void) {
  uint64_t begin = ksi_now_ns();
  while (ksi_now_ns() - begin < settle_ns)
    piece_ns();
}

static int length_at(const way *by, int is_high, double *length) {
  double values[PIECES];
  int problem = ask(by, is_high);
  settle();
  for (int i = 0; i < PIECES; i++)
    values[i] = piece_ns();
  *length = median(values, PIECES);
  return problem;
}

/* From the start of the call until several pieces in a row have the length of the new frequency;
 * below 0: that did not happen. */
static double time_effect(const way *by, int is_high, const double *lengths, double *write_ns) {
  const double middle = sqrt(lengths[0] * lengths[1]);
  uint64_t begin = ksi_now_ns(), since = 0;
  if (ask(by, is_high) != 0)
    return -1;
  uint64_t now = ksi_now_ns();
  *write_ns = (double)(now - begin);
  for (int steady = 0; now - begin < max_effect_ns; now = ksi_now_ns()) {
    int is_there = is_high ? piece_ns() < middle : piece_ns() > middle;
    since = steady == 0 ? now : since;
    steady = is_there ? steady + 1 : 0;
    if (steady == STEADY)
      return (double)(since - begin);
  }
  return -1;
}

static void time_changes(const way *by, const double *lengths) {
  double writes[2 * CHANGES], effects[2][CHANGES];
  int counts[2] = {0, 0}, written = 0;
  int is_seen = lengths[0] > lengths[1] * min_change;
  for (int i = 0; i < 2 * CHANGES; i++) {
    int is_high = i % 2;
    settle();
    if (is_seen) {
      double effect = time_effect(by, is_high, lengths, &writes[written]);
      written += effect >= 0;
      if (effect >= 0)
        effects[is_high][counts[is_high]++] = effect;
    } else {
      uint64_t begin = ksi_now_ns();
      int problem = ask(by, is_high);
      writes[written] = (double)(ksi_now_ns() - begin);
      written += problem == 0;
    }
  }
  by->into->write_ns = written > 0 ? median(writes, written) : -1;
  by->into->down_ns = counts[0] > 0 ? median(effects[0], counts[0]) : -1;
  by->into->up_ns = counts[1] > 0 ? median(effects[1], counts[1]) : -1;
}

static void refuse(dvfs_path *path, const char *what, int problem) {
  snprintf(path->why_not, sizeof path->why_not, "%.150s: %.80s", what, strerror(problem));
}

static void measure_way(machine *of, const way *by) {
  double lengths[2];
  int problem = length_at(by, 0, &lengths[0]);
  if (problem == 0)
    problem = length_at(by, 1, &lengths[1]);
  if (problem != 0) {
    refuse(by->into, by->is_clamp ? "sched_setattr" : by->first, problem);
    return;
  }
  time_changes(by, lengths);
  if (by->into->up_ns < 0)
    add_note(of, "domain %d, %s: a counting loop runs equally fast at %ld and %ld kHz (ratio %.3g)",
             of->domains[by->into->domain].number, by->into->name, by->into->low_khz,
             by->into->high_khz, lengths[0] / lengths[1]);
}

/* --- The methods of a domain. */

static ksi_path file_of(const domain *in, const char *name) {
  char folder[96];
  snprintf(folder, sizeof folder, "/sys/devices/system/cpu/cpufreq/policy%d", in->number);
  return ksi_join(folder, name);
}

static dvfs_path *add_path(machine *to, int index, const char *name) {
  dvfs_path *next = &to->paths[to->path_count++];
  *next = (dvfs_path){.domain = index, .name = name, .write_ns = -1, .up_ns = -1, .down_ns = -1};
  return next;
}

static void set_target(way *by, const char *low, const char *high) {
  snprintf(by->low, sizeof by->low, "%s", low);
  snprintf(by->high, sizeof by->high, "%s", high);
  by->into->low_khz = atol(low);
  by->into->high_khz = atol(high);
}

/* Opened once, if the method requires that. */
static int open_files(way *by, int is_kept) {
  by->first_file = by->second_file = -1;
  if (!is_kept)
    return 0;
  by->first_file = ksi_open_for_writes(by->first);
  if (by->first_file >= 0 && *by->second != '\0')
    by->second_file = ksi_open_for_writes(by->second);
  int last = *by->second != '\0' && by->first_file >= 0 ? by->second_file : by->first_file;
  return last < 0 ? -last : 0;
}

static void run_way(machine *of, way *by, int is_kept) {
  int problem = open_files(by, is_kept);
  if (problem == 0)
    measure_way(of, by);
  else
    refuse(by->into, by->first, problem);
  if (by->first_file >= 0)
    close(by->first_file);
  if (by->second_file >= 0)
    close(by->second_file);
}

static void print_khz(char *text, size_t size, long khz) { snprintf(text, size, "%ld", khz); }

/* The userspace governor obeys immediately. If it is already the governor, its current setting is
 * one of the two frequencies between which we change. */
static int choose_governor(const domain *in, dvfs_path *path, char *low, char *high, size_t size) {
  ksi_path governor = file_of(in, "scaling_governor"), speed = file_of(in, "scaling_setspeed");
  char text[1024];
  print_khz(low, size, in->opps[0].freq_khz);
  print_khz(high, size, in->opps[in->opp_count - 1].freq_khz);
  if (strcmp(in->governor, "userspace") == 0) {
    if (ksi_read_text(speed.text, text, sizeof text) > 0 && atol(text) > 0)
      snprintf(atol(text) > in->opps[0].freq_khz ? high : low, size, "%.31s", text);
    int problem = announce(speed.text, NULL);
    if (problem != 0)
      refuse(path, speed.text, problem);
    return problem == 0;
  }
  if (ksi_read_text(file_of(in, "scaling_available_governors").text, text, sizeof text) <= 0 ||
      strstr(text, "userspace") == NULL) {
    snprintf(path->why_not, sizeof path->why_not, "the governor 'userspace' is not available");
    return 0;
  }
  if (!ksi_can_write(governor.text)) {
    refuse(path, governor.text, EACCES);
    return 0;
  }
  int problem = announce(governor.text, "userspace");
  if (problem == 0)
    problem = ksi_write_text(governor.text, "userspace");
  if (problem == 0 &&
      (ksi_read_text(governor.text, text, sizeof text) <= 0 || strcmp(text, "userspace") != 0))
    problem = EPROTO; /* taken, and not obeyed */
  if (problem != 0)
    refuse(path, governor.text, problem);
  return problem == 0;
}

static void try_setspeed(machine *of, int index) {
  static const char *const names[] = {"userspace governor, open-write-close",
                                      "userspace governor, kept descriptor"};
  const domain *in = &of->domains[index];
  for (int is_kept = 0; is_kept < 2; is_kept++) {
    way by = {.into = add_path(of, index, names[is_kept])};
    char low[32], high[32];
    if (!choose_governor(in, by.into, low, high, sizeof low))
      continue;
    set_target(&by, low, high);
    snprintf(by.first, sizeof by.first, "%s", file_of(in, "scaling_setspeed").text);
    run_way(of, &by, is_kept);
    restore(self);
  }
}

/* Both limits together leave the governor no choice, whatever it is. */
static void try_limits(machine *of, int index) {
  static const char *const names[] = {"limits min=max, open-write-close",
                                      "limits min=max, kept descriptors"};
  const domain *in = &of->domains[index];
  ksi_path least = file_of(in, "scaling_min_freq"), most = file_of(in, "scaling_max_freq");
  for (int is_kept = 0; is_kept < 2; is_kept++) {
    way by = {.into = add_path(of, index, names[is_kept])};
    char low[32] = "", high[32] = "";
    ksi_read_text(least.text, low, sizeof low);
    ksi_read_text(most.text, high, sizeof high);
    if (*low == '\0' || *high == '\0' || strcmp(low, high) == 0) {
      snprintf(by.into->why_not, sizeof by.into->why_not,
               "the limits allow only one frequency: '%s' to '%s'", low, high);
      continue;
    }
    if (!ksi_can_write(least.text) || !ksi_can_write(most.text)) {
      refuse(by.into, most.text, EACCES);
      continue;
    }
    int problem = announce(least.text, NULL);
    if (problem == 0)
      problem = announce(most.text, NULL);
    if (problem != 0) {
      refuse(by.into, least.text, problem);
      continue;
    }
    set_target(&by, low, high);
    snprintf(by.first, sizeof by.first, "%s", least.text);
    snprintf(by.second, sizeof by.second, "%s", most.text);
    run_way(of, &by, is_kept);
    restore(self);
  }
}

static void try_clamp(machine *of, int index) {
  const domain *in = &of->domains[index];
  way by = {.into = add_path(of, index, "utilisation clamp"), .is_clamp = 1};
  if (strcmp(in->governor, "schedutil") != 0) {
    snprintf(by.into->why_not, sizeof by.into->why_not,
             "the governor is '%s'; only schedutil honors clamps", in->governor);
    return;
  }
  int problem = clamp(0, FULL);
  if (problem != 0) {
    refuse(by.into, "sched_setattr", problem);
    return;
  }
  by.into->low_khz = in->opps[0].freq_khz;
  by.into->high_khz = in->opps[in->opp_count - 1].freq_khz;
  by.first_file = by.second_file = -1;
  measure_way(of, &by);
  clamp(0, FULL);
}

static int first_usable(const machine *in, const domain *of) {
  for (int i = 0; i < in->usable_count; i++)
    if (ksi_has_core(&of->cores, in->cores[in->usable[i]].number))
      return in->cores[in->usable[i]].number;
  return -1;
}

void measure_frequency_changes(machine *of) {
  enum { WAYS = 5 };
  ksi_coreset before;
  of->paths = calloc((size_t)of->domain_count * WAYS + 1, sizeof *of->paths);
  if (of->paths == NULL || ksi_get_affinity(&before) != 0)
    return;
  for (int i = 0; i < of->domain_count; i++) {
    ksi_coreset own = {{0}};
    int number = first_usable(of, &of->domains[i]);
    ksi_add_core(&own, number);
    if (number < 0 || of->domains[i].opp_count < 2 || ksi_set_affinity(&own) != 0) {
      add_note(of, "domain %d: frequency changes were not measured: %s", of->domains[i].number,
               number < 0 ? "none of its cores may be used" : "one frequency only");
      continue;
    }
    try_setspeed(of, i);
    try_limits(of, i);
    try_clamp(of, i);
  }
  if (ksi_has_keeper())
    ksi_stop_keeper(restore(self));
  ksi_set_affinity(&before);
}
