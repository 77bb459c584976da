/* Frequency levels: rows request them, domains decide.
 *
 * A row of a layer may name a level; 0 is the fastest. The thread that runs the row requests that
 * level for its current core. A clock may serve several cores, so each worker has one vote, and a
 * domain gets the highest level among the votes of its cores. A worker whose rows have named no
 * level yet votes for the frequency before the run. Requests that change nothing cost no system
 * call:
 *
 *   same     the worker has already requested this level
 *   merged   the domain has this frequency, or another core of the domain needs a higher one
 *   short    the level would be in effect (for the rows up to the next other level) for less time,
 * as planned, than the change takes; the frequency does not change
 *   foreign  the level was planned for a core of another kind, with another clock: entry n of its
 * table is another speed here. The thread votes for the state between layers meanwhile, as one
 * without a level does
 *
 * When a run is over all votes end, and the domains return to their state between layers. A worker
 * that has completed its rows withdraws its vote. That alone changes no frequency, unless it was
 * the last vote on the domain: then the domain returns while others still run.
 *
 * Code of the program between layers may have a level, too (team/pace.c). It has a vote of its own,
 * which is withdrawn before each layer and cast again behind it.
 *
 * One thread at a time sets a domain, and no thread waits for another to do so. A thread first
 * writes its vote, then tries to become the setter. If another thread is the setter, that thread
 * checks the votes once more after it has finished. Votes and flag are sequentially consistent, so
 * either the first thread sees the flag free or the other sees the vote: no vote is lost. A thread
 * whose vote another thread handles continues a moment before the frequency is effective.
 *
 * At exit each domain is marked busy permanently, so that tasks that still run cannot change
 * anything after the values are restored (restore.c). The keeper handles SIGKILL and similar ends.
 */
#include "power.h"

#include "../os/knobs.h"
#include "../placement/core_kinds.h"
#include "../record/counters.h"
#include "clamp.h"
#include "power_record.h"
#include "power_report.h"
#include "power_way.h"
#include "wake_latency.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FAILURES = 3, LAST_WAIT_NS = 100000000 };
enum { VOTES_REST = 1, VOTES_LEVEL = 2 }; /* ranks: lower is faster; 0 is no vote */

/* Of one thread of the team; written by the thread that runs the current offer. */
typedef struct voter {
  _Alignas(64) _Atomic uint32_t vote; /* 1 + domain, and below it 16 bits of rank */
  ksi_witness witness;
  ksi_clamped clamped;
} voter;

struct ksi_power {
  int workers, domains;
  int is_clamping, is_reported, has_latency;
  _Atomic int is_over;
  int is_journalled; /* a change of it outlives the process */
  ksi_process owner;
  int16_t domain_of[KSI_MOST_CORES]; /* -1: none */
  ksi_domain domain[KSI_MOST_DOMAINS];
  ks_uint8 pace_kind[KSI_MOST_CORES]; /* 1 + ksi_match_kind of the core; 0: not asked yet */
  voter voter[]; /* of each worker, and behind them of the code between layers */
};

static ksi_power *running;
static int is_child;

/* --- Votes. */

static uint32_t rank_of(uint32_t vote) { return vote & 0xffff; }
static int domain_of_vote(uint32_t vote) { return (int)(vote >> 16) - 1; }
static uint32_t make_vote(int domain, int level) {
  uint32_t rank = level == KSI_AT_REST ? VOTES_REST : VOTES_LEVEL + (uint32_t)level;
  return (uint32_t)(domain + 1) << 16 | rank;
}

static int level_of_rank(uint32_t rank) {
  return rank == VOTES_REST || rank == UINT32_MAX ? KSI_AT_REST : (int)(rank - VOTES_LEVEL);
}

static int wanted_level(ksi_power *power, int domain) {
  uint32_t first = UINT32_MAX;
  for (int i = 0; i <= power->workers; i++) {
    uint32_t vote = atomic_load(&power->voter[i].vote);
    if (vote != 0 && domain_of_vote(vote) == domain && rank_of(vote) < first)
      first = rank_of(vote);
  }
  return level_of_rank(first);
}

static int is_same_speed(const ksi_domain *domain, int a, int b) {
  return a == b || (a != KSI_AT_REST && b != KSI_AT_REST && a < domain->levels &&
                    b < domain->levels && domain->khz[a] == domain->khz[b]);
}

