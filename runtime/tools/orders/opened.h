/* Which layers are pipelines: they have more orders than their steps need. */
#ifndef KSI_OPENED_H
#define KSI_OPENED_H

#include <kasuri/kasuri.h>

#include <stdint.h>

/* Of the orders of lanes (lanes.c), how many there are before those that hold a lane back. */
enum { KSI_FIRST_HELD = 2 };

/* The number of orders that a pipeline with so many parts has; 0 for other layers. */
uint32_t ksi_orders_of_lanes(const ks_layer *layer, uint32_t parts);

#endif
