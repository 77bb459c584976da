/* KASURI_ENERGY: the energy of the program and of its layers. */
#ifndef KSI_ENERGY_H
#define KSI_ENERGY_H

#include "../power/power.h"

#include <kasuri/kasuri.h>

#include <stdatomic.h>

extern _Atomic int ksi_is_sensing;

/* As KASURI_ENERGY requests; for the thread that makes the team. The number of threads that it has
 * started. */
int ksi_start_energy(void);
/* The levels of the team that was made; NULL: none are set. */
void ksi_model_levels(ksi_power *power);
/* In a child of fork: what was measured is its parent's. */
void ksi_forget_energy(void);

void ksi_note_run_begin(const ks_layer *layer);
void ksi_note_run_end(const ks_layer *layer);

/* For a run that is not inside another one. If nothing is measured, each costs a load and a
 * branch. */
static inline void ksi_begin_energy(const ks_layer *layer) {
  if (__builtin_expect(atomic_load_explicit(&ksi_is_sensing, memory_order_relaxed), 0))
    ksi_note_run_begin(layer);
}
static inline void ksi_end_energy(const ks_layer *layer) {
  if (__builtin_expect(atomic_load_explicit(&ksi_is_sensing, memory_order_relaxed), 0))
    ksi_note_run_end(layer);
}

#endif
