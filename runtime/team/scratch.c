/* Scratch memory for a layer's terms and private arrays: plain malloc, but never NULL, because the
 * calling code cannot continue without it. */
#include "../record/counters.h"
#include "team.h"

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

/* Lanes of pipelines multiply this memory (pipe/gather.c). */
static void note_for_row(size_t bytes) {
  const ksi_here *here = &ksi_current;
  ksi_scratched *noted = &ksi_last_scratched;
  if (here->team == NULL)
    return;
  if (noted->team != here->team || noted->base != here->team->base || noted->row != here->row)
    *noted = (ksi_scratched){here->team, here->team->base, here->row, 0};
  noted->bytes += bytes;
}

__attribute__((visibility("default"))) void *ks_scratch(size_t bytes) {
  note_for_row(bytes);
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
