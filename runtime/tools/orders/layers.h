/* What the orders runtime knows of each layer that has run: its steps, and the order to run them
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

/* The layer with the order of its next run. Ends the program if there is no memory, or if its steps
 * wait in a circle. */
const ksi_ordered *ksi_next_order(const ks_layer *layer, const ks_table *table,
                                  const ks_graph *graph);

/* KASURI_CORES: how many workers the run is to be one of; without it as many as there are. */
int ksi_ordered_workers(void);

#endif
