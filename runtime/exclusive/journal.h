/* The changes that Kasuri programs have made to the system: the owner and the old value of each. */
#ifndef KSI_JOURNAL_H
#define KSI_JOURNAL_H

#include "../os/coreset.h"
#include "../os/os.h"

enum { KSI_MOST_OWNERS = 16, KSI_MOST_CHANGES = 1024, KSI_BOOT_BYTES = 64 };

typedef enum ksi_change_kind {
  KSI_CORE_LIST = 'c',  /* a list that the owners' cores are taken from */
  KSI_CORE_MASK = 'm',  /* the same, as a mask */
  KSI_FLAG = 'f',       /* one word is replaced by another */
  KSI_CONTROLLER = 's', /* switched on for the children of a set: "+cpuset"; undone by `before` */
  KSI_SET = 'd',        /* a set of tasks, created by us; `before` is where its tasks go */
  KSI_VARIED = 'v',     /* a value that its owner changes continuously */
  KSI_REGISTER = 'r'    /* the same in a register; the path says where (os.h) */
} ksi_change_kind;

typedef struct ksi_owner {
  ksi_process process;
  ksi_coreset cores;
} ksi_owner;

/* While `owners` is not 0 the value belongs to them together. After a process was killed, the value
 * is `last` or `next`; if it is neither, another program has changed it. */
typedef struct ksi_change {
  char kind;
  uint32_t owners; /* a bit for each place in the list of owners */
  char path[KSI_PATH_BYTES];
  char before[KSI_VALUE_BYTES]; /* what the first owner found */
  char last[KSI_VALUE_BYTES];   /* the value after the last completed change */
  char next[KSI_VALUE_BYTES];   /* the value after the change that has started */
} ksi_change;

typedef struct ksi_journal {
  char path[KSI_PATH_BYTES];
  char boot[KSI_BOOT_BYTES];        /* identifies the system's current start; "": unknown */
  int is_of_earlier_boot;           /* the file is; it counts as empty */
  int lock;                         /* descriptor */
  ksi_owner owner[KSI_MOST_OWNERS]; /* process.number == 0: free */
  int changes;
  ksi_change change[KSI_MOST_CHANGES]; /* in the order of their first announcement */
} ksi_journal;

/* Locks and reads the journal; NULL and a problem if that fails. Once at a time in a process. */
ksi_journal *ksi_open_journal(int *problem);
/* The same without a lock, for reading only. */
ksi_journal *ksi_look_at_journal(int *problem);
/* The same for the journal in this folder; waits for the lock at most max_ms. */
ksi_journal *ksi_open_journal_in(const char *folder, int max_ms, int *problem);
ksi_journal *ksi_look_at_journal_in(const char *folder, int *problem);
void ksi_close_journal(ksi_journal *journal);
/* When it returns, the journal is on its medium. After a problem nothing may be changed. */
int ksi_save_journal(const ksi_journal *journal);

/* Place in the list of owners; -1: not listed, or no free place. */
int ksi_find_owner(const ksi_journal *journal, ksi_process process);
int ksi_add_owner(ksi_journal *journal, ksi_process process, ksi_coreset cores);
/* Cores of all owners among `owners`, a bit for each. */
ksi_coreset ksi_cores_of(const ksi_journal *journal, uint32_t owners);
uint32_t ksi_all_owners(const ksi_journal *journal);
/* The change of a path, or a new one without an owner; NULL: no free place. */
ksi_change *ksi_find_change(ksi_journal *journal, const char *path);
ksi_change *ksi_add_change(ksi_journal *journal, char kind, const char *path);
void ksi_remove_change(ksi_journal *journal, ksi_change *change);

#endif
