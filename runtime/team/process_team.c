/* The team: created on first use, owned by one application thread at a time, asleep on a futex when
 * idle.
 *
 * Workers do not spin if there are more workers than cores, or than the quota of the process's
 * control group feeds (quota.c): that would use up its time. Workers that never yield
 * (KASURI_ADAPT=0) are pinned, each to one core. Other workers may run on any core. The caller is
 * the program's own thread and may move to a worker's core, and a pinned worker would then wait
 * there while another core is free. Layers that are planned for several kinds of cores confine
 * workers to those of their kind, and the caller, too, while it is in one (placed.c). A child of
 * fork has no workers; it discards the team and creates its own when needed.
 */
#include "process_team.h"

#include "../energy/energy.h"
#include "../exclusive/exclusive.h"
#include "../exclusive/quota.h"
#include "../exclusive/recover.h"
#include "../os/knobs.h"
#include "../os/os.h"
#include "../record/counters.h"
#include "../wait/fence.h"
#include "../wait/spin.h"
#include "ending.h"
#include "placed.h"
#include "rows.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_BETWEEN_LOOKS = 16, MOST_WAKE_US = 100 };

KSI_PUBLIC int ks_is_alone;

static _Atomic(ksi_team *) team;
static _Atomic int is_taken;
static _Atomic int has_failed;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

typedef struct seat {
  ksi_team *team;
  int worker;
} seat;

static void look_around(void *argument) {
  seat *mine = argument;
  if (mine->team->is_adaptive)
    ksi_look_for_others(&mine->team->load);
}

static void go_to_sleep(void *argument) {
  const seat *mine = argument;
  look_around(argument);
  if (mine->team->power != NULL && !atomic_load_explicit(&is_taken, memory_order_relaxed))
    ksi_rest_power(mine->team->power);
}

static void *work(void *argument) {
  seat mine = *(seat *)argument;
  ksi_worker *self = &mine.team->worker[mine.worker];
  ksi_place *place = &self->own;
  ksi_ticket *ticket = &place->ticket;
  free(argument);
  ksi_inside = 1;
  ksi_name_worker(mine.worker);
  ksi_begin_looking();
  for (uint32_t run = 1;; run++) {
    uint32_t offer = ksi_await_offer(ticket, &mine.team->patience, go_to_sleep, &mine);
    /* While the ticket is in transit. Unless it is in a group, the place will be the same. */
    __builtin_prefetch(mine.team);
    __builtin_prefetch(&self->progress, 1);
    if (ksi_take_offer(ticket, offer))
      ksi_run_rows(place);
    if (run % RUNS_BETWEEN_LOOKS == 0)
      look_around(&mine);
  }
  return NULL;
}

/* Counters count each layer that runs its original code. */
static void note_if_alone(const ksi_team *made) {
  if (made == NULL && !ksi_counts())
    __atomic_store_n(&ks_is_alone, 1, __ATOMIC_RELAXED);
}

static void forget_team(void) {
  __atomic_store_n(&ks_is_alone, 0, __ATOMIC_RELAXED);
  atomic_store(&team, NULL);
  atomic_store(&is_taken, 0);
  atomic_store(&has_failed, 0);
  pthread_mutex_init(&making, NULL);
  ksi_forget_end();
  ksi_forget_fences();
  ksi_forget_program_table();
  ksi_forget_exclusive_cores();
  ksi_forget_counters();
  ksi_forget_power();
  ksi_forget_energy();
}

static int start_worker(ksi_team *made, int worker, int core) {
  seat *its = malloc(sizeof *its);
  if (its == NULL)
    return 0;
  *its = (seat){made, worker};
  ksi_init_ticket(&made->worker[worker].own.ticket);
  pthread_t *thread = &made->thread[worker];
  if (ksi_start_thread(work, its, core, thread) == 0)
    return 1;
  if (core >= 0 && ksi_start_thread(work, its, -1, thread) == 0)
    return 1;
  free(its);
  return 0;
}

static void seat_all(ksi_team *made) {
  for (int i = 0; i < made->workers; i++) {
    made->worker[i].own.number = i;
    ksi_seat(made, i, &made->worker[i].own);
  }
}

