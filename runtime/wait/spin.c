/* How a spinning thread pauses between two reads of a word.
 *
 * Reading in a tight loop takes power, and time of the core's other hardware thread. Some cores can
 * sleep until a cache line is written instead:
 *
 *   WFE      AArch64. A load with LDAXR watches the line, and a write by another core is the event
 *            that WFE waits for. The bound is the system's event stream, each 0.1 ms; where that is
 *            off (HWCAP_EVTSTRM), WFE might sleep forever, and is not used.
 *   tpause   x86-64 with WAITPKG: UMONITOR watches the line, UMWAIT sleeps until a time of the
 *            clock (and no longer than the system allows, 0.1 ms at most). The lighter of its two
 *            sleeps (C0.1), because threads spin to be fast. TPAUSE itself does not see a write.
 *   mwaitx   x86-64 of AMD: MONITORX and MWAITX, with a timer, without leaving C0.
 *
 * All follow one pattern: watch, read, sleep. The read sees a write that precedes it, and a write
 * after it ends the sleep, so none is missed. Each sleep also ends on its own, so a missed write
 * would only cost time. For the protocol (parking.c) such a sleep is a slow spinning thread:
 * test/runtime/parking.pml includes it, even without that end.
 *
 * By default the runtime uses WFE where available, as Linux does for its own spinning. It pauses on
 * x86-64, where the wake-up from these instructions takes longer than a pause; on virtual machines
 * that hide MWAITX but execute it, much longer. KASURI_SPIN chooses.
 */
#include "spin.h"

#include "../os/os.h"

#include <stdio.h>
#include <string.h>

static _Atomic int chosen;

void ksi_set_spin_way(ksi_spin_way way) {
  atomic_store_explicit(&chosen, (int)way, memory_order_relaxed);
}

ksi_spin_way ksi_get_spin_way(void) {
  return (ksi_spin_way)atomic_load_explicit(&chosen, memory_order_relaxed);
}

static const char *const names[KSI_SPIN_WAYS] = {"pause", "wfe", "tpause", "mwaitx"};

const char *ksi_name_spin_way(ksi_spin_way way) { return names[way]; }

#if defined(__aarch64__)
enum { HAS_EVENT_STREAM = 1 << 2 };

int ksi_has_spin_way(ksi_spin_way way) {
  return way == KSI_SPIN_PAUSE ||
         (way == KSI_SPIN_WFE && (ksi_hardware_flags() & HAS_EVENT_STREAM) != 0);
}

void ksi_nap_on(const _Atomic uint32_t *word, uint32_t seen, ksi_spin_way way) {
  uint32_t now;
  (void)way;
  __asm__ volatile("ldaxr %w0, %1" : "=r"(now) : "Q"(*word) : "memory");
  if (now == seen)
    __asm__ volatile("wfe" ::: "memory");
  __asm__ volatile("clrex" ::: "memory");
}

#elif defined(__x86_64__)
#include <cpuid.h>

/* Ticks of the clock, about 20 us. */
enum { NAP_TICKS = 50000, LIGHT = 1, HAS_TIMER = 2, STAY_IN_C0 = 0xf0 };

int ksi_has_spin_way(ksi_spin_way way) {
  unsigned a, b, c = 0, d;
  if (way == KSI_SPIN_TPAUSE)
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (c >> 5 & 1) != 0;
  if (way == KSI_SPIN_MWAITX)
    return __get_cpuid(0x80000001, &a, &b, &c, &d) && (c >> 29 & 1) != 0;
  return way == KSI_SPIN_PAUSE;
}

/* As bytes, because not every assembler knows them. */
static void nap_by_umwait(const _Atomic uint32_t *word, uint32_t seen) {
  __asm__ volatile(".byte 0xf3, 0x0f, 0xae, 0xf0" ::"a"(word) : "memory"); /* umonitor rax */
  if (atomic_load_explicit(word, memory_order_acquire) != seen)
    return;
  const uint64_t end = __builtin_ia32_rdtsc() + NAP_TICKS;
  __asm__ volatile(".byte 0xf2, 0x0f, 0xae, 0xf1" ::"c"(LIGHT), "a"((uint32_t)end),
                   "d"((uint32_t)(end >> 32))
                   : "memory", "cc"); /* umwait ecx */
}

static void nap_by_mwaitx(const _Atomic uint32_t *word, uint32_t seen) {
  __asm__ volatile(".byte 0x0f, 0x01, 0xfa" ::"a"(word), "c"(0), "d"(0) : "memory"); /* monitorx */
  if (atomic_load_explicit(word, memory_order_acquire) != seen)
    return;
  __asm__ volatile(".byte 0x0f, 0x01, 0xfb" ::"a"(STAY_IN_C0), "c"(HAS_TIMER), "b"(NAP_TICKS)
                   : "memory"); /* mwaitx */
}

void ksi_nap_on(const _Atomic uint32_t *word, uint32_t seen, ksi_spin_way way) {
  if (way == KSI_SPIN_TPAUSE)
    nap_by_umwait(word, seen);
  else
    nap_by_mwaitx(word, seen);
}

#else
int ksi_has_spin_way(ksi_spin_way way) { return way == KSI_SPIN_PAUSE; }

void ksi_nap_on(const _Atomic uint32_t *word, uint32_t seen, ksi_spin_way way) {
  (void)word, (void)seen, (void)way;
}
#endif

static ksi_spin_way best_way(void) {
  return ksi_has_spin_way(KSI_SPIN_WFE) ? KSI_SPIN_WFE : KSI_SPIN_PAUSE;
}

/* Once, though queues and the team each choose. */
static void refuse(const char *name, ksi_spin_way best) {
  static _Atomic int has_said;
  if (atomic_exchange(&has_said, 1) != 0)
    return;
  fprintf(stderr, "kasuri: KASURI_SPIN='%s' is not one of", name);
  for (int way = 0; way < KSI_SPIN_WAYS; way++)
    if (ksi_has_spin_way((ksi_spin_way)way))
      fprintf(stderr, " %s,", names[way]);
  fprintf(stderr, " auto; using %s\n", names[best]);
}

ksi_spin_way ksi_choose_spin_way(const char *name) {
  const ksi_spin_way best = best_way();
  if (name == NULL || *name == '\0' || strcmp(name, "auto") == 0)
    return best;
  for (int way = 0; way < KSI_SPIN_WAYS; way++)
    if (strcmp(name, names[way]) == 0 && ksi_has_spin_way((ksi_spin_way)way))
      return (ksi_spin_way)way;
  refuse(name, best);
  return best;
}
