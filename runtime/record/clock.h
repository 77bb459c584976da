/* Ticks: the cheapest clock that runs at one rate on all cores.
 *
 * On x86-64 that is the time-stamp counter if the processor says that it is invariant, on AArch64
 * the generic timer, elsewhere the system's clock. The length of a tick is computed from the
 * system's clock at the start and at the end of a record.
 */
#ifndef KSI_CLOCK_H
#define KSI_CLOCK_H

#include "../os/os.h"
#include "record_layout.h"

#if defined(__x86_64__)
#include <cpuid.h>

extern int ksi_has_tsc;

static inline int ksi_choose_clock(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  ksi_has_tsc = __get_cpuid(0x80000007, &a, &b, &c, &d) && (d >> 8 & 1);
  return ksi_has_tsc ? KSI_CLOCK_TSC : KSI_CLOCK_SYSTEM;
}
static inline uint64_t ksi_ticks(void) {
  return ksi_has_tsc ? __builtin_ia32_rdtsc() : ksi_now_ns();
}

#elif defined(__aarch64__)

static inline int ksi_choose_clock(void) { return KSI_CLOCK_GENERIC_TIMER; }
static inline uint64_t ksi_ticks(void) {
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
}

#else

static inline int ksi_choose_clock(void) { return KSI_CLOCK_SYSTEM; }
static inline uint64_t ksi_ticks(void) { return ksi_now_ns(); }

#endif
#endif
