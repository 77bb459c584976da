/* What the orders runtime knows about each layer that has run: its steps, and the order to run them
 * in. */
#ifndef KSI_ORDERED_LAYERS_H
#define KSI_ORDERED_LAYERS_H

#include "orders.h"

typedef struct ksi_ordered {
  const ks_layer *layer;
  const ks_table *table;
  const ks_graph *graph; /* null: the table's rows are the steps */
  ksi_steps steps;
  uint32_t *order;
  uint64_t runs; /* that have been begun */
  struct ksi_ordered *next;
} ksi_ordered;

/* The layer with the order of its next run. Ends the program if there is no memory, or if the waits
 * of its steps form a cycle. */
const ksi_ordered *ksi_next_order(const ks_layer *layer, const ks_table *table,
                                  const ks_graph *graph);

/* KASURI_ORDER: its number, or the seed; whether it is one, unless the pointer is null. */
uint64_t ksi_wish_of_order(int *is_random);

/* KASURI_CORES: the number of workers of the run's table; without it the maximum. */
int ksi_ordered_workers(void);

#endif
