/* The unwind table of a function, found and decoded; internal to the walk over callers. */
#ifndef KASURI_SAMPLER_TABLES_H
#define KASURI_SAMPLER_TABLES_H

#include <stdint.h>

/* Bytes that are read one after the other. */
struct bytes {
  const uint8_t *at, *end;
};

/* They stop at the end; what is not there is 0. */
uint64_t sampler_read(struct bytes *from, unsigned size);
int64_t sampler_read_signed(struct bytes *from, unsigned size);
uint64_t sampler_read_uleb(struct bytes *from);
int64_t sampler_read_sleb(struct bytes *from);
struct bytes sampler_read_block(struct bytes *from); /* behind its length */

struct table {
  uintptr_t begin; /* of the function */
  uint64_t code_unit;
  int64_t data_unit;
  uint64_t return_column;
  int is_signal_frame;           /* what it returns to was interrupted and has called nothing */
  int has_augmentation;          /* of the function's own entry; its bytes are left out */
  struct bytes initial, program; /* instructions of all functions of its kind, and its own */
};

/* 0: the code has none, or one in a form that linkers do not write. */
int sampler_find_table(uintptr_t pc, struct table *table);

#endif