/* --- Setting a domain's frequency. For the thread that has marked it busy. */

static ksi_outcome note_failure(ksi_domain *domain, int problem) {
  if (domain->failures++ == 0)
    ksi_say("KASURI_POWER: cores %s: %s: %s", domain->account->cores, domain->way->name,
            strerror(problem));
  if (domain->failures == MOST_FAILURES)
    atomic_store(&domain->is_given_up, 1);
  return KSI_FAILED;
}

static ksi_outcome change(ksi_power *power, ksi_domain *domain, int level, voter *by) {
  if (power->is_reported)
    ksi_note_speed(domain, &by->witness);
  int problem = domain->way->set(domain, level);
  if (problem != 0)
    return note_failure(domain, problem);
  domain->failures = 0;
  ksi_note_level(domain, level);
  atomic_store(&domain->level, level);
  if (power->is_reported)
    ksi_begin_witness(&by->witness);
  return KSI_CHANGED;
}

static ksi_outcome settle(ksi_power *power, int index, voter *by) {
  ksi_domain *domain = &power->domain[index];
  ksi_outcome outcome = KSI_MERGED;
  int wanted;
  do {
    if (atomic_exchange(&domain->is_busy, 1))
      return outcome; /* the current setter checks the votes again */
    wanted = wanted_level(power, index);
    if (atomic_load(&domain->is_given_up))
      outcome = KSI_FAILED;
    else if (!is_same_speed(domain, wanted, atomic_load(&domain->level)))
      outcome = change(power, domain, wanted, by);
    atomic_store(&domain->is_busy, 0);
  } while (outcome != KSI_FAILED &&
           !is_same_speed(domain, wanted_level(power, index), atomic_load(&domain->level)));
  return outcome;
}

/* --- Requests. */

/* How long the level is needed: the rows of this worker up to the next with another level. */
static int is_short(const ks_table *table, uint32_t row, uint32_t end, uint64_t min_ns) {
  uint64_t sum = 0;
  int level = table->ks_rows[row].ks_level;
  for (; row < end && sum < min_ns; row++) {
    const ks_row *each = &table->ks_rows[row];
    if (each->ks_level != level && each->ks_level != KS_LEVEL_KEEP)
      break;
    sum += each->ks_cost_ns;
  }
  return sum < min_ns;
}

static int domain_here(const ksi_power *power, int core) {
  return core >= 0 && core < KSI_MOST_CORES ? power->domain_of[core] : -1;
}

/* A level beyond those of the clock is its slowest. */
static int level_in(const ksi_domain *domain, int level) {
  return domain->levels > 0 && level >= domain->levels ? domain->levels - 1 : level;
}

static ksi_outcome cast(ksi_power *power, voter *by, int index, uint32_t vote) {
  uint32_t before = atomic_load_explicit(&by->vote, memory_order_relaxed);
  atomic_store(&by->vote, vote);
  if (power->is_clamping)
    ksi_clamp_to(&by->clamped, &power->domain[index], level_of_rank(rank_of(vote)));
  ksi_outcome outcome = settle(power, index, by);
  if (before != 0 && domain_of_vote(before) != index)
    settle(power, domain_of_vote(before), by);
  return outcome;
}

static ksi_outcome request(ksi_power *power, voter *by, int index, const ks_table *table,
                           uint32_t row, uint32_t end) {
  ksi_domain *domain = &power->domain[index];
  int level = level_in(domain, table->ks_rows[row].ks_level);
  uint32_t vote = make_vote(index, level);
  if (vote == atomic_load_explicit(&by->vote, memory_order_relaxed))
    return KSI_SAME;
  if (is_short(table, row, end, domain->transition_ns))
    return KSI_SHORT;
  return cast(power, by, index, vote);
}

/* Where nobody knows what the core is, nothing contradicts the plan. */
static int is_foreign(ksi_level_place place, int core) {
  return place.kind_of != NULL && core >= 0 && core < KSI_MOST_CORES &&
         place.kind_of[core] != KSI_UNKNOWN_KIND && place.kind_of[core] != place.kind;
}

static ksi_outcome refuse_foreign(ksi_power *power, voter *by, int index) {
  const uint32_t vote = make_vote(index, KSI_AT_REST);
  if (vote != atomic_load_explicit(&by->vote, memory_order_relaxed))
    cast(power, by, index, vote);
  return KSI_FOREIGN;
}

