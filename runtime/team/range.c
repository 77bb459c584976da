/* Ranges: how the iterations of a loop are dealt out one by one without a fence for each.
 *
 * A loop whose iterations take unequal times is a graph without edges: all of its nodes are roots.
 * One counter for all workers, from which each takes the next node, is what one thinks of first,
 * and each node then costs the transfer of a cache line from core to core. So each worker has a
 * range of its own, in one word. It takes a few nodes at a time from its beginning by one
 * compare-and-exchange in a line that nobody else wants, and runs these without any. Who has
 * nothing left takes half of another's range, from its end, by one compare-and-exchange as well, so
 * that what is left is halved each time, and log n such transfers are enough for n nodes.
 *
 * All that is shared is in that word, and it says which nodes are in it: a word that has been
 * changed and comes to be the same again means the same nodes, so comparing is enough. Who has
 * taken nodes is the only one that knows of them. An empty word is changed by its owner alone, who
 * needs no more than a store. test/runtime/range.pml is the model of it.
 *
 * The nodes that are the owner's alone must not wait behind one that takes long. So the
 * owner takes one, and twice as many as before only when those took next to no time: a loop that
 * was cut for more iterations than it has begins with nodes that take long and ends with many that
 * take nothing. There are 8 at most, and no more than half of what is left; and as soon as others
 * have taken all that was open the owner opens half of them again after each node. The word says
 * whether there are any (`more`), and only who sees none anywhere, neither open nor kept, leaves
 * the run of a loop. He may miss what another has taken and not opened yet; then that one does it
 * alone.
 *
 * To take the last few nodes from a worker that is running through them costs both more than the
 * nodes: each change of the word makes the other's core fetch the line. So of a short range half is
 * taken only if it stood still between two looks.
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

/* Nodes that become the owner's alone, of those that are open. */
static uint32_t part_to_keep(const ksi_range *own, uint32_t open) {
  return open < 4 ? 1 : open / 2 < own->to_keep ? open / 2 : own->to_keep;
}

/* Before the next are taken of the range. */
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

/* What is open of a range that an owner without nodes has come by. */
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
