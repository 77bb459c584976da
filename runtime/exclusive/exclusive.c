/* Exclusive cores: KASURI_EXCLUSIVE=1.
 *
 * Pinning a thread to a core does not keep other threads away. On a busy system the slowest run of
 * a program may then take many times as long as the fastest. Exclusive cores need a set of tasks
 * and cores that no other task may use (cgroup.c), and interrupts and kernel work moved to other
 * cores (irq.c). These settings affect the whole system, so the order is:
 *
 *   keeper    a process is started that restores everything, however the program ends
 *             (processes.c); without it nothing is changed
 *   journal   locked; changes of dead programs are undone; the owner and its cores are recorded
 *   set       created and filled, read back
 *   masks     of interrupts and kernel work
 *   move      the program moves to its set, the keeper stays outside
 *
 * Each change is written to the journal before it is made (restore.c). At exit the program restores
 * everything itself, so that the system is restored when the program has ended. After a signal or
 * an exec the keeper restores a moment later; signal handlers are not changed.
 *
 * It takes the fastest cores, and among equal ones the last, because the system prefers the first
 * (boot, timers, interrupts that cannot move). Cores of another Kasuri program are never taken. One
 * core always remains for the system, so a program that requests all cores gets all but one.
 */
#define _GNU_SOURCE
#include "exclusive.h"

#include "irq.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_MS = 100, LOOK_MS = 1000 };

static struct {
  ksi_process owner; /* number 0: none */
  ksi_path set;
  ksi_coreset cores;
} taken;

static int is_child;             /* of a program that has exclusive cores */
static ksi_coreset own_affinity; /* of the caller before it was placed */
static int has_own_affinity;

static void learn_cores(ksi_process owner) {
  int problem;
  ksi_journal *journal = ksi_look_at_journal(&problem);
  int place = journal != NULL ? ksi_find_owner(journal, owner) : -1;
  if (place >= 0)
    taken.cores = journal->owner[place].cores;
  if (journal != NULL)
    ksi_close_journal(journal);
}

/* For the keeper: reports changes of the cores while the program runs. */
static void look_after(int *was_valid, ksi_coreset *offline) {
  char state[256];
  ksi_coreset online, gone;
  int is_valid = ksi_is_set_valid(taken.set.text, state, sizeof state);
  if (is_valid == 0 && *was_valid == 1)
    ksi_say("cores are no longer exclusive: the partition is '%s'", state);
  if (is_valid == 1 && *was_valid == 0)
    ksi_say("cores are exclusive again");
  if (is_valid == 1 || (is_valid == 0 && *was_valid == 1))
    *was_valid = is_valid;
  if (ksi_read_text(KSI_ONLINE_CORES, state, sizeof state) <= 0 || !ksi_parse_cores(state, &online))
    return;
  gone = ksi_without_cores(taken.cores, online);
  if (!ksi_are_same_cores(&gone, offline) && ksi_print_cores(&gone, state, sizeof state))
    ksi_say(*state != '\0' ? "of the exclusive cores, %s went offline"
                           : "all exclusive cores are online again%s",
            state);
  *offline = gone;
}

static void keep(ksi_process owner) {
  int was_valid = -1;
  ksi_coreset offline = {{0}};
  ksi_path state = ksi_state_of_set(taken.set.text);
  while (!ksi_await_end(owner, state.text, was_valid < 0 ? FIRST_MS : LOOK_MS)) {
    if (ksi_count_cores(&taken.cores) == 0)
      learn_cores(owner);
    look_after(&was_valid, &offline);
  }
  ksi_restore_until_done(owner);
}

static ksi_coreset online_cores(void) {
  char text[KSI_VALUE_BYTES];
  ksi_coreset cores = {{0}};
  if (ksi_read_text(KSI_ONLINE_CORES, text, sizeof text) <= 0 || !ksi_parse_cores(text, &cores))
    ksi_add_core(&cores, 0);
  return cores;
}

static int capacity_of(int core) {
  char path[64], text[32];
  snprintf(path, sizeof path, KSI_CORE_CAPACITY, core);
  return ksi_read_text(path, text, sizeof text) > 0 ? atoi(text) : 0;
}

static ksi_coreset choose_best(ksi_coreset free_cores, int count) {
  static int capacity[KSI_MOST_CORES];
  ksi_coreset best = {{0}};
  for (int core = 0; core < KSI_MOST_CORES; core++)
    capacity[core] = ksi_has_core(&free_cores, core) ? capacity_of(core) : -1;
  for (; count > 0; count--) {
    int chosen = 0;
    for (int core = 1; core < KSI_MOST_CORES; core++)
      if (capacity[core] >= capacity[chosen])
        chosen = core;
    if (capacity[chosen] < 0)
      break;
    ksi_add_core(&best, chosen);
    capacity[chosen] = -1;
  }
  return best;
}

