/* Changing a value of the system so that it can be restored, and restoring it. */
#ifndef KSI_RESTORE_H
#define KSI_RESTORE_H

#include "journal.h"

/* Changes are made in three steps: announced with one of these, saved (ksi_save_journal, once for
 * any number of them), made. NULL: the journal is full, or, with *problem other than 0, the value
 * cannot be read; or nothing is to be changed.
 *
 * The owner's cores are taken from a list or mask. `before`: what to restore; NULL: what is there.
 */
ksi_change *ksi_announce_cores(ksi_journal *journal, int owner, char kind, const char *path,
                               const char *before, int *problem);
/* One word instead of another; for KSI_CONTROLLER `before` undoes it, else NULL: what is there. */
ksi_change *ksi_announce_word(ksi_journal *journal, int owner, char kind, const char *path,
                              const char *word, const char *before, int *problem);
/* A new set; its tasks go to `heir` when it is dissolved. */
ksi_change *ksi_announce_set(ksi_journal *journal, int owner, const char *path, const char *heir,
                             int *problem);
/* A value that the owner changes without further announcements: whatever is there is taken for its
 * own, and what was there is put back. KSI_VARIED, or KSI_REGISTER. Only one owner has part in it:
 * EBUSY. */
ksi_change *ksi_announce_varied(ksi_journal *journal, int owner, char kind, const char *path,
                                int *problem);
/* Whether somebody else has part in the change of this path. */
int ksi_is_anothers(ksi_journal *journal, const char *path, int owner);

/* Writes what was announced, or makes the folder. If that fails the owner no longer has part in
 * the change, which may be removed from the journal by it. */
int ksi_make_change(ksi_journal *journal, ksi_change *change, int owner);
/* Announces, saves and makes it. `change` may be NULL. */
int ksi_save_and_make(ksi_journal *journal, ksi_change *change, int owner, int problem);

/* Undoes one change of an owner who is the only one that has part in it, without saving. */
void ksi_undo_change(ksi_journal *journal, const char *path, int owner);
/* Undoes what the owner has changed, in reverse order, as far as nobody else has part in it, and
 * saves. Whether nothing is left to be undone; else the owner stays in the journal. */
int ksi_undo_owner(ksi_journal *journal, int owner);
/* The same for all that a process has changed, and for those that are dead. Whether nothing of the
 * process's is left. */
int ksi_restore_process(ksi_process process);
/* For a keeper. What cannot be restored within ten seconds is left to the next start, unless it is
 * of cores that are offline: for these it waits. */
void ksi_restore_until_done(ksi_process process);
/* Undoes what those have left that are no longer alive. The number of these. */
int ksi_undo_dead(ksi_journal *journal);
/* Cores of the owners that are alive. */
ksi_coreset ksi_taken_cores(const ksi_journal *journal);

#endif
