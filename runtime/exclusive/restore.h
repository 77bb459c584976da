/* Changing a value of the system so that it can be restored, and restoring it. */
#ifndef KSI_RESTORE_H
#define KSI_RESTORE_H

#include "journal.h"

/* A change has three steps: it is announced with one of these functions, saved (ksi_save_journal,
 * once for any number of changes), and made. NULL: the journal is full; or nothing needs to be
 * changed; or, with *problem other than 0, the value cannot be read.
 *
 * Removes the owner's cores from a list or mask. `before`: what to restore; NULL: the current
 * value.
 */
ksi_change *ksi_announce_cores(ksi_journal *journal, int owner, char kind, const char *path,
                               const char *before, int *problem);
/* Replaces one word by another. For KSI_CONTROLLER `before` undoes it; else NULL: the current
 * value. */
ksi_change *ksi_announce_word(ksi_journal *journal, int owner, char kind, const char *path,
                              const char *word, const char *before, int *problem);
/* A new set; its tasks go to `heir` when it is removed. */
ksi_change *ksi_announce_set(ksi_journal *journal, int owner, const char *path, const char *heir,
                             int *problem);
/* A value that the owner changes without further announcements: whatever the current value is, it
 * counts as the owner's, and the original one is restored. KSI_VARIED, or KSI_REGISTER. Only one
 * owner may share it, otherwise EBUSY. */
ksi_change *ksi_announce_varied(ksi_journal *journal, int owner, char kind, const char *path,
                                int *problem);
/* Whether another owner shares the change of this path. */
int ksi_is_anothers(ksi_journal *journal, const char *path, int owner);

/* Writes the announced value, or creates the folder. If that fails, the owner no longer shares the
 * change, which may be removed from the journal. */
int ksi_make_change(ksi_journal *journal, ksi_change *change, int owner);
/* Announces, saves and makes it. `change` may be NULL. */
int ksi_save_and_make(ksi_journal *journal, ksi_change *change, int owner, int problem);

/* Undoes one change that has only this owner, without saving. */
void ksi_undo_change(ksi_journal *journal, const char *path, int owner);
/* Undoes the owner's changes in reverse order, except those that others share, and saves. Whether
 * everything is undone; otherwise the owner stays in the journal. */
int ksi_undo_owner(ksi_journal *journal, int owner);
/* The same for all changes of a process, and of dead processes. Whether all changes of the process
 * are undone. */
int ksi_restore_process(ksi_process process);
/* For a keeper. The next start handles what cannot be restored within ten seconds. The keeper waits
 * only for offline cores. */
void ksi_restore_until_done(ksi_process process);
/* Undoes the changes of dead processes, and removes a journal of an earlier start of the system.
 * The number of these processes. */
int ksi_undo_dead(ksi_journal *journal);
/* Owners that are dead, with changes that are not undone. */
int ksi_count_dead(const ksi_journal *journal);
/* Cores of the live owners. */
ksi_coreset ksi_taken_cores(const ksi_journal *journal);

#endif