static int refuse(ksi_grant *grant, int problem, const char *text) {
  ksi_note(&grant->set, "%s", text);
  grant->problem = problem;
  return 0;
}

/* Chooses the cores of the grant. One core of the base remains free. If the base has borrowed its
 * cores from a set that has others, it is one of the system. */
static int choose(const ksi_request *request, const ksi_groups *groups, const ksi_journal *journal,
                  ksi_grant *grant) {
  ksi_coreset online = online_cores(),
              free_cores = ksi_without_cores(online, ksi_taken_cores(journal));
  ksi_coreset base = free_cores;
  if (groups->version > 0)
    base = ksi_common_cores(base, ksi_cores_of_groups(groups, journal));
  ksi_coreset usable = request->usable;
  if (ksi_count_cores(&usable) == 0 && ksi_get_affinity(&usable) != 0)
    usable = base;
  usable = ksi_common_cores(usable, base);
  int most = ksi_count_cores(groups->is_remote ? &free_cores : &base) - 1;
  int count = ksi_count_cores(&request->cores);
  ksi_coreset missing = ksi_without_cores(request->cores, usable);
  if (most < 1)
    return refuse(grant, EBUSY, "one core must remain for the system, and there is no other");
  if (ksi_count_cores(&missing) > 0)
    return refuse(grant, EBUSY, "not all of these cores are online and free");
  if (count > most)
    return refuse(grant, EBUSY, "one core must remain for the system");
  grant->cores = request->cores;
  if (count == 0)
    grant->cores = choose_best(usable, request->count < most ? request->count : most);
  return ksi_count_cores(&grant->cores) > 0 || refuse(grant, EBUSY, "no core is free");
}

static int make_set(const ksi_request *request, const ksi_groups *groups, ksi_journal *journal,
                    int owner, ksi_grant *grant) {
  grant->set.path = taken.set;
  grant->set.is_isolated = request->is_isolated;
  grant->problem = ksi_make_set(journal, owner, groups, &grant->set);
  if (grant->problem != 0)
    ksi_undo_owner(journal, owner);
  return grant->problem == 0;
}

/* Without a set, quiet cores are better than nothing. */
static int make_all(const ksi_request *request, const ksi_groups *groups, ksi_journal *journal,
                    ksi_grant *grant) {
  ksi_masks masks;
  int owner = ksi_add_owner(journal, taken.owner, grant->cores);
  if (owner < 0)
    return refuse(grant, ENOSPC, "too many programs have exclusive cores");
  grant->is_exclusive = make_set(request, groups, journal, owner, grant);
  owner = grant->is_exclusive ? owner : ksi_add_owner(journal, taken.owner, grant->cores);
  ksi_clear_masks(journal, owner, &masks);
  if (masks.moved == 0 && masks.refused > 0)
    ksi_note(&grant->set, "no permission to move interrupts and kernel work to other cores");
  if (grant->is_exclusive || masks.moved > 0)
    return 1;
  ksi_undo_owner(journal, owner);
  return 0;
}

static int take(const ksi_request *request, const ksi_groups *groups, ksi_grant *grant) {
  int problem, is_taken;
  ksi_journal *journal = ksi_open_journal(&problem);
  if (journal == NULL) {
    ksi_note(&grant->set, "no journal in /run/kasuri or $XDG_RUNTIME_DIR/kasuri: %s",
             strerror(problem));
    grant->problem = problem;
    return 0;
  }
  if (!ksi_only_prints_changes())
    ksi_undo_dead(journal);
  is_taken = choose(request, groups, journal, grant) && make_all(request, groups, journal, grant);
  ksi_close_journal(journal);
  return is_taken;
}

/* Whether anything can be tried. */
static int may_change(const ksi_groups *groups, ksi_grant *grant) {
  ksi_path tasks = ksi_join(groups->base.text, "cgroup.procs");
  if (ksi_can_write(KSI_WORKQUEUE_MASK) || ksi_can_write(KSI_NEW_IRQ_MASK) ||
      (groups->version > 0 && ksi_can_write(groups->base.text) && ksi_can_write(tasks.text)))
    return 1;
  ksi_note(&grant->set, groups->version > 0 ? "no permission to write %s" : "no cpuset groups%s",
           groups->version > 0 ? tasks.text : "");
  grant->problem = EACCES;
  return 0;
}

