/* What takes a core away without the kernel's knowledge: firmware and hypervisors. */
#ifndef KS_NOISE_FIRMWARE_H
#define KS_NOISE_FIRMWARE_H

#include <stdint.h>

typedef struct core_facts {
  int core;
  int has_smis, has_steal;
  uint64_t smis;     /* system management interrupts; counted by Intel's processors */
  uint64_t steal_ns; /* time that the hypervisor reports to have given to others */
} core_facts;

/* The counts since the start of the system, or unknown. */
core_facts read_core_facts(int core);
core_facts subtract_facts(core_facts before, core_facts after);
/* Whether this system is a virtual machine, as far as it says so. */
int is_virtual_machine(void);

#endif
