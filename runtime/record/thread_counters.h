/* The counters of one thread, in a separate lane of the record. */
#ifndef KSI_THREAD_COUNTERS_H
#define KSI_THREAD_COUNTERS_H

#include "../os/os.h"
#include "zone.h"

#include <kasuri/kasuri.h>

enum { KSI_LAYER_CHAINS = 64 };

/* The counters of one thread for one layer with one schedule: its cells. */
typedef struct ksi_layer_counters {
  const ks_layer *layer;
  const ks_table *table;
  uint32_t layer_number, workers, task_count;
  uint32_t rows; /* of the worker with the most */
  uint32_t skip; /* runs until the next measured one */
  uint32_t lane; /* the number of the thread's item in the record */
  ksi_cell_item *run, *whole;
  ksi_cell_item *function[KSI_FUNCTIONS];
  struct ksi_segment_counters *segments; /* null: not a pipeline, or nothing noted (segments.c) */
  struct ksi_layer_counters *next;
  ksi_cell_item *task[];
} ksi_layer_counters;

typedef struct ksi_thread_counters {
  ksi_lane_item *item;
  ksi_ring_item *ring;                /* null without a trace */
  ksi_zone *open;                     /* the innermost zone */
  ksi_layer_counters *layer_counters; /* of the measured run, null outside measured runs */
  ksi_layer_counters *last_counters;  /* the one found last */
  int64_t inside_units, outside_units;
  uint64_t inside_hardware[KSI_HARDWARE_EVENTS];
  ksi_events events;
  uint32_t random;
  struct ksi_thread_counters *next_free;
  ksi_layer_counters *chain[KSI_LAYER_CHAINS];
} ksi_thread_counters;

/* The calling thread's, created on first use; null if there is no room. */
ksi_thread_counters *ksi_own_counters(void);
/* Its counters for the layer with the table (null: in order), created on first use; null if there
 * is no room. */
ksi_layer_counters *ksi_find_layer_counters(ksi_thread_counters *thread, const ks_layer *layer,
                                            const ks_table *table);
ksi_cell_item *ksi_new_cell(const ksi_layer_counters *layer_counters, ksi_cell_kind kind,
                            uint32_t index);
/* For segments: `kind` is a ksi_activity. */
ksi_cell_item *ksi_new_segment_cell(const ksi_layer_counters *layer_counters, uint32_t kind,
                                    uint32_t index);
/* In counters.c: adds a sample and an event that is no zone. What that takes is excluded from the
 * zone around it. */
void ksi_note_interval(ksi_thread_counters *thread, ksi_cell_item *cell, const ksi_event *event);
/* Measures the cost of an empty zone, which the calling thread's next zones subtract. */
void ksi_calibrate_timers(void);
/* For a child of fork. */
void ksi_forget_thread_counters(void);
/* Settings for the counters of threads; call it before the first. */
void ksi_set_thread_counters(uint32_t events, int has_hardware);

#endif
