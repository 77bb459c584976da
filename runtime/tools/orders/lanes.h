/* Pipelines in the orders runtime: lanes on one thread, and what run.c and lanes.c know of each
 * other.
 */
#ifndef KSI_ORDERED_LANES_H
#define KSI_ORDERED_LANES_H

#include <stdint.h>

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