void ksi_request_level(ksi_power *power, const ks_layer *layer, const ks_table *table, uint32_t row,
                       uint32_t end, int number, ksi_level_place place) {
  if (table->ks_rows[row].ks_level == KS_LEVEL_KEEP)
    return;
  int saved = errno, core = ksi_current_core(), index = domain_here(power, core);
  voter *by = &power->voter[number];
  ksi_outcome outcome = index < 0                 ? KSI_UNMANAGED
                        : is_foreign(place, core) ? refuse_foreign(power, by, index)
                                                  : request(power, by, index, table, row, end);
  if (index >= 0)
    ksi_note_outcome(&power->domain[index], outcome);
  const int kind = place.kind_of != NULL ? place.kind : -1;
  const ksi_requested it = {layer, table, row, number, core, kind, outcome};
  ksi_record_request(&it, index >= 0 ? &power->domain[index] : NULL);
  errno = saved;
}

/* --- Runs. */

static int has_levels(const ks_table *table) {
  for (uint32_t row = 0; row < table->ks_first_row[table->ks_worker_count]; row++)
    if (table->ks_rows[row].ks_level != KS_LEVEL_KEEP)
      return 1;
  return 0;
}

/* The keeper has restored everything, and would not do so again. */
static void give_up(ksi_power *power) {
  if (!atomic_exchange(&power->is_over, 1))
    ksi_say("KASURI_POWER: the program has closed the runtime's files: core frequencies no longer "
            "change");
}

int ksi_begin_levels(ksi_power *power, const ks_table *table) {
  if (power->is_journalled && !ksi_has_keeper())
    give_up(power);
  if (power->has_latency)
    ksi_hold_wake_latency();
  return power->domains != 0 && !atomic_load_explicit(&power->is_over, memory_order_relaxed) &&
         table != NULL && has_levels(table);
}

static void begin_watching(const ksi_power *power, voter *by) {
  if (power->is_clamping)
    ksi_begin_clamping(&by->clamped);
  if (power->is_reported)
    ksi_begin_witness(&by->witness);
}

/* A worker whose first row names a level votes when it reaches that row. */
uint32_t ksi_enter_levels(ksi_power *power, const ks_table *table, int worker, int number) {
  voter *by = &power->voter[number];
  const uint32_t held = atomic_load_explicit(&by->vote, memory_order_relaxed);
  const ks_row *first = &table->ks_rows[table->ks_first_row[worker]];
  int is_empty = table->ks_first_row[worker] == table->ks_first_row[worker + 1];
  int saved = errno, index = domain_here(power, ksi_current_core());
  if (held == 0)
    begin_watching(power, by);
  if (index >= 0 && !is_empty && first->ks_level == KS_LEVEL_KEEP)
    cast(power, by, index, make_vote(index, KSI_AT_REST));
  errno = saved;
  return held;
}

static void withdraw(ksi_power *power, voter *by) {
  const int index = domain_of_vote(atomic_load_explicit(&by->vote, memory_order_relaxed));
  atomic_store(&by->vote, 0);
  if (power->is_clamping)
    ksi_end_clamping(&by->clamped);
  if (index >= 0 && wanted_level(power, index) == KSI_AT_REST)
    settle(power, index, by);
}

void ksi_leave_levels(ksi_power *power, int number, uint32_t held) {
  int saved = errno;
  voter *by = &power->voter[number];
  if (held != 0)
    cast(power, by, domain_of_vote(held), held);
  else
    withdraw(power, by);
  errno = saved;
}

void ksi_end_levels(ksi_power *power, int number, uint32_t held) {
  int saved = errno;
  ksi_leave_levels(power, number, held);
  for (int i = 0; i < power->domains; i++)
    if (atomic_load(&power->domain[i].level) != KSI_AT_REST)
      settle(power, i, &power->voter[number]);
  errno = saved;
}

/* --- Code between layers. */

static int is_foreign_to(ksi_power *power, const ks_pace *pace, int core) {
  if (pace->ks_kind == NULL)
    return 0;
  if (power->pace_kind[core] == 0)
    power->pace_kind[core] = (ks_uint8)(1 + ksi_match_kind(pace->ks_kind, 1, ksi_read_core(core)));
  return power->pace_kind[core] == 1 + KSI_OTHER_KIND;
}

