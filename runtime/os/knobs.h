/* Environment variables, read once when the team is created. */
#ifndef KSI_KNOBS_H
#define KSI_KNOBS_H

typedef struct ksi_knobs {
  int cores;        /* KASURI_CORES: workers, the caller included; 0: as many as there are cores */
  long spin_us;     /* KASURI_SPIN_US: how long to spin before sleeping; -1: as a wake-up takes */
  const char *spin; /* KASURI_SPIN: how to spin (spin.h); NULL: what is best */
  int is_adaptive;  /* KASURI_ADAPT: 0 runs each layer on all its workers, whatever it costs */
  int is_together;  /* KASURI_TOGETHER: 1 lets no worker begin before all are there (together.c);
                       then is_adaptive is 0 */
  int is_sharing;   /* KASURI_SHARE: 0 does not divide the cores with other programs of Kasuri */
  int is_exclusive; /* KASURI_EXCLUSIVE: 1 takes the cores for the team alone */
  const char *exclusive_set; /* KASURI_EXCLUSIVE_SET: control group to make ours in; NULL: chosen */
} ksi_knobs;

/* From KASURI_PROFILE, KASURI_TRACE and their kin: see docs/runtime.md. */
typedef struct ksi_recording {
  const char *profile, *trace; /* paths, or null */
  long every;       /* run out of how many that is measured; 0: so that it costs little */
  long events;      /* of each thread, kept for the trace */
  int has_hardware; /* hardware counters are asked for */
} ksi_recording;

ksi_knobs ksi_read_knobs(void);
ksi_recording ksi_read_recording(void);

typedef enum ksi_power_choice {
  KSI_POWER_NONE,
  KSI_POWER_AUTO,
  KSI_POWER_CPUFREQ,
  KSI_POWER_UCLAMP,
  KSI_POWER_REGISTERS,
  KSI_POWER_RECORD
} ksi_power_choice;

typedef struct ksi_power_wish {
  ksi_power_choice choice;
  long latency_us;     /* `qos`: the longest exit of an idle state; -1: any */
  const char *record;  /* where requests are written, or NULL */
  const char *machine; /* KASURI_MACHINE: the description of clocks, or NULL */
} ksi_power_wish;

/* KASURI_POWER: words between commas, `record:FILE` being the last one. */
ksi_power_wish ksi_read_power_wish(void);
/* Says that this runtime cannot count if it is asked to. */
void ksi_refuse_recording(void);

#endif
