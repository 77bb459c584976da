/* Utilization clamping: the method without privileges.
 *
 * The governor schedutil chooses a clock's frequency from the load of the threads that run there,
 * and each thread may specify the load to assume for it. A level of half the frequency is half the
 * capacity of the core, both as the minimum and as the maximum. The kernel takes the maximum of the
 * threads of a clock; other threads count with their own load. So this is a hint, not a command,
 * and only the achieved frequency shows its effect. The setting belongs to the thread and ends with
 * it. The calling thread belongs to the program, so its old setting is restored after its rows.
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
