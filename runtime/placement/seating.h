/* Which thread of the team is on which core, and which table fits that. */
#ifndef KSI_SEATING_H
#define KSI_SEATING_H

#include "core_kinds.h"

typedef struct ksi_seating {
  int threads;             /* with a core of their own, the caller first; those behind have none */
  int have[KS_MOST_KINDS]; /* how many of their cores are of each kind */
  int16_t core_of[KSI_MOST_CORES]; /* by thread */
  ks_uint8 kind_of[KSI_MOST_CORES];
} ksi_seating;

/* Seats so many threads on the cores: those of the first kind first, as plans count them, and of
 * other kinds last. */
void ksi_seat_threads(ksi_seating *seating, const ks_uint8 *kind_of_core, const ksi_coreset *cores,
                      int threads);
/* Whether a core is of a planned kind. If none is, any thread may run anywhere. */
int ksi_knows_kinds(const ksi_seating *seating);

/* Whether there is a thread for each of a table's workers, which are planned for these kinds. */
int ksi_has_seats(const ksi_seating *seating, const ks_uint8 *on, int workers);
/* The same, worker i being thread `first` + i; `sizes` (null: all 1): of the groups that lie
 * between them. */
int ksi_has_neighbouring_seats(const ksi_seating *seating, const ks_uint8 *on, int workers,
                               const ks_uint16 *sizes, int first);
/* The index of the last table with at most so many workers for which there are seats, -1 if there
 * is none. Groups get neighboring threads from `first` on. */
int ksi_choose_seated(const ksi_seating *seating, const ks_placed *placed, int workers, int first,
                      int is_group);
/* The thread of each worker of a table for which there are seats; worker 0 is the caller. Returns
 * the core for the caller. */
int ksi_take_seats(const ksi_seating *seating, const ks_uint8 *on, int workers, int *thread_of);

#endif
