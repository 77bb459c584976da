/* System management interrupts run firmware on all cores, and no kernel sees them. Intel's
 * processors count them in a register (MSR 0x34), which root can read where the driver `msr` is
 * loaded. A hypervisor that gives a core to another machine may report it as steal time, in steps
 * of 10 ms. Neither says when, only how often or how long. */
#include "firmware.h"

#include "../../os/os.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SMI_COUNT_REGISTER = 0x34 };

static int read_smis(int core, uint64_t *count) {
  char path[64];
  snprintf(path, sizeof path, "/dev/cpu/%d/msr", core);
  int file = ksi_open_file(path, O_RDONLY);
  if (file < 0)
    return 0;
  int is_read = pread(file, count, sizeof *count, SMI_COUNT_REGISTER) == sizeof *count;
  close(file);
  *count &= UINT32_MAX; /* the upper half is reserved */
  return is_read;
}

typedef struct steal_reader {
  int core, is_found;
  uint64_t ticks;
} steal_reader;

static int read_steal(void *argument, char *line) {
  steal_reader *in = argument;
  int core;
  if (strncmp(line, "cpu ", 4) == 0 || /* the sum */
      sscanf(line, "cpu%d %*u %*u %*u %*u %*u %*u %*u %" SCNu64, &core, &in->ticks) != 2 ||
      core != in->core)
    return 0;
  in->is_found = 1;
  return 1;
}

core_facts read_core_facts(int core) {
  core_facts facts = {.core = core};
  steal_reader steal = {.core = core};
  facts.has_smis = read_smis(core, &facts.smis);
  ksi_each_line("/proc/stat", read_steal, &steal);
  facts.has_steal = steal.is_found;
  if (steal.is_found)
    facts.steal_ns = steal.ticks * (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK));
  return facts;
}

core_facts subtract_facts(core_facts before, core_facts after) {
  after.has_smis = after.has_smis && before.has_smis;
  after.smis = after.has_smis ? (after.smis - before.smis) & UINT32_MAX : 0;
  after.has_steal = after.has_steal && before.has_steal && after.steal_ns >= before.steal_ns;
  after.steal_ns = after.has_steal ? after.steal_ns - before.steal_ns : 0;
  return after;
}

static int has_hypervisor_flag(void *argument, char *line) {
  (void)argument;
  return strncmp(line, "flags", 5) == 0 && strstr(line, " hypervisor") != NULL;
}

int is_virtual_machine(void) {
  static const char *const signs[] = {"/proc/device-tree/hypervisor", "/sys/hypervisor/type"};
  char text[256];
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (ksi_exists(signs[i]))
      return 1;
  if (ksi_read_text("/proc/device-tree/compatible", text, sizeof text) > 0 &&
      strcmp(text, "linux,dummy-virt") == 0)
    return 1;
  if (ksi_read_text("/sys/class/dmi/id/sys_vendor", text, sizeof text) > 0 &&
      strcmp(text, "QEMU") == 0)
    return 1;
  return ksi_each_line("/proc/cpuinfo", has_hypervisor_flag, NULL);
}