/* With a place for each thread. */
static ksi_team *new_whole_team(int wanted) {
  ksi_team *made = wanted > 1 ? ksi_new_team(wanted) : NULL;
  pthread_t *threads = made != NULL ? calloc((size_t)wanted, sizeof *threads) : NULL;
  if (threads == NULL) {
    free(made);
    return NULL;
  }
  made->thread = threads;
  seat_all(made);
  return made;
}

static void set_patience(ksi_patience *patience, long spin_us, int has_cores) {
  patience->is_fixed = spin_us >= 0 || !has_cores;
  patience->max_ns = (spin_us >= 0 ? (uint64_t)spin_us : MOST_WAKE_US) * 1000u;
  atomic_init(&patience->wake_ns, has_cores ? patience->max_ns : 0);
}

/* With KASURI_ADAPT=0 the others see the program, but it does not yield to them. */
static void enter_program_table(ksi_team *made) {
  ksi_program_table *programs = ksi_join_program_table(&made->cores, made->workers);
  made->programs = made->is_adaptive ? programs : NULL;
}

/* Without a team, too, if another thread of ours does not end. */
static void end_with_last_thread(const ksi_team *made, int others) {
  ksi_end_with_last_thread((made != NULL ? made->workers - 1 : 0) + others);
}

static ksi_team *make_team(void) {
  static int cores[KSI_MOST_CORES];
  ksi_knobs knobs = ksi_read_knobs();
  ksi_seats seats = {.cores = cores, .usable = ksi_usable_cores(cores)};
  const int fed = ksi_workers_of_quota(seats.usable);
  seats.wanted = knobs.cores > 0 ? knobs.cores : fed;
  seats.are_pinned = seats.wanted <= seats.usable && !knobs.is_adaptive;
  if (knobs.is_exclusive)
    ksi_take_cores_for_team(&seats, knobs.exclusive_set);
  ksi_team *made = new_whole_team(seats.wanted);
  if (made == NULL)
    return NULL;
  made->is_adaptive = knobs.is_adaptive;
  made->is_together = knobs.is_together;
  made->alone = knobs.alone;
  made->are_pinned = seats.are_pinned;
  for (int i = 0; i < seats.usable; i++)
    ksi_add_core(&made->cores, cores[i]);
  ksi_set_spin_way(ksi_choose_spin_way(knobs.spin));
  set_patience(&made->patience, knobs.spin_us, seats.wanted <= seats.usable && seats.wanted <= fed);
  made->power = ksi_start_power(seats.wanted);
  ksi_model_levels(made->power);
  made->workers = 1;
  ksi_prepare_fences(); /* before any thread is started it takes no time */
  /* A worker looks at the team only once rows are offered, after the last one is counted here. */
  while (made->workers < seats.wanted &&
         start_worker(made, made->workers, seats.are_pinned ? cores[made->workers] : -1))
    made->workers++;
  ksi_init_load(&made->load, made->workers);
  if (knobs.is_sharing && made->workers > 1)
    enter_program_table(made);
  return made;
}

static void prepare_for_fork(void) { pthread_atfork(NULL, NULL, forget_team); }

static ksi_team *get_new_team(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  ksi_team *existing;
  pthread_once(&once, prepare_for_fork); /* first; otherwise a child could find the mutex locked */
  pthread_mutex_lock(&making);
  existing = atomic_load(&team);
  if (existing == NULL && !atomic_load(&has_failed)) {
    ksi_start_counters();
    ksi_recover_at_start();
    const int others = ksi_start_energy();
    existing = make_team();
    end_with_last_thread(existing, others);
    note_if_alone(existing);
    atomic_store(&has_failed, existing == NULL);
    atomic_store_explicit(&team, existing, memory_order_release);
  }
  pthread_mutex_unlock(&making);
  return existing;
}

/* What is looked at may not be there; errno is the program's. */
static ksi_team *get_team(void) {
  ksi_team *existing = atomic_load_explicit(&team, memory_order_acquire);
  if (existing != NULL || atomic_load_explicit(&has_failed, memory_order_relaxed))
    return existing;
  const int saved = errno;
  existing = get_new_team();
  errno = saved;
  return existing;
}

