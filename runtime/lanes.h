/* What one thread counts: its lane of the record. */
#ifndef KSI_LANES_H
#define KSI_LANES_H

#include "counters.h"
#include "os_linux_record.h"

enum { KSI_BOOK_CHAINS = 64 };

/* The cells of one layer with one schedule, in one lane. */
typedef struct ksi_book {
  const ks_layer *layer;
  const ks_table *table;
  uint32_t layer_number, workers, task_count;
  uint32_t rows; /* of the worker that has most */
  uint32_t skip; /* runs until the next that is measured */
  uint32_t lane;
  ksi_cell_item *run;
  ksi_cell_item *function[KSI_FUNCTIONS];
  struct ksi_book *next;
  ksi_cell_item *task[];
} ksi_book;

typedef struct ksi_lane {
  ksi_lane_item *item;
  ksi_ring_item *ring; /* null without a trace */
  ksi_zone *open;      /* the innermost zone */
  ksi_book *book;      /* of the run that is measured, null outside of such */
  ksi_book *last_book; /* the one found last */
  int64_t inside_units, outside_units;
  uint64_t inside_hardware[KSI_HARDWARE_EVENTS];
  ksi_events events;
  uint32_t random;
  struct ksi_lane *next_free;
  ksi_book *chain[KSI_BOOK_CHAINS];
} ksi_lane;

/* The calling thread's, made at first; null if there is no room. */
ksi_lane *ksi_own_lane(void);
/* Its book for the layer with the table (null: in order), made at first; null if there is no room.
 */
ksi_book *ksi_find_book(ksi_lane *lane, const ks_layer *layer, const ks_table *table);
ksi_cell_item *ksi_new_cell(const ksi_book *book, ksi_cell_kind kind, uint32_t index);
/* Measures what an empty zone takes; the calling thread's next zones reckon with it. */
void ksi_calibrate_timers(void);
/* For a child of fork. */
void ksi_forget_lanes(void);
/* What lanes are made with; to be called before the first. */
void ksi_set_lanes(uint32_t events, int has_hardware);

#endif
