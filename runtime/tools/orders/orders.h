/* Orders in which one thread may run the steps of a layer: pure functions of what waits for what.
 */
#ifndef KSI_ORDERS_H
#define KSI_ORDERS_H

#include "../../team/steps.h"

/* A series of orders. The first takes the last step that is ready each time, the second the first
 * one. Each further one keeps a step back until nothing else can run. Steps that do not wait for
 * each other come in both orders somewhere in the series, if it is complete. */
typedef struct ksi_series {
  uint32_t count;     /* at least 1 */
  uint32_t *held;     /* count - 2 steps: the one that is held back in order 2, 3, ... */
  uint32_t is_sample; /* there were too many steps to look at all pairs */
} ksi_series;

/* Above so many steps a series is the first two orders and some that hold back a step. */
#define KSI_MOST_PAIRED 2048u

/* Whether there was memory. */
int ksi_make_series(ksi_series *made, const ksi_steps *steps);
void ksi_free_series(ksi_series *made);

/* Order `number` of the series; `order` gets all steps. 0: the steps wait in a circle, or there is
 * no memory. */
int ksi_order_of_series(const ksi_series *series, const ksi_steps *steps, uint32_t number,
                        uint32_t *order);
/* Takes any step that is ready each time; the same for the same seed. */
int ksi_random_order(const ksi_steps *steps, uint64_t seed, uint32_t *order);

#endif
