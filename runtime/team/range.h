/* A worker's share of a layer's roots (nodes without predecessors): a range that others may steal
 * from, and a few private ones before it (range.c). */
#ifndef KSI_RANGE_H
#define KSI_RANGE_H

#include <stdatomic.h>
#include <stdint.h>

typedef struct ksi_range {
  /* Start, end and whether there may be more (the owner has nodes that it would return), in one
   * word: taking some of it is a compare-and-exchange of all. Only its owner changes it when it is
   * empty.
   */
  _Alignas(64) _Atomic uint64_t open;
  _Alignas(64) uint32_t next, end; /* the owner's alone */
  uint32_t taken;   /* nodes that became private to the owner in this run and were not returned */
  uint32_t to_keep; /* maximum number of nodes that it takes at once */
  uint64_t since;   /* it took the last of this range, in ns; not kept up to date for the most */
  uint64_t seen;    /* another worker's short range that the owner saw last and did not take from */
} ksi_range;

#define KSI_RANGE_MORE ((uint64_t)1 << 63)

static inline uint32_t ksi_first_of(uint64_t open) { return (uint32_t)open; }
static inline uint32_t ksi_end_of(uint64_t open) { return (uint32_t)(open >> 32) & 0x7fffffff; }
static inline int ksi_is_empty(uint64_t open) { return ksi_first_of(open) == ksi_end_of(open); }

/* For the caller before a run; all of it is open. */
void ksi_deal_range(ksi_range *its, uint32_t begin, uint32_t end);
/* Makes some open nodes private to the owner; 0 if nothing is open. */
int ksi_take_range(ksi_range *own);
/* Opens half of the owner's private nodes, if others have taken all open ones. Whether there are
 * open nodes now. */
int ksi_give_range(ksi_range *own);
/* Takes half of another worker's open nodes, for an owner without nodes. From a short range only if
 * it is the one that was seen last, or eagerly. Whether the owner has nodes now. */
int ksi_steal_range(ksi_range *own, ksi_range *other, int eagerly);

/* Whether nodes can be taken from it, now or perhaps later. */
static inline int ksi_may_have_more(const ksi_range *other) {
  const uint64_t open = atomic_load_explicit(&other->open, memory_order_relaxed);
  return !ksi_is_empty(open) || (open & KSI_RANGE_MORE) != 0;
}

/* Whether ksi_give_range is due: no open nodes are left, and others may expect more. */
static inline int ksi_is_robbed(const ksi_range *own) {
  const uint64_t open = atomic_load_explicit(&own->open, memory_order_relaxed);
  return (uint32_t)(open >> 32) - (uint32_t)open == (uint32_t)(KSI_RANGE_MORE >> 32);
}

#endif
