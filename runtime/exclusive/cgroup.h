/* Control groups, versions 2 and 1: sets of tasks and cores. */
#ifndef KSI_CGROUP_H
#define KSI_CGROUP_H

#include "restore.h"
#include "set_files.h"

/* Where sets can be made. */
typedef struct ksi_groups {
  int version; /* 2, 1, or 0: the system has none with cores */
  ksi_path mount;
  ksi_path own;  /* the set that the caller is in */
  ksi_path base; /* the set in which new ones are made */
  int is_remote; /* version 2: base is no partition, but has cores to give to one */
} ksi_groups;

/* `within`: what the user wants to be the base, or NULL. */
void ksi_find_groups(ksi_groups *groups, const char *within);
/* The cores of the base, those that it has given away included. */
ksi_coreset ksi_cores_of_groups(const ksi_groups *groups, const ksi_journal *journal);
/* Whether the caller has exclusive cores already, by ks-exclusive or as another's child. */
int ksi_is_in_exclusive_set(const ksi_groups *groups);

typedef struct ksi_set {
  ksi_path path;
  int is_isolated; /* no load balancing among its cores; wished before, true after */
  char notes[256]; /* what went otherwise */
} ksi_set;

/* Makes a set with the owner's cores, which nobody else may use. 0; or an errno value, and notes
 * say what failed. What was done until then is in the journal. */
int ksi_make_set(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set);
/* Moves a process with all its threads. */
int ksi_enter_set(const ksi_set *set, int process);
/* Whether the set has its cores to itself, -1: it is being made or dissolved; and what it says. */
int ksi_is_set_valid(const char *path, char *state, size_t size);
/* The file that tells of a change of that; it may not exist. */
ksi_path ksi_state_of_set(const char *path);

/* The two versions (cgroup_v1.c, cgroup_v2.c). */
int ksi_make_set_v1(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set);
int ksi_make_set_v2(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set);

/* Between them. */
int ksi_write_in_set(ksi_set *set, const char *folder, const char *name, const char *value);
__attribute__((format(printf, 2, 3))) void ksi_note(ksi_set *set, const char *format, ...);

#endif
