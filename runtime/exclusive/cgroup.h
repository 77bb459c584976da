/* Control groups, versions 2 and 1: sets of tasks and cores. */
#ifndef KSI_CGROUP_H
#define KSI_CGROUP_H

#include "restore.h"
#include "set_files.h"

/* Where sets can be created. */
typedef struct ksi_groups {
  int version; /* 2, 1, or 0: the system has none with cores */
  ksi_path mount;
  ksi_path own;  /* the set that the caller is in */
  ksi_path base; /* the set in which new ones are made */
  int is_remote; /* version 2: base is not a partition, but has cores for one */
} ksi_groups;

/* `within`: the base that the user wants, or NULL. */
void ksi_find_groups(ksi_groups *groups, const char *within);
/* The cores of the base, including those that it has given away. */
ksi_coreset ksi_cores_of_groups(const ksi_groups *groups, const ksi_journal *journal);
/* Whether the caller already has exclusive cores, from ks-exclusive or from its parent. */
int ksi_is_in_exclusive_set(const ksi_groups *groups);

typedef struct ksi_set {
  ksi_path path;
  int is_isolated; /* no load balancing among its cores; requested before, actual after */
  char notes[256]; /* what went otherwise */
} ksi_set;

/* Creates a set with the owner's cores, which no other task may use. 0; or an errno value, and
 * notes say what failed. The changes until then are in the journal. */
int ksi_make_set(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set);
/* Moves a process with all its threads. */
int ksi_enter_set(const ksi_set *set, int process);
/* Whether the set has its cores exclusively, and the text of its state; -1: it is being created or
 * removed. */
int ksi_is_set_valid(const char *path, char *state, size_t size);
/* The file that reports a change of that; it may not exist. */
ksi_path ksi_state_of_set(const char *path);

/* The two versions (cgroup_v1.c, cgroup_v2.c). */
int ksi_make_set_v1(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set);
int ksi_make_set_v2(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set);

/* Between them. */
int ksi_write_in_set(ksi_set *set, const char *folder, const char *name, const char *value);
__attribute__((format(printf, 2, 3))) void ksi_note(ksi_set *set, const char *format, ...);

#endif