static ksi_outcome request_pace(ksi_power *power, const ks_pace *pace, int index, int core) {
  voter *by = &power->voter[power->workers];
  const ksi_domain *domain = &power->domain[index];
  const uint32_t vote = make_vote(index, level_in(domain, pace->ks_level));
  const uint32_t held = atomic_load_explicit(&by->vote, memory_order_relaxed);
  if (is_foreign_to(power, pace, core))
    return KSI_FOREIGN;
  if (pace->ks_gap_ns < domain->transition_ns)
    return KSI_SHORT;
  if (vote == held)
    return KSI_SAME;
  if (held == 0)
    begin_watching(power, by);
  return cast(power, by, index, vote);
}

void ksi_request_pace(ksi_power *power, const ks_pace *pace) {
  int saved = errno, core = ksi_current_core(), index = domain_here(power, core);
  if (power->is_journalled && !ksi_has_keeper())
    give_up(power);
  if (atomic_load_explicit(&power->is_over, memory_order_relaxed))
    return;
  ksi_outcome outcome = index < 0 ? KSI_UNMANAGED : request_pace(power, pace, index, core);
  if (index >= 0)
    ksi_note_outcome(&power->domain[index], outcome);
  ksi_record_pace(pace, core, outcome, index >= 0 ? &power->domain[index] : NULL);
  errno = saved;
}

void ksi_withdraw_pace(ksi_power *power) {
  int saved = errno;
  voter *by = &power->voter[power->workers];
  if (!is_child && atomic_load_explicit(&by->vote, memory_order_relaxed) != 0)
    withdraw(power, by);
  errno = saved;
}

int ksi_read_level_times(const ksi_power *power, int core, uint64_t now_ns,
                         ksi_level_times *times) {
  const int index = domain_here(power, core);
  if (index >= 0)
    ksi_sum_level_times(&power->domain[index], now_ns, times);
  return index >= 0;
}

void ksi_rest_power(ksi_power *power) {
  if (power->has_latency)
    ksi_release_wake_latency();
}

/* --- Beginning and end. */

static void keep(ksi_process owner) {
  while (!ksi_await_end(owner, "", -1))
    ;
  ksi_restore_until_done(owner);
}

/* A task that is setting a frequency gets the time to complete that. Whether no thread can set one
 * any more; otherwise the keeper must restore when the process has ended. */
static int stop(ksi_power *power) {
  uint64_t begin = ksi_now_ns();
  atomic_store(&power->is_over, 1);
  for (int i = 0; i < power->domains; i++)
    while (atomic_exchange(&power->domain[i].is_busy, 1)) {
      if (ksi_now_ns() - begin > LAST_WAIT_NS)
        return 0;
      ksi_relax();
    }
  return 1;
}

static void give_back(void) {
  ksi_power *power = running;
  if (power == NULL || is_child)
    return;
  ksi_process own = ksi_this_process();
  if (power->owner.number != own.number || power->owner.start != own.start)
    return; /* a child that the C library does not know about */
  int is_stopped = stop(power);
  ksi_release_wake_latency();
  for (int i = 0; i < power->domains; i++)
    ksi_note_level(&power->domain[i], KSI_AT_REST);
  if (is_stopped && power->is_journalled && ksi_restore_process(power->owner))
    ksi_stop_keeper(1);
}

/* The methods to try, best first. */
static const ksi_way *const *ways_for(ksi_power_choice choice) {
  static const ksi_way *const automatic[] = {&ksi_register_way, &ksi_speed_way, &ksi_limits_way,
                                             NULL};
  static const ksi_way *const cpufreq[] = {&ksi_speed_way, &ksi_limits_way, NULL};
  static const ksi_way *const registers[] = {&ksi_register_way, NULL};
  static const ksi_way *const clamping[] = {&ksi_clamp_way, NULL};
  static const ksi_way *const recording[] = {&ksi_record_way, NULL};
  static const ksi_way *const nothing[] = {NULL};
  switch (choice) {
  case KSI_POWER_AUTO:
    return automatic;
  case KSI_POWER_CPUFREQ:
    return cpufreq;
  case KSI_POWER_REGISTERS:
    return registers;
  case KSI_POWER_UCLAMP:
    return clamping;
  case KSI_POWER_RECORD:
    return recording;
  default:
    return nothing;
  }
}

