/* Possible causes of the noise: what the system counted during the measurement. */
#ifndef KS_NOISE_CULPRITS_H
#define KS_NOISE_CULPRITS_H

#include <stddef.h>
#include <stdint.h>

typedef enum counter_kind { COUNTS_INTERRUPT, COUNTS_SOFTIRQ, COUNTS_TASK } counter_kind;

enum { NAME_BYTES = 96 };

typedef struct counter {
  counter_kind kind;
  int core;              /* of a task: where it was last */
  long thread;           /* of a task */
  char key[24];          /* "LOC", "36"; of a task: empty */
  char name[NAME_BYTES]; /* "Local timer interrupts", "virtio1-req.0", "rcu_preempt" */
  uint64_t count;        /* interrupts; of a task: how often it was given a core */
} counter;

typedef struct counters {
  counter *list;
  size_t count, room;
} counters;

/* All that the system tells; what it does not tell is not in the list. */
void take_counters(counters *all);
/* What has been counted in between, the most first. Whether there was memory. */
int subtract_counters(const counters *before, const counters *after, counters *difference);
void free_counters(counters *all);

/* What comes back at that rate on the core (-1: any) is probably this; several are joined by "; ",
 * an empty text means that nothing is known. `seconds`: in which the difference was counted. */
void name_culprits(double hz, double error_hz, int core, const counters *difference, double seconds,
                   char *text, size_t size);

#endif
