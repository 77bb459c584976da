/* Requested and achieved frequencies.
 *
 * A clock may not run as requested: the firmware may decide otherwise, heat may prevent it, a limit
 * may be shared. So when a level is left, the frequency at that moment is noted. It is what the
 * driver says (cpuinfo_cur_freq, which asks the hardware, or scaling_cur_freq), at most once per
 * millisecond, because that may be slow. If neither can be read, it is the number of cycles that
 * the thread has counted since it last checked, divided by its time on the core, if all of that
 * time was at this level. Without both the report says "unavailable".
 *
 * The account of a domain is in the record of the profile (record_layout.h), so it survives any end
 * of the program. The thread that has the domain writes it; all threads count outcomes.
 */
#include "power_report.h"

#include "../record/counters.h"
#include "../record/process_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BETWEEN_LOOKS_NS = 1000000, LEAST_STRETCH_NS = 20000 };

static ksi_power_account *new_account(void) {
#if KS_COUNTERS
  ksi_power_item *item = ksi_counts() ? ksi_new_item(KSI_ITEM_POWER, sizeof(ksi_power_item)) : NULL;
  if (item != NULL) {
    ksi_publish_item(item);
    return &item->account;
  }
#endif
  return calloc(1, sizeof(ksi_power_account));
}

static void open_current(ksi_domain *domain) {
  static const char *const names[] = {"cpuinfo_cur_freq", "scaling_cur_freq"};
  char text[32];
  domain->current.file = -1;
  for (size_t i = 0; i < 2 && domain->folder[0] != '\0' && domain->current.file < 0; i++) {
    ksi_path path = ksi_join(domain->folder, names[i]);
    if (ksi_open_kept(&domain->current, path.text, 0) != 0)
      continue;
    if (ksi_read_kept(&domain->current, text, sizeof text) > 0 && strtoul(text, NULL, 10) > 0)
      snprintf(domain->account->seen_by, sizeof domain->account->seen_by, "%s", names[i]);
    else
      ksi_close_kept(&domain->current);
  }
}

void ksi_open_account(ksi_domain *domain) {
  static ksi_power_account none; /* without memory all share one that is never read */
  ksi_power_account *account = new_account();
  domain->account = account = account != NULL ? account : &none;
  ksi_print_cores(&domain->cores, account->cores, sizeof account->cores);
  snprintf(account->way, sizeof account->way, "%s", domain->way->name);
  snprintf(account->seen_by, sizeof account->seen_by, "unavailable");
  account->transition_ns = domain->transition_ns;
  account->levels = (uint32_t)domain->levels;
  for (int i = 0; i < domain->levels; i++)
    account->level[i].khz = domain->khz[i];
  domain->since_ns = ksi_now_ns();
  if (ksi_counts())
    open_current(domain);
}

static ksi_level_account *account_of(ksi_domain *domain, int level) {
  return &domain->account->level[level < KSI_MOST_LEVELS ? level : KSI_MOST_LEVELS];
}

void ksi_note_level(ksi_domain *domain, int level) {
  int before = atomic_load_explicit(&domain->level, memory_order_relaxed);
  uint64_t now = ksi_now_ns();
  ksi_level_account *last = account_of(domain, before);
  KSI_PUT(last->ns, last->ns + now - domain->since_ns);
  account_of(domain, level)->times += before != level;
  KSI_PUT(domain->since_ns, now);
}

/* While another thread sets a level, a moment may be missing, or count for the last one. */
void ksi_sum_level_times(const ksi_domain *domain, uint64_t now_ns, ksi_level_times *times) {
  const int level = atomic_load_explicit(&domain->level, memory_order_relaxed);
  const uint64_t since = __atomic_load_n(&domain->since_ns, __ATOMIC_RELAXED);
  for (int i = 0; i <= KSI_MOST_LEVELS; i++) {
    times->ns[i] = __atomic_load_n(&domain->account->level[i].ns, __ATOMIC_RELAXED);
    times->khz[i] = domain->account->level[i].khz;
  }
  if (now_ns > since)
    times->ns[level < KSI_MOST_LEVELS ? level : KSI_MOST_LEVELS] += now_ns - since;
}

static void add_sample(ksi_domain *domain, uint64_t khz) {
  ksi_level_account *it =
      account_of(domain, atomic_load_explicit(&domain->level, memory_order_relaxed));
  if (khz == 0)
    return;
  it->min_khz = it->samples == 0 || khz < it->min_khz ? khz : it->min_khz;
  it->max_khz = khz > it->max_khz ? khz : it->max_khz;
  it->sum_khz += khz;
  it->samples++;
}

/* The frequency from the thread's cycles; 0: unknown. */
static uint64_t speed_of(ksi_witness *witness, const ksi_domain *domain) {
  uint64_t cycles = 0, thread_ns, khz = 0;
  if (!witness->is_open || ksi_this_thread() != witness->thread)
    return 0;
  ksi_read_events(&witness->events, &cycles);
  thread_ns = ksi_thread_ns();
  if (witness->at_ns >= domain->since_ns && cycles > witness->cycles &&
      thread_ns - witness->thread_ns >= LEAST_STRETCH_NS)
    khz = (cycles - witness->cycles) * 1000000 / (thread_ns - witness->thread_ns);
  return khz;
}

void ksi_note_speed(ksi_domain *domain, ksi_witness *witness) {
  char text[32];
  if (domain->current.file < 0) {
    uint64_t khz = speed_of(witness, domain);
    if (khz != 0)
      snprintf(domain->account->seen_by, sizeof domain->account->seen_by, "cycles");
    add_sample(domain, khz);
    return;
  }
  if (ksi_now_ns() - domain->sampled_ns < BETWEEN_LOOKS_NS)
    return;
  domain->sampled_ns = ksi_now_ns();
  if (ksi_read_kept(&domain->current, text, sizeof text) > 0)
    add_sample(domain, strtoul(text, NULL, 10));
}

void ksi_note_outcome(ksi_domain *domain, ksi_outcome outcome) {
  __atomic_fetch_add(&domain->account->outcome[outcome], 1, __ATOMIC_RELAXED);
}

void ksi_begin_witness(ksi_witness *witness) {
  static const uint64_t cycles = 0; /* as the kernel numbers hardware events */
  long thread = ksi_this_thread();
  if (witness->thread != thread) {
    if (witness->is_open)
      ksi_close_events(&witness->events);
    witness->is_open = ksi_open_events(&witness->events, 0, &cycles, 1) == 0;
    witness->thread = thread;
  }
  if (!witness->is_open)
    return;
  ksi_read_events(&witness->events, &witness->cycles);
  witness->thread_ns = ksi_thread_ns();
  witness->at_ns = ksi_now_ns();
}
