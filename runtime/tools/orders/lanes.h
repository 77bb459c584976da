/* Pipelines in the orders runtime: lanes on one thread, and what run.c and layers.c know of them.
 */
#ifndef KSI_ORDERED_LANES_H
#define KSI_ORDERED_LANES_H

#include <kasuri/kasuri.h>

#include <stdint.h>

/* How many orders a series for the layer has at least: more than its steps need, if it has been
 * opened as a pipeline. */
uint32_t ksi_orders_of_lanes(const ks_layer *layer, uint32_t parts);

/* Of run.c: takes the next part of the task that runs now; whether there is one. Whoever takes it
 * runs it. What belongs to the running part is kept while another one runs. */
int ksi_take_part(uint32_t *place);
void ksi_run_part_at(uint32_t place);
uint32_t ksi_running_part(void);
void ksi_set_running_part(uint32_t place);

/* For ks_leave: the iteration that runs now is the one that ends the program. All before are
 * complete, and the other lanes have quit. */
void ksi_leave_lanes(void);

#endif
