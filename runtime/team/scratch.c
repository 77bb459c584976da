/* Scratch memory for a layer's terms and private arrays: plain malloc, but never NULL, because the
 * calling code cannot continue without it. */
#include "../record/counters.h"

#include <kasuri/kasuri.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

static void *counted_malloc(size_t bytes) {
  ksi_zone zone;
  ksi_open_zone(&zone);
  void *memory = malloc(bytes);
  ksi_close_function(&zone, KSI_IN_SCRATCH);
  return memory;
}

__attribute__((visibility("default"))) void *ks_scratch(size_t bytes) {
  void *memory =
      ksi_counts() ? counted_malloc(bytes > 0 ? bytes : 1) : malloc(bytes > 0 ? bytes : 1);
  if (memory == NULL) {
    fprintf(stderr, "kasuri: out of memory for %zu bytes of scratch\n", bytes);
    abort();
  }
  return memory;
}

__attribute__((visibility("default"))) void ks_scratch_free(void *memory) { free(memory); }

__attribute__((visibility("default"))) ks_size ks_block_bytes(void *block) {
  return malloc_usable_size(block);
}
