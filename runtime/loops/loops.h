/* What counting loops and writing their profile share. */
#ifndef KSI_LOOPS_H
#define KSI_LOOPS_H

#include <kasuri/loops.h>

#include <stdint.h>

/* Programs without counted loops may be linked with these sources, too. */
#pragma weak ks_counted_loops
#pragma weak ks_no_loops

typedef struct ksi_loop_times {
  uint64_t begin_ticks, begin_ns; /* of the process; of a child of fork: of that */
  uint64_t reading_ticks;         /* what is measured of an execution that does nothing */
  int clock;                      /* KSI_CLOCK_... */
  int is_child;
} ksi_loop_times;
extern ksi_loop_times ksi_times;

/* The blocks of all threads; NULL: no loop has run. */
ks_loop_block *ksi_first_block(void);
ks_loop *ksi_loops_of(ks_loop_block *block);
/* All executions and iterations in its thread. */
uint64_t ksi_entries_of(const ks_loop *loop);
uint64_t ksi_iterations_of(const ks_loop *loop);
/* Writes the profile (write_loops.c). */
void ksi_write_loops(void);

#endif
