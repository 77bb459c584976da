/* Utilisation clamping: the way without privileges.
 *
 * The governor schedutil chooses a clock's frequency by the load of the threads that run there, and
 * each thread may say what its load is to be taken for. A level of half the frequency is half the
 * capacity of the core, as the least and as the most. The kernel takes the maximum of the threads
 * of a clock; other threads count by their own load. So this is a wish, not an order, and what
 * became of it only the achieved frequency tells. It belongs to the thread and ends with it; the
 * calling thread is the program's own, and gets back what it had when its rows are over.
 */
#include "clamp.h"

enum { WHOLE = 1024 };

void ksi_begin_clamping(ksi_clamped *it) {
  *it = (ksi_clamped){.thread = ksi_this_thread()};
  if (ksi_get_clamp(it->thread, &it->before) != 0)
    it->thread = -1;
}

static int load_of(const ksi_domain *domain, int level) {
  if (domain->levels == 0) /* a clock that nobody describes */
    return level < KSI_STEPS ? domain->capacity * (KSI_STEPS - level) / KSI_STEPS
                             : domain->capacity / KSI_STEPS;
  return (int)((uint64_t)domain->capacity * domain->khz[level] / domain->khz[0]);
}

void ksi_clamp_to(ksi_clamped *it, const ksi_domain *domain, int level) {
  if (level == KSI_AT_REST) {
    ksi_end_clamping(it);
    return;
  }
  int load = load_of(domain, level);
  ksi_clamp wanted = {load < WHOLE ? load : WHOLE, load < WHOLE ? load : WHOLE};
  if (it->thread >= 0 && ksi_set_clamp(it->thread, wanted) == 0)
    it->is_clamped = 1;
}

void ksi_end_clamping(ksi_clamped *it) {
  if (it->is_clamped && ksi_set_clamp(it->thread, it->before) == 0)
    it->is_clamped = 0;
}
