/* Each cause has its remedy. Names are those of Linux: of interrupt vectors of x86 (local_timer)
 * and the like of ARM (arch_timer, "Rescheduling interrupts"), of softirqs, and of kernel threads.
 * The first entry whose name begins the name of the cause is taken, and the last entry of each kind
 * has an empty name. `%1$d` is the core, `%2$ld` the number of the interrupt. */
#include "advice.h"

#include <stdio.h>
#include <string.h>

typedef struct remedy {
  cause_kind kind;
  const char *name, *text;
} remedy;

#define TICK                                                                                       \
  "boot with nohz_full=%1$d (only one thread may run there); timers of other cores stay away "     \
  "with "                                                                                          \
  "kernel.timer_migration=1"
#define RESCHEDULING                                                                               \
  "wake-ups from other cores: give the core to one program (ks-exclusive, KASURI_EXCLUSIVE=1) "    \
  "and "                                                                                           \
  "pin its threads"
#define FUNCTION_CALLS                                                                             \
  "other cores flush memory mappings or caches: give the core to one program (ks-exclusive), and " \
  "let it not unmap memory or change its protection meanwhile"
#define NMI "kernel.nmi_watchdog=0, and no perf session for all cores"
#define EXCLUSIVE                                                                                  \
  "keep it off the core: ks-exclusive, or KASURI_EXCLUSIVE=1 for a program of Kasuri; or give it " \
  "other cores with taskset or a cpuset"

