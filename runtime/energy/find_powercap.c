/* powercap: counters of energy that the kernel shows for parts of the machine (Intel's and AMD's
 * RAPL; SCMI on Arm servers).
 *
 * A zone contains those below it: a package its cores (`core`) and graphics (`uncore`), so these
 * are not added to it. Memory (`dram`) is the exception. It is listed below the package, but is not
 * part of its counter. `psys` is the whole machine, including the packages, and is used where there
 * are no packages. The same package may be listed a second time (`intel-rapl-mmio`, another way to
 * the same counter). `dtpm` is a model of the kernel and not a sensor.
 *
 * RAPL updates its counters about once per millisecond.
 */
#include "find_sensors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t rapl_period_ns = 1000000;

typedef struct zone {
  char name[64];   /* "package-0" */
  char parent[64]; /* "" at the top */
  int is_mmio, is_rapl, is_top;
} zone;

static int count_of(const char *text, char wanted) {
  int count = 0;
  for (; *text != '\0'; text++)
    count += *text == wanted;
  return count;
}

/* "intel-rapl:0:1": the zone 1 below 0. */
static int read_zone(const char *entry, zone *of) {
  char parent[64];
  const int depth = count_of(entry, ':');
  if (depth == 0 || strncmp(entry, "dtpm", 4) == 0 || strlen(entry) >= sizeof parent)
    return 0;
  memset(of, 0, sizeof *of);
  ksi_read_word(ksi_join(KSI_POWERCAP, entry).text, "name", of->name, sizeof of->name);
  of->is_mmio = strncmp(entry, "intel-rapl-mmio:", 16) == 0;
  of->is_rapl = strncmp(entry, "intel-rapl", 10) == 0;
  of->is_top = depth == 1;
  if (depth > 1) {
    strcpy(parent, entry);
    *strrchr(parent, ':') = '\0';
    ksi_read_word(ksi_join(KSI_POWERCAP, parent).text, "name", of->parent, sizeof of->parent);
  }
  return of->name[0] != '\0';
}

static int is_package(const char *name) { return strncmp(name, "package", 7) == 0; }

static int add_zone(void *argument, const char *entry) {
  zone of;
  const ksi_path folder = ksi_join(KSI_POWERCAP, entry);
  const ksi_path counter = ksi_join(folder.text, "energy_uj");
  if (!read_zone(entry, &of) || !ksi_exists(counter.text))
    return 0;
  ksi_found_sensor *made = ksi_new_finding(argument, KSI_FROM_POWERCAP);
  if (made == NULL)
    return 1;
  snprintf(made->name, sizeof made->name, "%.31s%s%.48s%s", of.parent,
           of.parent[0] != '\0' ? " " : "", of.name, of.is_mmio ? " (mmio)" : "");
  made->kind = KSI_SENSES_ENERGY;
  made->unit = 1e-6;
  made->range = ksi_read_count(folder.text, "max_energy_range_uj", 0);
  made->period_ns = of.is_rapl ? rapl_period_ns : 0;
  made->path = counter;
  made->is_counted =
      of.is_rapl ? (of.is_top && is_package(of.name)) || strcmp(of.name, "dram") == 0 : of.is_top;
  return 0;
}

static int is_twice(const ksi_finding *in, int first, int index) {
  const char *name = in->found[index].name, *end = strstr(name, " (mmio)");
  for (int i = first; end != NULL && i < in->count; i++)
    if (strlen(in->found[i].name) == (size_t)(end - name) &&
        strncmp(in->found[i].name, name, (size_t)(end - name)) == 0)
      return 1;
  return 0;
}

void ksi_find_powercap(ksi_finding *in) {
  const int first = in->count;
  int packages = 0;
  ksi_each_name(KSI_POWERCAP, add_zone, in);
  for (int i = first; i < in->count; i++) {
    in->found[i].is_counted &= !is_twice(in, first, i);
    packages += in->found[i].is_counted;
  }
  for (int i = first; i < in->count && packages == 0; i++)
    in->found[i].is_counted = strcmp(in->found[i].name, "psys") == 0;
}
