/* Orders in which one thread may run the steps of a layer: pure functions of the waits between
 * steps. */
#ifndef KSI_ORDERS_H
#define KSI_ORDERS_H

#include "../../team/steps.h"

/* A series of orders. The first one always takes the last ready step, the second the first one.
 * Each further one holds a step back until nothing else can run. Independent steps run in both
 * orders somewhere in the series, if it is complete. */
typedef struct ksi_series {
  uint32_t count;     /* at least 1 */
  uint32_t *held;     /* count - 2 steps: those held back in order 2, 3, ... */
  uint32_t is_sample; /* there were too many steps to check all pairs */
} ksi_series;

/* Beyond this number of steps a series is the first two orders and some that hold back a step. */
#define KSI_MOST_PAIRED 2048u

/* Whether there was memory. */
int ksi_make_series(ksi_series *made, const ksi_steps *steps);
void ksi_free_series(ksi_series *made);

/* Order `number` of the series; `order` gets all steps. 0: the waits form a cycle, or there is no
 * memory. */
int ksi_order_of_series(const ksi_series *series, const ksi_steps *steps, uint32_t number,
                        uint32_t *order);
/* Takes any ready step each time; the same for the same seed. */
int ksi_random_order(const ksi_steps *steps, uint64_t seed, uint32_t *order);

#endif
