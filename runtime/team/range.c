/* Ranges: distribute the iterations of a loop one by one, without a fence for each.
 *
 * A loop whose iterations take different times is a graph without edges: all of its nodes are
 * roots. With one shared counter for all workers, each node would cost the transfer of a cache line
 * between cores. So each worker has a range of its own, in one word. It takes a few nodes at a time
 * from the start of its range, with one compare-and-exchange in a cache line that others rarely
 * use, and runs them without further synchronization. A worker with no nodes left takes half of
 * another worker's range from its end, also with one compare-and-exchange. So the remainder is
 * halved each time, and log n such transfers are enough for n nodes.
 *
 * The word is the only shared data, and it says which nodes are in the range. If the word changes
 * and returns to the same value, it means the same nodes, so the comparison is sufficient. Only the
 * worker that has taken nodes knows about them. Only its owner changes an empty word, and needs no
 * more than a store. test/runtime/range.pml is the model.
 *
 * Nodes that are private to the owner must not wait behind a long one. So the owner takes one node,
 * and twice as many as before only if those took next to no time: a loop that was split for more
 * iterations than it has starts with long nodes and ends with many empty ones. There are at most 8
 * private nodes, and no more than half of the rest. As soon as others have taken all open nodes,
 * the owner opens half of its private ones again after each node. The word says whether it has any
 * (`more`). A worker leaves the run of a loop only when it sees no nodes anywhere, neither open nor
 * private. It may miss nodes that another worker has taken and not opened yet; then that worker
 * runs them alone.
 *
 * Taking the last few nodes from a worker that is running through them costs both workers more than
 * the nodes, because each change of the word makes the other core fetch the cache line. So half of
 * a short range is taken only if the range did not change between two checks.
 */
#include "range.h"

#include "../os/os.h"

enum {
  MOST_KEPT = 8,
  SHORT_NS = 1000 /* nodes that take longer are worth a compare-and-exchange each */
};

static uint64_t range_of(uint32_t first, uint32_t end, int has_more) {
  return first | (uint64_t)end << 32 | (has_more ? KSI_RANGE_MORE : 0);
}

/* The number of open nodes that become private to the owner. */
static uint32_t part_to_keep(const ksi_range *own, uint32_t open) {
  return open < 4 ? 1 : open / 2 < own->to_keep ? open / 2 : own->to_keep;
}

/* Before the next nodes are taken from the range. */
static void look_back(ksi_range *own) {
  if (own->to_keep == MOST_KEPT)
    return;
  const uint64_t now = ksi_now_ns();
  own->to_keep = now - own->since < own->to_keep * SHORT_NS ? 2 * own->to_keep : 1;
  own->since = now;
}

void ksi_deal_range(ksi_range *its, uint32_t begin, uint32_t end) {
  atomic_store_explicit(&its->open, range_of(begin, end, 0), memory_order_relaxed);
  its->next = its->end = begin;
  its->taken = 0;
  its->to_keep = 1;
  its->since = 0;
  its->seen = 0;
}

int ksi_take_range(ksi_range *own) {
  uint64_t open = atomic_load_explicit(&own->open, memory_order_relaxed);
  uint32_t first, kept;
  look_back(own);
  do {
    if (ksi_is_empty(open)) {
      if ((open & KSI_RANGE_MORE) != 0)
        atomic_store_explicit(&own->open, open & ~KSI_RANGE_MORE, memory_order_relaxed);
      return 0;
    }
    first = ksi_first_of(open);
    kept = part_to_keep(own, ksi_end_of(open) - first);
  } while (!atomic_compare_exchange_weak_explicit(
      &own->open, &open, range_of(first + kept, ksi_end_of(open), kept > 1), memory_order_relaxed,
      memory_order_relaxed));
  own->next = first;
  own->end = first + kept;
  own->taken += kept;
  return 1;
}

int ksi_give_range(ksi_range *own) {
  const uint32_t end = own->end;
  own->end -= (end - own->next + 1) / 2;
  own->taken -= end - own->end;
  atomic_store_explicit(&own->open, range_of(own->end, end, own->end > own->next),
                        memory_order_relaxed);
  return own->end < end;
}

/* The open part of a range that an owner without nodes has stolen. */
static void keep(ksi_range *own, uint32_t first, uint32_t end) {
  own->to_keep = 1;
  own->since = ksi_now_ns();
  const uint32_t kept = part_to_keep(own, end - first);
  own->next = first;
  own->end = first + kept;
  own->taken += kept;
  if (kept < end - first)
    atomic_store_explicit(&own->open, range_of(own->end, end, kept > 1), memory_order_relaxed);
}

int ksi_steal_range(ksi_range *own, ksi_range *other, int eagerly) {
  uint64_t open = atomic_load_explicit(&other->open, memory_order_relaxed);
  uint32_t end, middle;
  do {
    if (ksi_is_empty(open))
      return 0;
    end = ksi_end_of(open);
    middle = end - (end - ksi_first_of(open) + 1) / 2;
    if (end - ksi_first_of(open) <= MOST_KEPT && !eagerly && own->seen != open) {
      own->seen = open;
      return 0;
    }
  } while (!atomic_compare_exchange_weak_explicit(
      &other->open, &open, range_of(ksi_first_of(open), middle, (open & KSI_RANGE_MORE) != 0),
      memory_order_relaxed, memory_order_relaxed));
  keep(own, middle, end);
  return 1;
}
