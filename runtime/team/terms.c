/* Lists of the terms that a part of a loop leaves behind, to be combined in the order of the source
 * when all parts are over. A list is a chain of blocks. It is filled by one thread and emptied by
 * one that has waited for it. Blocks that are not in use are shared by all threads: a program that
 * runs such a loop again and again would else have its pages given and taken each time. */
#include <kasuri/kasuri.h>

#include <stdatomic.h>

enum { BLOCK_BYTES = 64 * 1024, MOST_IDLE = 64 };

struct ks_term_block {
  struct ks_term_block *next;
  char *end; /* of its terms; set when the next block begins */
  _Alignas(16) char terms[BLOCK_BYTES - 2 * sizeof(void *)];
};

static atomic_flag is_taken = ATOMIC_FLAG_INIT;
static struct ks_term_block *idle; /* by the holder of the flag */
static unsigned idle_count;

static void take_pool(void) {
  while (atomic_flag_test_and_set_explicit(&is_taken, memory_order_acquire)) {
  }
}

static void give_pool(void) { atomic_flag_clear_explicit(&is_taken, memory_order_release); }

static struct ks_term_block *new_block(void) {
  take_pool();
  struct ks_term_block *block = idle;
  if (block != 0) {
    idle = block->next;
    idle_count--;
  }
  give_pool();
  return block != 0 ? block : ks_scratch(sizeof *block);
}

static void free_block(struct ks_term_block *block) {
  take_pool();
  const int is_kept = idle_count < MOST_IDLE;
  if (is_kept) {
    block->next = idle;
    idle = block;
    idle_count++;
  }
  give_pool();
  if (!is_kept)
    ks_scratch_free(block);
}

__attribute__((visibility("default"))) void *ks_terms_grow(ks_terms *list, ks_size bytes) {
  struct ks_term_block *block = new_block();
  block->next = 0;
  if (list->ks_last != 0) {
    list->ks_last->end = list->ks_next;
    list->ks_last->next = block;
  } else {
    list->ks_first = block;
  }
  list->ks_last = block;
  list->ks_next = block->terms + bytes;
  list->ks_end = block->terms + sizeof block->terms;
  return block->terms;
}

/* From the first call on, the list has no end, and its first block is the one given last. */
__attribute__((visibility("default"))) void *ks_terms_take(ks_terms *list, void **end) {
  struct ks_term_block *block = list->ks_first;
  if (list->ks_end == 0 && block != 0) { /* given by the call before */
    list->ks_first = block->next;
    free_block(block);
    block = list->ks_first;
  } else if (block != 0) {
    list->ks_last->end = list->ks_next;
    list->ks_end = 0;
  }
  if (block == 0)
    return 0;
  *end = block->end;
  return block->terms;
}