ksi_team *ksi_take_team(void) {
  int is_free = 0;
  if (ksi_inside)
    return ksi_own_group();
  ksi_team *existing = get_team();
  if (existing == NULL || !atomic_compare_exchange_strong(&is_taken, &is_free, 1))
    return NULL;
  return existing;
}

void ksi_give_back_team(ksi_team *taken) {
  if (!ksi_is_group(taken))
    atomic_store_explicit(&is_taken, 0, memory_order_release);
  else if (taken->give_back != NULL)
    taken->give_back(taken);
}

static int allowed_now(const ksi_team *existing) {
  return existing->is_adaptive ? atomic_load_explicit(&existing->load.allowed, memory_order_relaxed)
                               : existing->workers;
}

/* The caller is not pinned: the program's children would inherit its cores. */
static void take_part(ksi_team *taken, const ksi_part *part) {
  ksi_limit_workers(&taken->load, &taken->patience, part->workers);
  taken->cores = part->cores;
  for (int worker = 1; worker < taken->workers; worker++)
    ksi_confine_thread(taken->thread[worker], &part->cores);
  if (taken->placement != NULL)
    ksi_place_again(taken);
}

static void look_at_others(ksi_team *taken) {
  ksi_part part;
  ksi_show_need(taken->programs);
  if (ksi_has_neighbours(taken->programs) &&
      ksi_look_at_program_table(taken->programs, ksi_now_ns(), &part))
    take_part(taken, &part);
}

static int has_news(const ksi_team *taken) {
  return taken->programs != NULL && ksi_has_program_table_changed(taken->programs);
}

int ksi_allowed_workers(ksi_team *taken) {
  if (ksi_is_group(taken))
    return taken->workers;
  if (taken->is_adaptive &&
      (++taken->runs % RUNS_BETWEEN_LOOKS == 0 || allowed_now(taken) == 1 || has_news(taken))) {
    const int saved = errno;
    if (taken->programs != NULL)
      look_at_others(taken);
    ksi_watch_load(&taken->load, &taken->patience);
    errno = saved;
  }
  return allowed_now(taken);
}

/* What is recorded is not judged. */
static int begins_alone(const ksi_team *taken, int allowed) {
  return allowed == 1 && !ksi_is_group(taken) && ksi_may_judge(taken) && !ksi_counts();
}

int ksi_workers_of_pipe(ksi_team *taken) {
  const int allowed = ksi_allowed_workers(taken);
  return begins_alone(taken, allowed) ? taken->workers : allowed;
}

ksi_team *ksi_take_team_or_helpers(void) {
  ksi_team *taken = ksi_take_team();
  const ksi_here *here = &ksi_current;
  return taken == NULL && here->lane != NULL ? here->calls->take_helpers(here->lane) : taken;
}

int ksi_free_workers_and_helpers(void) {
  const ksi_here *here = &ksi_current;
  const int workers = ksi_free_workers();
  return workers == 1 && here->lane != NULL ? here->calls->count_workers(here->lane) : workers;
}

int ksi_free_workers(void) {
  if (ksi_inside)
    return ksi_own_group() != NULL ? ksi_own_group()->workers : 1;
  ksi_team *existing = get_team();
  if (existing == NULL || atomic_load_explicit(&is_taken, memory_order_relaxed))
    return 1;
  if (allowed_now(existing) > 1)
    return allowed_now(existing);
  /* No run would check whether the machine is still busy. */
  if (ksi_take_team() == NULL)
    return 1;
  int allowed = ksi_allowed_workers(existing);
  ksi_give_back_team(existing);
  return allowed;
}

int ksi_free_workers_of_pipe(void) {
  const int allowed = ksi_free_workers();
  if (ksi_inside || allowed > 1)
    return allowed;
  const ksi_team *existing = get_team();
  return existing != NULL && !atomic_load_explicit(&is_taken, memory_order_relaxed) &&
                 begins_alone(existing, allowed)
             ? existing->workers
             : 1;
}
