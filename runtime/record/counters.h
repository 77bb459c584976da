/* Counters: the times of each macro-task and each part of the runtime. Disabled unless
 * KASURI_PROFILE or KASURI_TRACE is set; -DKS_COUNTERS=0 removes them. */
#ifndef KSI_COUNTERS_H
#define KSI_COUNTERS_H

#include "../os/knobs.h"
#include "zone.h"

#include <kasuri/kasuri.h>

#include <stdatomic.h>
#include <stddef.h>

/* A run of a layer. */
typedef struct ksi_run {
  ksi_zone zone;
  struct ksi_layer_counters *layer_counters, *outer_counters;
  int is_counted; /* its tasks and functions are measured */
} ksi_run;

#if KS_COUNTERS

/* Set once, when the team is made. */
extern _Atomic int ksi_is_counting;

/* Reads the environment; for the thread that creates the team. */
void ksi_start_counters(void);
/* For a child of fork: the counters are its parent's. */
void ksi_forget_counters(void);

static inline int ksi_counts(void) {
  return __builtin_expect(atomic_load_explicit(&ksi_is_counting, memory_order_relaxed), 0);
}

/* For ksi_open_run and ksi_close_run if something is counted. */
int ksi_open_counted_run(ksi_run *run, const ks_layer *layer, const ks_table *table);
void ksi_close_counted_run(ksi_run *run);

/* Whether the tasks of this run are measured. `table` is null for a run in order. */
static inline int ksi_open_run(ksi_run *run, const ks_layer *layer, const ks_table *table) {
  run->layer_counters = NULL;
  return ksi_counts() && ksi_open_counted_run(run, layer, table);
}
static inline void ksi_close_run(ksi_run *run) {
  if (__builtin_expect(run->layer_counters != NULL, 0))
    ksi_close_counted_run(run);
}
/* For a worker of the team when it starts: its number. */
void ksi_name_worker(int worker);
/* For a worker that takes part in a measured run that started at `begin_ticks`. What the thread has
 * counted for before, for ksi_leave_run. */
struct ksi_layer_counters *ksi_enter_run(const ks_layer *layer, const ks_table *table,
                                         uint64_t begin_ticks);
void ksi_leave_run(struct ksi_layer_counters *outer);

/* The following functions have no effect in a thread outside a measured run. */
void ksi_open_zone(ksi_zone *zone);
void ksi_open_task(ksi_zone *zone, uint32_t task);
/* `trips`: the number of iterations of a split loop, all parts together; null if unknown. */
void ksi_close_task(ksi_zone *zone, uint32_t task, uint32_t part, uint32_t parts,
                    const ks_int64 *trips);
void ksi_close_function(ksi_zone *zone, ksi_function function);

/* ks_workers has chosen the original code for a call of the layer. */
void ksi_note_left(const ks_layer *layer);
/* A test in front of the layer has. */
void ksi_note_refused(const ks_layer *layer);

#else

static inline void ksi_start_counters(void) { ksi_refuse_recording(); }
static inline void ksi_forget_counters(void) {}
static inline int ksi_open_run(ksi_run *run, const ks_layer *layer, const ks_table *table) {
  (void)run, (void)layer, (void)table;
  return 0;
}
static inline void ksi_close_run(ksi_run *run) { (void)run; }
static inline void ksi_name_worker(int worker) { (void)worker; }
static inline struct ksi_layer_counters *ksi_enter_run(const ks_layer *layer, const ks_table *table,
                                                       uint64_t ticks) {
  (void)layer, (void)table, (void)ticks;
  return NULL;
}
static inline void ksi_leave_run(struct ksi_layer_counters *outer) { (void)outer; }
static inline void ksi_open_zone(ksi_zone *zone) { (void)zone; }
static inline void ksi_open_task(ksi_zone *zone, uint32_t task) { (void)zone, (void)task; }
static inline void ksi_close_task(ksi_zone *zone, uint32_t task, uint32_t part, uint32_t parts,
                                  const ks_int64 *trips) {
  (void)zone, (void)task, (void)part, (void)parts, (void)trips;
}
static inline void ksi_close_function(ksi_zone *zone, ksi_function function) {
  (void)zone, (void)function;
}
static inline void ksi_note_left(const ks_layer *layer) { (void)layer; }
static inline void ksi_note_refused(const ks_layer *layer) { (void)layer; }
static inline int ksi_counts(void) { return 0; }

#endif
#endif
