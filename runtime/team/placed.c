/* Layers whose workers are planned for kinds of cores: big ones and little ones, with a clock each.
 *
 *   planned   worker 0, 1 on kind 0     worker 2, 3 on kind 1
 *   cores     0, 1 are of kind 1        2, 3 are of kind 0
 *   run       caller on 2, thread 1 on 3, thread 2 on 0, thread 3 on 1
 *
 * The first such layer finds out which cores of the team are of which kind (core_kinds.c) and seats
 * the team's threads (seating.c). From then on each worker thread may only run on the cores of its
 * kind, or if workers are pinned, on its one core. Programs without such layers do not come here.
 *
 * The caller is the program's own thread, and its children and new threads would inherit what it is
 * confined to. So it is confined for the length of each run only. That costs three system calls
 * (some microseconds); one if its own cores are all of the kind already, or if no table fits. If
 * the program has bound it to other cores, it stays there, and the levels of its rows are refused
 * (power.c).
 *
 * Cores that go offline or come back show in the affinity of the caller, which is read anyway. Then
 * the threads are placed again, on those of the team's cores that are online. The same happens when
 * other programs leave another share of the machine (process_team.c). Cores of the caller that are
 * offline do not show; it gets them back, too, so that it can use them when they return.
 *
 * Where no core is of a planned kind, threads run as for other layers, and the table is the last of
 * those for the most workers, as it also is if the team has cores that no table is for. A row may
 * then run on a core of another kind than planned, which is correct and takes another time. The
 * same holds for rows of a worker that does not come, which the caller takes over.
 */
#include "placed.h"

#include "../placement/seating.h"
#include "group.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct ksi_placement {
  ks_kind planned[KS_MOST_KINDS];
  int kinds;
  ksi_coreset seen;   /* the caller's own cores when it was last made, */
  ksi_coreset hidden; /* and those of them that are offline */
  ks_uint8 kind_of_core[KSI_MOST_CORES];
  ksi_seating seating;
  int thread_of[KSI_MOST_CORES]; /* by worker, of the current run */
} ksi_placement;

/* Not where the system reports nothing: then it is as recorded on another system. */
static ksi_coreset online_of(ksi_coreset cores) {
  char text[KSI_VALUE_BYTES];
  ksi_coreset online;
  if (ksi_read_text(KSI_ONLINE_CORES, text, sizeof text) <= 0 || !ksi_parse_cores(text, &online))
    return cores;
  online = ksi_common_cores(cores, online);
  return ksi_count_cores(&online) > 0 ? online : cores;
}

static ksi_coreset cores_of_kind(const ksi_placement *placement, const ksi_coreset *cores,
                                 ks_uint8 kind) {
  ksi_coreset same = {{0}};
  for (int core = 0; core < KSI_MOST_CORES; core++)
    if (ksi_has_core(cores, core) && placement->kind_of_core[core] == kind)
      ksi_add_core(&same, core);
  return same;
}

static ksi_coreset only(int core) {
  ksi_coreset one = {{0}};
  ksi_add_core(&one, core);
  return one;
}

/* A thread without a core of its own may use all. */
static ksi_coreset cores_for_thread(const ksi_team *team, int thread) {
  const ksi_seating *seating = &team->placement->seating;
  if (thread >= seating->threads)
    return team->cores;
  if (team->are_pinned)
    return only(seating->core_of[thread]);
  return seating->kind_of[thread] < KS_MOST_KINDS
             ? cores_of_kind(team->placement, &team->cores, seating->kind_of[thread])
             : team->cores;
}

void ksi_place_again(ksi_team *team) {
  ksi_placement *placement = team->placement;
  const ksi_coreset cores = online_of(team->cores);
  ksi_find_kinds(placement->planned, placement->kinds, &cores, placement->kind_of_core);
  ksi_seat_threads(&placement->seating, placement->kind_of_core, &cores, team->workers);
  if (!ksi_knows_kinds(&placement->seating))
    return;
  for (int thread = 1; thread < team->workers; thread++) {
    const ksi_coreset its = cores_for_thread(team, thread);
    ksi_confine_thread(team->thread[thread], &its);
  }
}

static int is_placed_for(const ksi_placement *placement, const ks_placed *placed) {
  return placement->kinds == placed->ks_kind_count &&
         memcmp(placement->planned, placed->ks_kinds,
                (size_t)placement->kinds * sizeof *placement->planned) == 0;
}

/* Whether the threads are placed for the layer's kinds. */
static int place(ksi_team *team, const ks_placed *placed) {
  ksi_team *root = team->root;
  if (placed->ks_kind_count > KS_MOST_KINDS)
    return 0;
  if (root->placement != NULL && is_placed_for(root->placement, placed))
    return 1;
  if (ksi_is_group(team)) /* other threads are in rows of the outer layer */
    return 0;
  if (root->placement == NULL)
    root->placement = calloc(1, sizeof *root->placement);
  if (root->placement == NULL)
    return 0;
  root->placement->kinds = placed->ks_kind_count;
  memcpy(root->placement->planned, placed->ks_kinds,
         placed->ks_kind_count * sizeof *placed->ks_kinds);
  ksi_place_again(root);
  return 1;
}

/* The last of the tables for the most workers. */
static int choose_by_number(const ks_layer *layer, int workers) {
  int chosen = -1, most = 2;
  for (int i = 0; i < layer->ks_table_count; i++) {
    const int count = layer->ks_tables[i].ks_worker_count;
    if (count < most || count > workers)
      continue;
    chosen = i;
    most = count;
  }
  return chosen;
}

