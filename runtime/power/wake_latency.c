/* PM-QoS: `qos` in KASURI_POWER.
 *
 * A core in deep sleep takes long to wake up, some hundred microseconds, and each wait of a row may
 * then cost that. While layers run, idle states with longer exits than requested are disabled. For
 * all cores this is a number written to /dev/cpu_dma_latency. It holds until another is written or
 * the file is closed, so nothing needs to be restored. For a program that has only some of the
 * cores, it is pm_qos_resume_latency_us of each of these, which is journaled.
 *
 * Each write wakes up cores, and layers may be short. So the request is not withdrawn at the end of
 * a run, but when a worker has been idle for so long that it goes to sleep. A run that starts at
 * that very moment may not have it; the next one has it again.
 */
#include "wake_latency.h"

#include "../os/os.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_LIMIT = 2000000000 };

typedef struct one_core {
  ksi_kept file;
  char before[16];
} one_core;

static struct {
  int us, count; /* count 0: all cores */
  ksi_kept all;
  one_core *core;
} wish = {.all = {.file = -1}};

static _Atomic int is_held;
/* A worker may go to sleep while a run starts: the last write agrees with is_held. */
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

static ksi_coreset online_cores(void) {
  char text[KSI_VALUE_BYTES];
  ksi_coreset cores = {{0}};
  if (ksi_read_text(KSI_ONLINE_CORES, text, sizeof text) > 0)
    ksi_parse_cores(text, &cores);
  return cores;
}

static int open_for_all(void) {
  return ksi_can_write(KSI_WAKE_LATENCY) && ksi_open_kept(&wish.all, KSI_WAKE_LATENCY, 1) == 0;
}

int ksi_open_wake_latency(const ksi_coreset *usable, int us) {
  ksi_coreset others = ksi_without_cores(online_cores(), *usable);
  wish.us = us;
  return ksi_count_cores(&others) == 0 && open_for_all();
}

int ksi_has_core_latency(const ksi_coreset *usable) {
  char path[KSI_PATH_BYTES];
  for (int core = 0; core < KSI_MOST_CORES; core++) {
    snprintf(path, sizeof path, KSI_CORE_WAKE_LATENCY, core);
    if (ksi_has_core(usable, core) && ksi_can_write(path))
      return 1;
  }
  return 0;
}

/* A stricter limit remains. 0 means none there, and "n/a" that nothing is allowed. */
static int needs_limit(const char *before, int us) {
  return strcmp(before, "n/a") != 0 && (atoi(before) == 0 || atoi(before) > us);
}

static void add_core(ksi_journal *journal, int owner, int core) {
  one_core *it = &wish.core[wish.count];
  char path[KSI_PATH_BYTES];
  int problem;
  snprintf(path, sizeof path, KSI_CORE_WAKE_LATENCY, core);
  if (!ksi_can_write(path) || ksi_read_text(path, it->before, sizeof it->before) <= 0 ||
      !needs_limit(it->before, wish.us) ||
      ksi_announce_varied(journal, owner, KSI_VARIED, path, &problem) == NULL)
    return;
  if (ksi_open_kept(&it->file, path, 1) == 0)
    wish.count++;
  else
    ksi_undo_change(journal, path, owner);
}

int ksi_journal_wake_latency(ksi_journal *journal, int owner, const ksi_coreset *usable, int us) {
  wish.us = us;
  wish.count = 0;
  free(wish.core);
  wish.core = calloc((size_t)ksi_count_cores(usable) + 1, sizeof *wish.core);
  for (int core = 0; wish.core != NULL && core < KSI_MOST_CORES; core++)
    if (ksi_has_core(usable, core))
      add_core(journal, owner, core);
  if (wish.count > 0 && ksi_save_journal(journal) == 0)
    return 1;
  wish.count = 0;
  return open_for_all(); /* better all than none */
}

static void write_wish(int is_limited) {
  char text[16];
  int32_t number = is_limited ? wish.us : NO_LIMIT;
  if (wish.count == 0 && wish.all.file >= 0)
    ksi_write_kept(&wish.all, &number, sizeof number);
  snprintf(text, sizeof text, "%d", wish.us);
  const char *limit = wish.us == 0 ? "n/a" : text;
  for (int i = 0; i < wish.count; i++) {
    const char *value = is_limited ? limit : wish.core[i].before;
    ksi_write_kept(&wish.core[i].file, value, strlen(value));
  }
}

static void hold(int is_limited) {
  if (atomic_load_explicit(&is_held, memory_order_relaxed) == is_limited)
    return;
  pthread_mutex_lock(&writing);
  if (atomic_exchange(&is_held, is_limited) != is_limited)
    write_wish(is_limited);
  pthread_mutex_unlock(&writing);
}

void ksi_hold_wake_latency(void) { hold(1); }

void ksi_release_wake_latency(void) { hold(0); }

void ksi_forget_wake_latency(void) {
  pthread_mutex_init(&writing, NULL); /* a thread of the parent may have had it */
  ksi_close_kept(&wish.all);
  for (int i = 0; i < wish.count; i++)
    ksi_close_kept(&wish.core[i].file);
  wish.count = 0;
  atomic_store(&is_held, 0);
}
