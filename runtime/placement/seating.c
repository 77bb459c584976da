/* Seats threads on cores of the planned kinds, and chooses the table for what there is.
 *
 *   plan     kinds 0 (big) and 1 (little); tables for 1+1, 0+2, 2, 2+1, 2+2 cores, the quickest
 * last cores    1 and 2 little, 5 big (taskset): the caller on 5, thread 1 on 1, thread 2 on 2
 *   table    1+1: the last one whose kinds are all there
 *
 * Threads keep their cores from run to run. A table names kinds, so its workers are seated on those
 * threads whose cores are of these kinds, in the order of both; that of a full team is thread i for
 * worker i. The caller is always worker 0 and has no core between runs. During a run it takes the
 * first core, which is kept for it, if that is of the right kind. Otherwise the table uses one core
 * of that kind less than there are threads there, and the caller takes the core of the last of
 * these threads, which has no rows.
 *
 * These are decisions on numbers alone; team/placed.c carries them out.
 */
#include "seating.h"

#include <string.h>

static void seat_next(ksi_seating *seating, int core, ks_uint8 kind) {
  const int thread = seating->threads++;
  seating->core_of[thread] = (int16_t)core;
  seating->kind_of[thread] = kind;
  if (kind < KS_MOST_KINDS)
    seating->have[kind]++;
}

void ksi_seat_threads(ksi_seating *seating, const ks_uint8 *kind_of_core, const ksi_coreset *cores,
                      int threads) {
  memset(seating, 0, sizeof *seating);
  for (int kind = 0; kind <= KSI_UNKNOWN_KIND; kind++)
    for (int core = 0; core < KSI_MOST_CORES && seating->threads < threads; core++)
      if (ksi_has_core(cores, core) && kind_of_core[core] == kind)
        seat_next(seating, core, (ks_uint8)kind);
}

int ksi_knows_kinds(const ksi_seating *seating) {
  int known = 0;
  for (int kind = 0; kind < KS_MOST_KINDS; kind++)
    known += seating->have[kind];
  return known > 0;
}

/* A core that is kept for the caller is nobody's while the caller is on one of another kind. */
int ksi_has_seats(const ksi_seating *seating, const ks_uint8 *on, int workers) {
  int needed[KS_MOST_KINDS] = {0};
  if (seating->threads > 0 && seating->kind_of[0] < KS_MOST_KINDS && seating->kind_of[0] != on[0])
    needed[seating->kind_of[0]] = 1;
  for (int worker = 0; worker < workers; worker++)
    if (on[worker] >= KS_MOST_KINDS || ++needed[on[worker]] > seating->have[on[worker]])
      return 0;
  return 1;
}

static int size_of(const ks_uint16 *sizes, int worker) {
  return sizes != NULL && sizes[worker] > 1 ? sizes[worker] : 1;
}

int ksi_has_neighbouring_seats(const ksi_seating *seating, const ks_uint8 *on, int workers,
                               const ks_uint16 *sizes, int first) {
  int thread = first;
  for (int worker = 0; worker < workers; worker++) {
    if (thread >= seating->threads || seating->kind_of[thread] != on[worker])
      return 0;
    thread += size_of(sizes, worker);
  }
  return thread <= seating->threads;
}

static int count_cores_of(const ks_table *table, const ks_uint16 *sizes) {
  int count = 0;
  for (int worker = 0; worker < table->ks_worker_count; worker++)
    count += size_of(sizes, worker);
  return count;
}

int ksi_choose_seated(const ksi_seating *seating, const ks_placed *placed, int workers, int first,
                      int is_group) {
  const ks_layer *layer = &placed->ks_grouped.ks_described;
  const ks_uint16 *const *sizes = placed->ks_grouped.ks_sizes;
  int chosen = -1;
  for (int i = 0; i < layer->ks_table_count; i++) {
    const ks_table *table = &layer->ks_tables[i];
    const ks_uint16 *its = sizes != NULL ? sizes[i] : NULL;
    const int count = table->ks_worker_count;
    if (count < 2 || count_cores_of(table, its) > workers)
      continue;
    if (is_group || its != NULL
            ? ksi_has_neighbouring_seats(seating, placed->ks_on[i], count, its, first)
            : ksi_has_seats(seating, placed->ks_on[i], count))
      chosen = i;
  }
  return chosen;
}

/* The last thread whose core is of the kind. */
static int last_of(const ksi_seating *seating, ks_uint8 kind) {
  int thread = seating->threads - 1;
  while (thread > 0 && seating->kind_of[thread] != kind)
    thread--;
  return thread;
}

int ksi_take_seats(const ksi_seating *seating, const ks_uint8 *on, int workers, int *thread_of) {
  const int given = seating->kind_of[0] == on[0] ? 0 : last_of(seating, on[0]);
  int next[KS_MOST_KINDS]; /* the first thread of each kind that may still be free */
  for (int kind = 0; kind < KS_MOST_KINDS; kind++)
    next[kind] = 1;
  thread_of[0] = 0;
  for (int worker = 1; worker < workers; worker++) {
    int *thread = &next[on[worker]];
    while (*thread == given || seating->kind_of[*thread] != on[worker])
      ++*thread;
    thread_of[worker] = (*thread)++;
  }
  return seating->core_of[given];
}