void ksi_take_exclusive_cores(const ksi_request *request, ksi_grant *grant) {
  ksi_groups groups;
  char name[32];
  int is_taken = 0;
  *grant = (ksi_grant){.cores = request->cores};
  ksi_find_groups(&groups, request->within);
  taken.owner = ksi_this_process();
  snprintf(name, sizeof name, KSI_SET_PREFIX "%d", taken.owner.number);
  taken.set = ksi_join(groups.base.text, name);
  if (!may_change(&groups, grant))
    return;
  if (!ksi_only_prints_changes() && (grant->problem = ksi_start_keeper(keep)) != 0)
    ksi_note(&grant->set, "cannot start the process that restores them: %s",
             strerror(grant->problem));
  else
    is_taken = take(request, &groups, grant);
  if (is_taken)
    return;
  ksi_stop_keeper(ksi_has_keeper() && ksi_restore_process(taken.owner));
  taken.owner = (ksi_process){0, 0};
}

void ksi_give_back_exclusive_cores(void) {
  ksi_process own = ksi_this_process();
  if (taken.owner.number == 0 || taken.owner.number != own.number || taken.owner.start != own.start)
    return;
  int is_restored = ksi_restore_process(taken.owner);
  if (is_restored)
    taken.owner = (ksi_process){0, 0};
  ksi_stop_keeper(is_restored);
}

const char *ksi_advise(const ksi_grant *grant) {
  if (grant->problem == EACCES || grant->problem == EPERM || grant->problem == EROFS ||
      grant->problem == ENOENT)
    return " (run as root, with CAP_DAC_OVERRIDE, or in a systemd unit with Delegate=cpuset)";
  return "";
}

static void place_caller(const ksi_seats *seats, int may_move_on) {
  ksi_coreset first = {{0}};
  ksi_add_core(&first, seats->cores[0]);
  if (ksi_set_affinity(&first) == 0 && may_move_on && has_own_affinity)
    ksi_set_affinity(&own_affinity);
}

static void list_cores(const ksi_coreset *cores, ksi_seats *seats) {
  int first = ksi_has_core(cores, seats->cores[0]) ? seats->cores[0] : -1, count = 0;
  if (first >= 0)
    seats->cores[count++] = first;
  for (int core = 0; core < KSI_MOST_CORES; core++)
    if (core != first && ksi_has_core(cores, core))
      seats->cores[count++] = core;
  seats->usable = count;
}

static int move_there(ksi_grant *grant) {
  grant->problem = ksi_enter_set(&grant->set, taken.owner.number);
  if (grant->problem == 0)
    return 1;
  ksi_note(&grant->set, "cannot enter %s: %s", grant->set.path.text, strerror(grant->problem));
  ksi_give_back_exclusive_cores();
  return 0;
}

static void say_what_came(const ksi_grant *grant, const ksi_seats *seats) {
  if (!grant->is_exclusive)
    ksi_say("KASURI_EXCLUSIVE: cores are pinned only: %s%s", grant->set.notes, ksi_advise(grant));
  else if (grant->set.notes[0] != '\0')
    ksi_say("KASURI_EXCLUSIVE: %d of %d cores: %s", seats->usable, seats->wanted, grant->set.notes);
  else if (seats->usable < seats->wanted)
    ksi_say("KASURI_EXCLUSIVE: %d of %d cores: no other core is free, and one must remain for the "
            "system",
            seats->usable, seats->wanted);
}

void ksi_take_cores_for_team(ksi_seats *seats, const char *within) {
  ksi_request request = {.count = seats->wanted, .within = within, .is_isolated = 1};
  static ksi_grant grant;
  ksi_groups groups;
  if (is_child)
    return;
  ksi_find_groups(&groups, NULL);
  if (ksi_is_in_exclusive_set(&groups)) {
    seats->are_pinned = seats->wanted <= seats->usable;
    return;
  }
  has_own_affinity = ksi_get_affinity(&own_affinity) == 0;
  ksi_take_exclusive_cores(&request, &grant);
  if (taken.owner.number != 0)
    atexit(ksi_give_back_exclusive_cores);
  grant.is_exclusive = grant.is_exclusive && move_there(&grant);
  if (ksi_count_cores(&grant.cores) > 0 && grant.is_exclusive)
    list_cores(&grant.cores, seats);
  say_what_came(&grant, seats);
  if (grant.is_exclusive && seats->wanted > seats->usable)
    seats->wanted = seats->usable;
  seats->are_pinned = seats->wanted <= seats->usable;
  if (seats->are_pinned)
    place_caller(seats, grant.is_exclusive && grant.set.is_isolated);
}

void ksi_forget_exclusive_cores(void) {
  if (has_own_affinity)
    ksi_set_affinity(&own_affinity);
  is_child = taken.owner.number != 0 || is_child;
}
