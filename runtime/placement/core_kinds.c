/* Finds the planned kinds among the cores of the machine where the program runs.
 *
 * A plan is made for a machine file, whose numbers of cores need not be those of this machine: it
 * may be another board, a container may have renumbered them, or the program may run somewhere else
 * entirely. So a plan names kinds, by two figures that Linux reports:
 *
 *   capacity   cpu_capacity, where the kernel knows that cores are unequal (Arm, RISC-V, hybrid
 *              x86 since 6.12)
 *   kHz        cpuinfo_max_freq, where the clock can be changed. It does not change with the
 *              administrator's limits
 *
 * A core is of the planned kind that is nearest by the larger of both distances, as ratios. Both
 * must be within a quarter: boards of one type come with several maximum frequencies, and machine
 * files by hand have rounded capacities. Different kinds of one machine are farther apart in at
 * least one of them. A core that is near none is of another kind. If the system reports neither
 * figure, the kind is unknown, which is not the same: nothing contradicts the plan then.
 */
#include "core_kinds.h"

#include "../os/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEAREST = 1000, FARTHEST = 1250 }; /* ratios, in thousandths */

static ks_uint32 read_figure(const char *format, int core) {
  char path[96], text[32];
  snprintf(path, sizeof path, format, core);
  return ksi_read_text(path, text, sizeof text) > 0 ? (ks_uint32)strtoul(text, NULL, 10) : 0;
}

ks_kind ksi_read_core(int core) {
  return (ks_kind){.ks_capacity = read_figure(KSI_CORE_CAPACITY, core),
                   .ks_khz = read_figure(KSI_CORE_FREQUENCY "/cpuinfo_max_freq", core)};
}

/* Unknown figures are as near as possible. */
static ks_uint64 ratio_of(ks_uint32 one, ks_uint32 other) {
  if (one == 0 || other == 0)
    return NEAREST;
  const ks_uint64 larger = one > other ? one : other, smaller = one > other ? other : one;
  return larger * NEAREST / smaller;
}

static ks_uint64 distance_of(ks_kind one, ks_kind other) {
  const ks_uint64 capacity = ratio_of(one.ks_capacity, other.ks_capacity),
                  khz = ratio_of(one.ks_khz, other.ks_khz);
  return capacity > khz ? capacity : khz;
}

static int have_common_figure(ks_kind one, ks_kind other) {
  return (one.ks_capacity != 0 && other.ks_capacity != 0) || (one.ks_khz != 0 && other.ks_khz != 0);
}

ks_uint8 ksi_match_kind(const ks_kind *planned, int kinds, ks_kind found) {
  ks_uint8 nearest = KSI_UNKNOWN_KIND;
  ks_uint64 least = FARTHEST + 1;
  for (int kind = 0; kind < kinds; kind++) {
    if (!have_common_figure(planned[kind], found))
      continue;
    const ks_uint64 distance = distance_of(planned[kind], found);
    if (nearest == KSI_UNKNOWN_KIND)
      nearest = KSI_OTHER_KIND;
    if (distance < least) {
      nearest = (ks_uint8)kind;
      least = distance;
    }
  }
  return nearest;
}

void ksi_find_kinds(const ks_kind *planned, int kinds, const ksi_coreset *cores,
                    ks_uint8 *kind_of) {
  memset(kind_of, KSI_UNKNOWN_KIND, KSI_MOST_CORES);
  for (int core = 0; core < KSI_MOST_CORES; core++)
    if (ksi_has_core(cores, core))
      kind_of[core] = ksi_match_kind(planned, kinds, ksi_read_core(core));
}
