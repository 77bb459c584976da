/* Code between layers runs slower where a deadline leaves time.
 *
 * Emitted code says where a function with a deadline starts and ends. From there to there the
 * function's thread requests a level, like a row, except while it runs a layer: layers are planned
 * for a clock that is at its highest frequency before they start. A layer for kinds of cores may
 * move the thread, so the level is requested again when it is back.
 *
 * One thread at a time can have a pace, the first that asks for it. Functions of other threads
 * meanwhile run as fast as the system lets them, and so does a call within the function itself,
 * whose end changes nothing. `owner` is the thread's, by the address of a variable of its own.
 *
 * A plan counts on its number of workers. With fewer, layers take longer, and the time that was
 * left is theirs: then nothing is requested.
 *
 * A longjmp out of the function skips its end: the compiler plans no pace in a program with calls
 * of longjmp. At exit the frequency is restored with all others (power.c).
 */
#include "pace.h"

#include "../os/knobs.h"
#include "process_team.h"

#include <errno.h>

static _Atomic(const char *) owner;
static _Thread_local char self;

/* The owner's. */
static const ks_pace *pace;
static ksi_power *power;
static int depth, is_paused;

static int is_owner(void) { return atomic_load_explicit(&owner, memory_order_relaxed) == &self; }

static int are_levels_wanted(void) {
  static _Atomic int known; /* 1: no, 2: yes */
  int found = atomic_load_explicit(&known, memory_order_relaxed);
  if (found == 0) {
    found = ksi_read_power_wish().choice == KSI_POWER_NONE ? 1 : 2;
    atomic_store_explicit(&known, found, memory_order_relaxed);
  }
  return found == 2;
}

/* NULL: levels have no effect, or the program has too few workers for them. */
static ksi_power *find_power(const ks_pace *described) {
  ksi_team *team = ksi_take_team();
  if (team == NULL)
    return NULL;
  const int is_enough = ksi_allowed_workers(team) >= described->ks_workers;
  ksi_power *found = is_enough ? team->power : NULL;
  ksi_give_back_team(team);
  return found;
}

KSI_PUBLIC const ks_pace *ks_begin_pace(const ks_pace *described) {
  const char *nobody = NULL;
  const int saved = errno;
  if (ksi_inside || described->ks_abi != KS_ABI_VERSION || !are_levels_wanted())
    return NULL;
  if (is_owner()) {
    depth++;
    return described;
  }
  if (!atomic_compare_exchange_strong(&owner, &nobody, &self))
    return NULL;
  power = find_power(described);
  errno = saved;
  if (power == NULL) {
    atomic_store(&owner, NULL);
    return NULL;
  }
  pace = described;
  depth = 1;
  is_paused = 0;
  ksi_request_pace(power, pace);
  return described;
}

KSI_PUBLIC void ks_end_pace(const ks_pace **begun) {
  if (*begun == NULL || !is_owner() || --depth > 0)
    return;
  ksi_withdraw_pace(power);
  atomic_store(&owner, NULL);
}

void ksi_pause_pace(void) {
  if (!is_owner())
    return;
  is_paused = 1;
  ksi_withdraw_pace(power);
}

void ksi_resume_pace(void) {
  if (!is_owner() || !is_paused || ksi_inside)
    return;
  is_paused = 0;
  ksi_request_pace(power, pace);
}
