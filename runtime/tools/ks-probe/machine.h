/* The description of the machine: read from the system's files, measured, or estimated. */
#ifndef KS_PROBE_MACHINE_H
#define KS_PROBE_MACHINE_H

#include "../../os/coreset.h"
#include "../../os/os.h"

#include <stdint.h>
#include <stdio.h>

typedef enum origin { UNKNOWN, READ, MEASURED, ESTIMATED } origin;
extern const char *const origin_names[];

enum {
  MOST_DOMAINS = 256,
  MOST_OPPS = 64,
  MOST_CACHES = 1024,
  MOST_IDLE_STATES = 256,
  MOST_NOTES = 32,
  MOST_PATHS = 8,
  WORD_BYTES = 64,
  LINE_BYTES = 256
};

typedef enum core_state { CORE_USABLE, CORE_NOT_ALLOWED, CORE_OFFLINE } core_state;

typedef struct core {
  int number;
  core_state state;
  int cluster; /* -1: offline, not known */
  int domain;  /* -1: no known clock */
  long capacity;
  int package, topology_cluster;
  ksi_coreset cache_siblings, package_siblings, cluster_siblings, thread_siblings;
  double relative_speed; /* of the fastest one; 0: unknown */
} core;

typedef struct opp {
  long freq_khz;
  double voltage_mv; /* 0: not known */
  double active_mw;  /* 0: unknown; of one core of the domain at full load */
  double gated_mw;   /* 0: unknown, or none; of one that does nothing */
  int is_measured;   /* the last two are */
} opp;

typedef struct domain {
  int number; /* of the policy */
  ksi_coreset cores;
  char driver[WORD_BYTES], governor[WORD_BYTES];
  double transition_ns; /* as the driver reports it; below 0: unknown */
  opp opps[MOST_OPPS];
  int opp_count;
  int is_range; /* only the ends of a continuous range are known */
} domain;

typedef struct cache {
  int level;
  char kind[WORD_BYTES];
  long size_bytes, line_bytes, ways; /* 0: not known */
  ksi_coreset cores;
} cache;

typedef struct idle_state {
  char name[WORD_BYTES];
  double exit_ns, residency_ns;
  int is_disabled;
  ksi_coreset cores;
} idle_state;

typedef struct latency {
  double min_ns, median_ns, p99_ns; /* below 0: not measured */
} latency;

/* One method to change a clock domain's frequency. */
typedef struct dvfs_path {
  int domain; /* index */
  const char *name;
  char why_not[LINE_BYTES]; /* empty: available */
  double write_ns;          /* median, until the call returns */
  double up_ns, down_ns;    /* median, from the start of the call until the effect; <0: none seen */
  long low_khz, high_khz;
} dvfs_path;

typedef struct machine {
  char name[LINE_BYTES], architecture[WORD_BYTES], kernel[WORD_BYTES];
  core *cores;
  int core_count;
  int cluster_count;
  domain *domains;
  int domain_count;
  cache *caches;
  int cache_count;
  idle_state *idle_states;
  int idle_count;
  /* Measured; those below are for the usable cores, in order. */
  int usable_count;
  int *usable;       /* indices of cores */
  latency *signals;  /* usable_count * usable_count, one way */
  latency *wake_ups; /* usable_count, of the woken core */
  int is_waker_same; /* there was no other core to wake it from */
  dvfs_path *paths;
  int path_count;
  double base_mw; /* with all cores idle at their lowest frequencies; 0: not measured */
  char power_sensors[LINE_BYTES];   /* what has measured it */
  double dispatch_ns, fork_join_ns; /* of Kasuri's runtime; below 0: not measured */
  double transfer_ns;               /* of 1 KiB from core to core; below 0: not measured */
  origin speed_origin;
  int is_measured;
  char notes[MOST_NOTES][LINE_BYTES];
  int note_count;
} machine;

__attribute__((format(printf, 2, 3))) void add_note(machine *to, const char *format, ...);

/* Reads everything from the system's files; `is_recorded`: it is not this system, so the affinity
 * of this process does not apply. 0: no memory. */
int read_machine(machine *into, int is_recorded);
void free_machine(machine *made);

/* Each adds a note if something could not be measured. */
void measure_speeds(machine *of);
void measure_signals(machine *of);
void measure_transfers(machine *of);
void measure_wake_ups(machine *of);
void measure_frequency_changes(machine *of);
void measure_runtime(machine *of);
/* The power of each frequency, with the machine's sensors. Whether all of it was measured;
 * otherwise nothing is changed. */
int measure_power(machine *of);

/* Keeps the cores busy until end_load (load.c). 0: not all threads could be started. */
int begin_load(const ksi_coreset *cores);
void end_load(void);

/* Notes a setting before it is changed; `word`: the only value that will replace it; NULL: it will
 * vary. An errno value. (dvfs.c) */
int announce_setting(const char *path, const char *word);
/* Sets the domain's clock until restore_settings. An errno value, and what could not be written. */
int hold_frequency(const domain *of, long khz, ksi_path *where);
/* Whether all is as before. */
int restore_settings(void);

/* Replaces the power figures in a machine file by those of the machine. 0: it stays as it is, and a
 * message says why. `output`: NULL: the file itself. (calibrate.c) */
int calibrate_file(const char *path, const char *output, const machine *measured);

void write_machine(FILE *file, const machine *of);

#endif
