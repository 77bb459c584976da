/* The changes that Kasuri programs have made to the system: the owner and the old value of each. */
#ifndef KSI_JOURNAL_H
#define KSI_JOURNAL_H

#include "../os/coreset.h"
#include "../os/os.h"

enum { KSI_MOST_OWNERS = 16, KSI_MOST_CHANGES = 1024 };

typedef enum ksi_change_kind {
  KSI_CORE_LIST = 'c',  /* a list that the owners' cores are taken from */
  KSI_CORE_MASK = 'm',  /* the same, as a mask */
  KSI_FLAG = 'f',       /* one word for another */
  KSI_CONTROLLER = 's', /* switched on for the children of a set: "+cpuset"; undone by `before` */
  KSI_SET = 'd',        /* a set of tasks, made by us; `before` is where tasks go that are in it */
  KSI_VARIED = 'v',     /* a value that its owner changes all the time */
  KSI_REGISTER = 'r'    /* the same in a register; the path says where (os.h) */
} ksi_change_kind;

typedef struct ksi_owner {
  ksi_process process;
  ksi_coreset cores;
} ksi_owner;

/* While `owners` is not 0 the value belongs to them together. A process that is killed may leave
 * the value as `last` or as `next`; if it is neither, somebody else has changed it. */
typedef struct ksi_change {
  char kind;
  uint32_t owners; /* a bit for each place in the list of owners */
  char path[KSI_PATH_BYTES];
  char before[KSI_VALUE_BYTES]; /* what the first of us found */
  char last[KSI_VALUE_BYTES];   /* what is there by the last change that was finished */
  char next[KSI_VALUE_BYTES];   /* what is there by the one that was begun */
} ksi_change;

typedef struct ksi_journal {
  char path[KSI_PATH_BYTES];
  int lock;                         /* descriptor */
  ksi_owner owner[KSI_MOST_OWNERS]; /* process.number == 0: free */
  int changes;
  ksi_change change[KSI_MOST_CHANGES]; /* in the order in which they were first made */
} ksi_journal;

/* Locks and reads the journal; NULL and a problem if it cannot be had. One at a time in a process.
 */
ksi_journal *ksi_open_journal(int *problem);
/* The same without a lock, for looking only. */
ksi_journal *ksi_look_at_journal(int *problem);
void ksi_close_journal(ksi_journal *journal);
/* On its medium when it returns. A problem: nothing may be changed then. */
int ksi_save_journal(const ksi_journal *journal);

/* Place in the list of owners; -1: not there, or no place free. */
int ksi_find_owner(const ksi_journal *journal, ksi_process process);
int ksi_add_owner(ksi_journal *journal, ksi_process process, ksi_coreset cores);
/* Cores of all owners among `owners`, a bit for each. */
ksi_coreset ksi_cores_of(const ksi_journal *journal, uint32_t owners);
uint32_t ksi_all_owners(const ksi_journal *journal);
/* The change of a path, or a new one without an owner; NULL: there is no place. */
ksi_change *ksi_find_change(ksi_journal *journal, const char *path);
ksi_change *ksi_add_change(ksi_journal *journal, char kind, const char *path);
void ksi_remove_change(ksi_journal *journal, ksi_change *change);

#endif