/* What is missing for the best possible method. */
static void note_problem(ksi_domain *domain, int problem, const char *what) {
  int is_first = domain->problem == 0 || domain->problem == ENOENT;
  if (problem != 0 && (is_first || problem == EBUSY)) {
    domain->problem = problem;
    domain->missing = what;
  }
}

static int try_way(ksi_domain *domain, const ksi_way *way, ksi_journal *journal, int owner) {
  int problem = way->check(domain);
  if (problem == 0)
    problem = way->open(domain, journal, owner);
  note_problem(domain, problem, domain->refusal);
  if (problem != 0)
    return 0;
  domain->way = way;
  return 1;
}

static void open_domains(ksi_power *power, const ksi_way *const *ways, ksi_journal *journal,
                         int owner) {
  for (int i = 0; i < power->domains; i++)
    for (const ksi_way *const *way = ways; *way != NULL && power->domain[i].way == NULL; way++)
      if (journal != NULL || !(*way)->is_journalled)
        try_way(&power->domain[i], *way, journal, owner);
}

/* Whether a change may need to be restored; otherwise no keeper is started. */
static int needs_journal(ksi_power *power, const ksi_way *const *ways) {
  int is_needed = 0;
  for (int i = 0; i < power->domains; i++)
    for (const ksi_way *const *way = ways; *way != NULL; way++) {
      int problem = (*way)->check(&power->domain[i]);
      note_problem(&power->domain[i], problem, power->domain[i].refusal);
      is_needed |= problem == 0 && (*way)->is_journalled;
    }
  return is_needed;
}

static int begin_owner(ksi_power *power, ksi_journal *journal) {
  ksi_undo_dead(journal);
  int owner = ksi_find_owner(journal, power->owner);
  return owner >= 0 ? owner : ksi_add_owner(journal, power->owner, (ksi_coreset){{0}});
}

static void open_journalled(ksi_power *power, const ksi_way *const *ways,
                            const ksi_power_wish *wish, const ksi_coreset *usable) {
  int problem = 0, had_keeper = ksi_has_keeper(), has_changed = 0;
  if (!had_keeper && (problem = ksi_start_keeper(keep)) != 0) {
    ksi_say("KASURI_POWER: cannot start the process that restores frequencies: %s",
            strerror(problem));
    return;
  }
  ksi_journal *journal = ksi_open_journal(&problem);
  int owner = journal != NULL ? begin_owner(power, journal) : -1;
  if (owner < 0) {
    ksi_say("KASURI_POWER: no journal in /run/kasuri or $XDG_RUNTIME_DIR/kasuri: %s",
            journal != NULL ? "too many programs" : strerror(problem));
  } else {
    open_domains(power, ways, journal, owner);
    if (wish->latency_us >= 0 && !power->has_latency)
      power->has_latency = ksi_journal_wake_latency(journal, owner, usable, (int)wish->latency_us);
    for (int i = 0; i < journal->changes; i++)
      has_changed |= (journal->change[i].owners >> owner & 1) != 0;
    if (!has_changed)
      ksi_undo_owner(journal, owner); /* nothing; it leaves the journal */
  }
  if (journal != NULL)
    ksi_close_journal(journal);
  power->is_journalled = has_changed;
  if (!has_changed && !had_keeper)
    ksi_stop_keeper(owner >= 0);
}

static void say_what_is_missing(const ksi_power *power, ksi_power_choice choice, int is_clamping) {
  char cores[KSI_VALUE_BYTES];
  for (int i = 0; i < power->domains; i++) {
    const ksi_domain *domain = &power->domain[i];
    if (domain->way != NULL && domain->way != &ksi_clamp_way)
      continue;
    if (choice == KSI_POWER_AUTO && is_clamping && domain->problem == ENOENT)
      continue; /* it got what there is */
    if (!ksi_print_cores(&domain->cores, cores, sizeof cores))
      return;
    if (domain->problem == EACCES || domain->problem == EPERM || domain->problem == EROFS)
      ksi_say("KASURI_POWER: cores %s: no permission to write %s%s%s: %s (run as root, or grant "
              "write access to these files)",
              cores, domain->missing, domain->folder[0] != '\0' ? " in " : "", domain->folder,
              is_clamping ? "their utilization is clamped instead"
                          : "their frequency does not change");
    else if (domain->problem == EBUSY)
      ksi_say("KASURI_POWER: cores %s: another program sets their frequency", cores);
    else if (domain->problem != 0)
      ksi_say("KASURI_POWER: cores %s: their frequency does not change: %s: %s", cores,
              domain->missing != NULL ? domain->missing : "", strerror(domain->problem));
    return; /* one line is enough */
  }
}