int ksi_choose_placed(ksi_team *team, const ks_placed *placed, int workers) {
  const int saved = errno;
  int chosen = -1;
  if (place(team, placed))
    chosen = ksi_choose_seated(&team->root->placement->seating, placed, workers, team->first_number,
                               ksi_is_group(team));
  errno = saved;
  if (chosen >= 0)
    return chosen;
  return placed->ks_grouped.ks_sizes != NULL
             ? ksi_choose_groups(&placed->ks_grouped, workers)
             : choose_by_number(&placed->ks_grouped.ks_described, workers);
}

/* --- Runs. */

static void confine_caller(ksi_placed_run *run, const ksi_coreset *cores) {
  const ksi_coreset wanted = ksi_common_cores(run->own, *cores);
  run->core = ksi_current_core();
  if (ksi_count_cores(&wanted) > 0 && !ksi_are_same_cores(&wanted, &run->own))
    run->is_confined = ksi_set_affinity(&wanted) == 0;
}

static int read_allowed(void *argument, char *line) {
  static const char name[] = "Cpus_allowed_list:";
  if (strncmp(line, name, sizeof name - 1) != 0)
    return 0;
  char *list = line + sizeof name - 1;
  list += strspn(list, " \t");
  list[strcspn(list, "\n")] = '\0';
  return ksi_parse_cores(list, argument);
}

/* Cores of the calling thread beside those that the system shows. */
static ksi_coreset find_hidden(const ksi_coreset *shown) {
  ksi_coreset all = {{0}};
  if (ksi_each_line(KSI_OWN_STATUS, read_allowed, &all) != 1)
    return (ksi_coreset){{0}};
  return ksi_without_cores(all, *shown);
}

/* Whether the caller's own cores are known. */
static int look_at_caller(ksi_team *team, ksi_placed_run *run) {
  if (ksi_get_affinity(&run->own) != 0)
    return 0;
  if (!ksi_are_same_cores(&run->own, &team->placement->seen)) {
    team->placement->seen = run->own;
    team->placement->hidden = find_hidden(&run->own);
    ksi_place_again(team);
  }
  return 1;
}

/* Returns the core for the caller. */
static int seat_workers(ksi_team *team, const ks_uint8 *on, int workers, ksi_placed_run *run) {
  ksi_placement *placement = team->placement;
  const int core = ksi_take_seats(&placement->seating, on, workers, placement->thread_of);
  for (int worker = 1; worker < workers; worker++) {
    const int thread = placement->thread_of[worker];
    if (thread == worker)
      continue;
    ksi_seat(team, worker, &team->worker[thread].own);
    run->is_reseated = 1;
  }
  return core;
}

/* Whether the threads fit the table, which may have been chosen by number alone. */
static int is_seated(const ksi_team *team, const ks_placed *placed, int chosen) {
  const ksi_seating *seating = &team->placement->seating;
  const ks_uint16 *const *sizes = placed->ks_grouped.ks_sizes;
  const int workers = placed->ks_grouped.ks_described.ks_tables[chosen].ks_worker_count;
  if (sizes != NULL)
    return ksi_has_neighbouring_seats(seating, team->on, workers, sizes[chosen], 0);
  return ksi_has_seats(seating, team->on, workers);
}

/* Where the threads do not fit, nothing is gained by moving any. */
static void begin(ksi_team *team, const ks_placed *placed, int chosen, ksi_placed_run *run) {
  ksi_placement *placement = team->placement;
  const ks_layer *layer = &placed->ks_grouped.ks_described;
  const int is_known = look_at_caller(team, run);
  if (!is_seated(team, placed, chosen))
    return;
  int core = placement->seating.core_of[0];
  if (placed->ks_grouped.ks_sizes == NULL)
    core = seat_workers(team, team->on, layer->ks_tables[chosen].ks_worker_count, run);
  const ksi_coreset cores =
      team->are_pinned ? only(core)
                       : cores_of_kind(placement, &team->cores, placement->kind_of_core[core]);
  if (is_known)
    confine_caller(run, &cores);
}

void ksi_begin_placed(ksi_team *team, const ks_placed *placed, int chosen, ksi_placed_run *run) {
  const int saved = errno;
  *run = (ksi_placed_run){.is_confined = 0};
  team->on = NULL;
  if (team->root->placement == NULL || !is_placed_for(team->root->placement, placed))
    return;
  team->on = placed->ks_on[chosen];
  if (!ksi_is_group(team))
    begin(team, placed, chosen, run);
  errno = saved;
}

/* The system does not move a thread because it may be elsewhere again, and what the caller does
 * between layers was planned for the kind of core that it was on. */
static void return_caller(const ksi_placement *placement, const ksi_placed_run *run) {
  const int now = ksi_current_core();
  if (run->core < 0 || run->core >= KSI_MOST_CORES || now < 0 || now >= KSI_MOST_CORES)
    return;
  const ks_uint8 before = placement->kind_of_core[run->core];
  if (before == placement->kind_of_core[now])
    return;
  const ksi_coreset cores = cores_of_kind(placement, &run->own, before);
  if (ksi_count_cores(&cores) > 0)
    ksi_set_affinity(&cores);
}

void ksi_end_placed(ksi_team *team, const ksi_placed_run *run) {
  const int saved = errno;
  team->on = NULL;
  for (int worker = 1; run->is_reseated && worker < team->workers; worker++)
    ksi_seat(team, worker, &team->worker[worker].own);
  if (run->is_confined) {
    return_caller(team->placement, run);
    const ksi_coreset all = ksi_join_cores(run->own, team->placement->hidden);
    ksi_set_affinity(&all);
  }
  errno = saved;
}

ksi_level_place ksi_place_of_level(const ksi_team *team, int worker) {
  if (team->on == NULL)
    return (ksi_level_place){NULL, 0};
  return (ksi_level_place){team->root->placement->kind_of_core, team->on[worker]};
}
