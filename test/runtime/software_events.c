/* Puts clocks that the kernel keeps in the place of hardware counters, by the linker's --wrap: for
 * machines without. */
#include "../../runtime/os/os.h"

int __real_ksi_open_events(ksi_events *events, uint32_t type, const uint64_t *configs, int count);
int __wrap_ksi_open_events(ksi_events *events, uint32_t type, const uint64_t *configs, int count);
int __wrap_ksi_open_events(ksi_events *events, uint32_t type, const uint64_t *configs, int count) {
  static const uint64_t clocks[] = {0, 1, 9}; /* CPU clock, task clock, one that stays 0 */
  (void)type, (void)configs;
  return __real_ksi_open_events(events, 1, clocks, count);
}