static void map_cores(ksi_power *power) {
  for (int core = 0; core < KSI_MOST_CORES; core++)
    power->domain_of[core] = -1;
  for (int i = 0; i < power->domains; i++)
    for (int core = 0; core < KSI_MOST_CORES; core++)
      if (ksi_has_core(&power->domain[i].cores, core))
        power->domain_of[core] = (int16_t)i;
}

/* Only those whose frequency can be set. */
static void drop_unmanaged(ksi_power *power) {
  int kept = 0;
  for (int i = 0; i < power->domains; i++)
    if (power->domain[i].way != NULL)
      power->domain[kept++] = power->domain[i];
  power->domains = kept;
}

static void open_all(ksi_power *power, const ksi_power_wish *wish, const ksi_coreset *usable) {
  const ksi_way *const *ways = ways_for(wish->choice);
  if (wish->latency_us >= 0)
    power->has_latency = ksi_open_wake_latency(usable, (int)wish->latency_us);
  int is_journalled = needs_journal(power, ways);
  is_journalled |= wish->latency_us >= 0 && !power->has_latency && ksi_has_core_latency(usable);
  if (is_journalled)
    open_journalled(power, ways, wish, usable);
  else
    open_domains(power, ways, NULL, -1);
  if (wish->latency_us >= 0 && !power->has_latency)
    ksi_say("KASURI_POWER: no permission to write /dev/cpu_dma_latency or "
            "pm_qos_resume_latency_us: wake-up latency does not change (run as root, or grant "
            "write access to these files)");
  int is_managed = 0;
  for (int i = 0; i < power->domains; i++)
    is_managed |= power->domain[i].way != NULL;
  if (!is_managed && wish->choice == KSI_POWER_AUTO)
    open_domains(power, ways_for(KSI_POWER_UCLAMP), NULL, -1);
  for (int i = 0; i < power->domains; i++)
    power->is_clamping |= power->domain[i].way == &ksi_clamp_way;
  say_what_is_missing(power, wish->choice, power->is_clamping);
}

static ksi_power *new_power(int workers) {
  size_t bytes = sizeof(ksi_power) + ((size_t)workers + 1) * sizeof(voter);
  ksi_power *made = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (made == NULL)
    return NULL;
  memset(made, 0, bytes);
  made->workers = workers;
  made->owner = ksi_this_process();
  return made;
}

/* A recorded system is another machine than this one. */
static int find_usable(ksi_coreset *usable) {
  char text[KSI_VALUE_BYTES];
  if (!ksi_has_other_root())
    return ksi_get_affinity(usable) == 0;
  return ksi_read_text(KSI_ONLINE_CORES, text, sizeof text) > 0 && ksi_parse_cores(text, usable);
}

ksi_power *ksi_start_power(int workers) {
  ksi_power_wish wish = ksi_read_power_wish();
  ksi_coreset usable;
  int saved = errno;
  if ((wish.choice == KSI_POWER_NONE && wish.latency_us < 0) || is_child)
    return NULL;
  ksi_power *power = new_power(workers);
  if (power == NULL || !find_usable(&usable)) {
    free(power);
    return NULL;
  }
  power->domains = ksi_find_domains(power->domain, KSI_MOST_DOMAINS, &usable);
  if (wish.machine != NULL)
    ksi_read_machine_file(wish.machine, power->domain, &power->domains, KSI_MOST_DOMAINS, &usable);
  open_all(power, &wish, &usable);
  drop_unmanaged(power);
  map_cores(power);
  power->is_reported = ksi_counts();
  for (int i = 0; i < power->domains; i++)
    ksi_open_account(&power->domain[i]);
  if (wish.record != NULL && power->domains > 0)
    ksi_open_power_record(wish.record);
  errno = saved;
  if (power->domains == 0 && !power->has_latency) {
    free(power);
    return NULL;
  }
  running = power;
  atexit(give_back);
  return power;
}

void ksi_forget_power(void) {
  is_child = is_child || running != NULL;
  if (running == NULL)
    return;
  running = NULL;
  ksi_close_power_record();
  ksi_forget_wake_latency();
}
