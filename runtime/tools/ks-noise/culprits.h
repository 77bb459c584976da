/* Possible causes of the noise: what the system counted during the measurement. */
#ifndef KS_NOISE_CULPRITS_H
#define KS_NOISE_CULPRITS_H

#include <stddef.h>
#include <stdint.h>

typedef enum counter_kind { COUNTS_INTERRUPT, COUNTS_SOFTIRQ, COUNTS_TASK } counter_kind;

enum { NAME_BYTES = 96 };

typedef struct counter {
  counter_kind kind;
  int core;              /* of a task: where it ran last */
  long thread;           /* of a task */
  char key[24];          /* "LOC", "36"; of a task: empty */
  char name[NAME_BYTES]; /* "Local timer interrupts", "virtio1-req.0", "rcu_preempt" */
  uint64_t count;        /* interrupts; of a task: how often it got a core */
} counter;

typedef struct counters {
  counter *list;
  size_t count, room;
} counters;

/* Everything that the system reports. */
void take_counters(counters *all);
/* The counts in between, the highest first. Whether there was memory. */
int subtract_counters(const counters *before, const counters *after, counters *difference);
void free_counters(counters *all);

/* The probable cause of noise at this rate on the core (-1: any). Several are joined with "; "; an
 * empty text means unknown. `seconds`: the time in which the difference was counted. */
void name_culprits(double hz, double error_hz, int core, const counters *difference, double seconds,
                   char *text, size_t size);

#endif
