/* Environment variables, read once when the team is created. */
#ifndef KSI_KNOBS_H
#define KSI_KNOBS_H

typedef struct ksi_knobs {
  int cores;        /* KASURI_CORES: workers, including the caller; 0: as many as cores */
  long spin_us;     /* KASURI_SPIN_US: how long to spin before sleeping; -1: as a wake-up takes */
  const char *spin; /* KASURI_SPIN: how to spin (spin.h); NULL: the best way */
  int is_adaptive;  /* KASURI_ADAPT: 0 runs each layer on all its workers, regardless of cost */
  int is_together;  /* KASURI_TOGETHER: 1 makes all workers wait until all have arrived
                       (together.c); then is_adaptive is 0 */
  int alone;        /* KASURI_ALONE: after how many iterations a pipeline changes between all lanes
                       and one alone (pipe/alone.c); 0: never, -1: as is profitable */
  int is_sharing;   /* KASURI_SHARE: 0 does not divide the cores with other programs of Kasuri */
  int is_exclusive; /* KASURI_EXCLUSIVE: 1 reserves the cores for the team */
  const char *exclusive_set; /* KASURI_EXCLUSIVE_SET: control group for ours; NULL: chosen */
} ksi_knobs;

/* From KASURI_PROFILE, KASURI_TRACE and related variables: see docs/runtime.md. */
typedef struct ksi_recording {
  const char *profile, *trace; /* paths, or null */
  long every;       /* one in this number of runs is measured; 0: as many as cost little */
  long events;      /* of each thread, kept for the trace */
  int has_hardware; /* hardware counters are requested */
} ksi_recording;

enum { KSI_MOST_GATHERED = 32 };

ksi_knobs ksi_read_knobs(void);
/* KASURI_GATHER: how many iterations a lane of a pipeline runs at a time (pipe/gather.c); 0: as
 * many as are profitable. */
int ksi_read_gather(void);
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
typedef struct ksi_energy_wish {
  int is_wanted;
  const char *sensors; /* names with plus signs between them; NULL: chosen */
  const char *model;   /* a machine file, or NULL */
} ksi_energy_wish;

/* KASURI_ENERGY: words between commas, `model:FILE` being the last one. */
ksi_energy_wish ksi_read_energy_wish(void);
/* KASURI_PROFILE_SEQUENTIAL: where a program whose loops are counted writes its profile; NULL:
 * where it was built for. */
const char *ksi_read_loop_profile(void);
/* Whether a profile or a trace is to be written. */
int ksi_is_recording_wanted(void);
/* Prints a message if counting is requested, which this runtime cannot do. */
void ksi_refuse_recording(void);

#endif