static const remedy remedies[] = {
    {CAUSE_INTERRUPT, "local_timer", TICK},
    {CAUSE_INTERRUPT, "arch_timer", TICK},
    {CAUSE_INTERRUPT, "Timer broadcast", TICK},
    {CAUSE_INTERRUPT, "reschedule", RESCHEDULING},
    {CAUSE_INTERRUPT, "Rescheduling", RESCHEDULING},
    {CAUSE_INTERRUPT, "call_function", FUNCTION_CALLS},
    {CAUSE_INTERRUPT, "Function call", FUNCTION_CALLS},
    {CAUSE_INTERRUPT, "irq_work",
     "work that the kernel or perf queued on this core: stop perf sessions; boot with "
     "nohz_full=%1$d"},
    {CAUSE_INTERRUPT, "IRQ work",
     "work that the kernel or perf queued on this core: stop perf sessions; boot with "
     "nohz_full=%1$d"},
    {CAUSE_INTERRUPT, "thermal",
     "the processor is hot: improve the cooling, or lower the frequency before it does"},
    {CAUSE_INTERRUPT, "",
     "move it: write other cores to /proc/irq/%2$ld/smp_affinity_list, and keep irqbalance away "
     "(IRQBALANCE_BANNED_CPULIST=%1$d); ks-exclusive and KASURI_EXCLUSIVE=1 move all; if the "
     "kernel manages it, boot with isolcpus=managed_irq,%1$d"},
    {CAUSE_SOFTIRQ, "RCU", "boot with rcu_nocbs=%1$d (nohz_full=%1$d implies it)"},
    {CAUSE_SOFTIRQ, "TIMER",
     "timers that were set on this core: boot with nohz_full=%1$d; start programs on other cores"},
    {CAUSE_SOFTIRQ, "HRTIMER", "timers that were set on this core: start programs on other cores"},
    {CAUSE_SOFTIRQ, "SCHED",
     "load balancing: take the core out of it (an isolated cpuset partition: ks-exclusive)"},
    {CAUSE_SOFTIRQ, "NET_",
     "network packets: move the interrupts of the network device, and leave the core out of "
     "/sys/class/net/*/queues/rx-*/rps_cpus and tx-*/xps_cpus"},
    {CAUSE_SOFTIRQ, "BLOCK",
     "finished disk requests: move the interrupts of the disk, or write 2 to its "
     "queue/rq_affinity so that they finish where they were requested"},
    {CAUSE_SOFTIRQ, "", "deferred work of a driver: move the interrupts of its device"},
    {CAUSE_NMI, "", NMI},
    {CAUSE_THREAD, "kworker/u",
     "leave the core out of /sys/devices/virtual/workqueue/cpumask (ks-exclusive does)"},
    {CAUSE_THREAD, "kworker/",
     "work that was queued on this core: move the interrupts and programs that queue it "
     "(ks-exclusive); vm.stat_interval=120 makes the statistics rarer"},
    {CAUSE_THREAD, "ksoftirqd/", "softirqs in a thread: move the interrupts that raise them"},
    {CAUSE_THREAD, "irq/",
     "the thread of an interrupt: move that interrupt (/proc/irq/N/smp_affinity_list)"},
    {CAUSE_THREAD, "migration/",
     "the kernel stops or balances cores: do not change affinities, cpusets or modules meanwhile"},
    {CAUSE_THREAD, "rcuog", "move the thread: taskset -p; boot with rcu_nocbs=%1$d"},
    {CAUSE_THREAD, "rcuo", "move the thread: taskset -p; boot with rcu_nocbs=%1$d"},
    {CAUSE_THREAD, "rcu", "boot with rcu_nocbs=%1$d; move rcu_preempt with taskset -p"},
    {CAUSE_THREAD, "watchdog",
     "kernel.watchdog=0, or leave the core out of kernel.watchdog_cpumask"},
    {CAUSE_THREAD, "kswapd", "memory is short: free some; move the thread with taskset -p"},
    {CAUSE_THREAD, "kcompactd", "vm.compaction_proactiveness=0; move the thread with taskset -p"},
    {CAUSE_THREAD, "khugepaged",
     "write never to /sys/kernel/mm/transparent_hugepage/enabled, or move it with taskset -p"},
    {CAUSE_THREAD, "ksmd", "write 0 to /sys/kernel/mm/ksm/run"},
    {CAUSE_THREAD, "", EXCLUSIVE},
    {CAUSE_THROTTLED, "",
     "the measuring thread was not allowed to run: raise cpu.max of its control group; for "
     "real-time threads kernel.sched_rt_runtime_us=-1"},
    {CAUSE_LATE_TIMER, "",
     "the timer came late: a driver had interrupts switched off, or the firmware had the core"},
    {CAUSE_LOST, "", "measure for a shorter time, so that all events fit in the trace"},
    {CAUSE_FIRMWARE, "",
     "firmware setup: switch off legacy USB support, and the firmware's own power, thermal, fan "
     "and "
     "memory error management (SMI); ask the vendor for a low-latency setting"},
    {CAUSE_HYPERVISOR, "",
     "the host ran something else: give the virtual machine cores of its own (pin its virtual "
     "cores), and keep other machines off them"},
    {CAUSE_ALL_CORES, "",
     "all cores stopped at once, as firmware does (SMI): see the firmware setup; in a virtual "
     "machine the host paused it"},
    {CAUSE_HARDWARE, "",
     "no event of the kernel: firmware (see its setup), a change of frequency (governor "
     "performance), or a core that shares its execution units (leave its sibling idle)"}};

void name_cause(const cause *of, char *text, size_t size) {
  static const char *const fixed[CAUSE_KINDS] = {
      [CAUSE_NMI] = "non-maskable interrupt",
      [CAUSE_THROTTLED] = "throttled (the core was idle)",
      [CAUSE_LATE_TIMER] = "late timer interrupt",
      [CAUSE_LOST] = "unknown (events were lost)",
      [CAUSE_HYPERVISOR] = "hypervisor",
      [CAUSE_ALL_CORES] = "firmware or hypervisor (several cores at once)",
      [CAUSE_HARDWARE] = "hardware (no event)"};
  if (fixed[of->kind] != NULL)
    snprintf(text, size, "%s", fixed[of->kind]);
  else if (of->kind == CAUSE_INTERRUPT && of->number >= 0)
    snprintf(text, size, "interrupt %ld (%s)", of->number, of->name);
  else if (of->kind == CAUSE_FIRMWARE)
    snprintf(text, size, "firmware (%s)", of->name);
  else
    snprintf(text, size, "%s %s", cause_kind_names[of->kind], of->name);
}

void advise(const cause *of, int core, char *text, size_t size) {
  text[0] = '\0';
  for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++) {
    const remedy *each = &remedies[i];
    if (each->kind != of->kind || strncmp(of->name, each->name, strlen(each->name)) != 0)
      continue;
    snprintf(text, size, each->text, core, of->number);
    return;
  }
}
