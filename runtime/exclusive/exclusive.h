/* Exclusive cores for the team or for a command. */
#ifndef KSI_EXCLUSIVE_H
#define KSI_EXCLUSIVE_H

#include "cgroup.h"

typedef struct ksi_request {
  int count;          /* how many cores, if `cores` is empty */
  ksi_coreset cores;  /* these, and no others */
  ksi_coreset usable; /* of these; empty: of those that the calling thread may run on */
  const char *within; /* the set in which to make ours; NULL: chosen */
  int is_isolated;    /* without load balancing among them, if the system allows that */
} ksi_request;

typedef struct ksi_grant {
  ksi_coreset cores; /* also if they are not exclusive: those to be pinned to */
  int is_exclusive;
  ksi_set set;
  int problem; /* errno value, if not exclusive */
} ksi_grant;

/* Takes cores until the process ends, executes another program, or gives them back. One at a time
 * in a process. It does not move the process to the set. */
void ksi_take_exclusive_cores(const ksi_request *request, ksi_grant *grant);
/* Restores all; nothing in a process that has taken none, or in a child of the one that has. */
void ksi_give_back_exclusive_cores(void);
/* What somebody can do to get them, "" if nothing is known. */
const char *ksi_advise(const ksi_grant *grant);

/* Where the workers of a team go. */
typedef struct ksi_seats {
  int *cores; /* the first one is the caller's */
  int usable; /* of them */
  int wanted; /* workers, the caller included */
  int are_pinned;
} ksi_seats;

/* With KASURI_EXCLUSIVE=1: takes cores of the list, moves the process and the caller there, and
 * changes the seats accordingly; without permission it pins, and says so. `within` as above. */
void ksi_take_cores_for_team(ksi_seats *seats, const char *within);
/* In a child of fork. */
void ksi_forget_exclusive_cores(void);

#endif
