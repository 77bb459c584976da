/* Exclusive cores for the team or for a command. */
#ifndef KSI_EXCLUSIVE_H
#define KSI_EXCLUSIVE_H

#include "cgroup.h"

typedef struct ksi_request {
  int count;          /* how many cores, if `cores` is empty */
  ksi_coreset cores;  /* exactly these */
  ksi_coreset usable; /* of these; empty: of those that the calling thread may use */
  const char *within; /* the set in which to create ours; NULL: chosen */
  int is_isolated;    /* without load balancing among them, if the system allows that */
} ksi_request;

typedef struct ksi_grant {
  ksi_coreset cores; /* the cores to pin to, also if they are not exclusive */
  int is_exclusive;
  ksi_set set;
  int problem; /* errno value, if not exclusive */
} ksi_grant;

/* Takes cores until the process ends, executes another program, or returns them. Once at a time in
 * a process. It does not move the process to the set. */
void ksi_take_exclusive_cores(const ksi_request *request, ksi_grant *grant);
/* Restores everything. No effect in a process that has taken no cores, or in a child of one that
 * has. */
void ksi_give_back_exclusive_cores(void);
/* What the user can do to get the cores, "" if unknown. */
const char *ksi_advise(const ksi_grant *grant);

/* The cores of a team's workers. */
typedef struct ksi_seats {
  int *cores; /* the first one is the caller's */
  int usable; /* of them */
  int wanted; /* workers, including the caller */
  int are_pinned;
} ksi_seats;

/* With KASURI_EXCLUSIVE=1: takes cores of the list, moves the process and the caller there, and
 * changes the seats accordingly. Without permission it pins, with a message. `within` as above. */
void ksi_take_cores_for_team(ksi_seats *seats, const char *within);
/* In a child of fork. */
void ksi_forget_exclusive_cores(void);

#endif
