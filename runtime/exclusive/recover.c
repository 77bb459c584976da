/* Each start finds what a killed program has left.
 *
 * A program that changes the system has a keeper that restores everything. If something kills both
 * (a container or a service that ends, the killer of processes when memory runs out), only the
 * journal remains. So every program that enters its first layer, and every tool, looks for dead
 * owners, whether it wants to change something itself or not.
 *
 * It is safe at any moment and for any number of programs at the same time. The journal is read
 * first without its lock, which shows a complete one, old or new. Only if an owner is dead, the
 * lock is taken and the journal is read again. Whoever does not get the lock at once leaves the
 * work to the one who has it: a keeper or another start that restores, or a program that takes
 * cores and undoes what dead owners have left before. Undoing may itself be killed anywhere
 * (restore.c).
 *
 * Journals of other users are not touched: they could have written anything there. Their own next
 * start finds them, or `ks-exclusive --restore`, which root's programs run as that user.
 */
#include "recover.h"

#include "restore.h"

#include <errno.h>

typedef struct recovery {
  ksi_recovered sum;
  int max_ms;
} recovery;

static void recover_with(ksi_journal *journal, ksi_recovered *sum) {
  int was_earlier = journal->is_of_earlier_boot;
  int dead = ksi_undo_dead(journal), left = ksi_count_dead(journal);
  sum->undone += dead > left ? dead - left : 0;
  sum->left += left;
  sum->discarded += was_earlier && !journal->is_of_earlier_boot;
}

static int recover_in(void *argument, const char *folder) {
  recovery *all = argument;
  int problem;
  if (!ksi_exists(ksi_join(folder, "journal").text))
    return 0;
  ksi_journal *journal = ksi_look_at_journal_in(folder, &problem);
  all->sum.refused += journal == NULL;
  if (journal == NULL)
    return 0;
  int is_needed = journal->is_of_earlier_boot || ksi_count_dead(journal) > 0;
  ksi_close_journal(journal);
  journal = is_needed ? ksi_open_journal_in(folder, all->max_ms, &problem) : NULL;
  if (journal == NULL)
    return 0;
  recover_with(journal, &all->sum);
  ksi_close_journal(journal);
  return 0;
}

ksi_recovered ksi_recover(int max_ms) {
  recovery all = {.max_ms = max_ms};
  if (!ksi_only_prints_changes())
    ksi_each_run_folder(recover_in, &all);
  return all.sum;
}

void ksi_recover_at_start(void) {
  const int saved = errno;
  ksi_recovered sum = ksi_recover(0);
  if (sum.undone > 0)
    ksi_say("undid what %d killed program%s had changed in the system", sum.undone,
            sum.undone == 1 ? "" : "s");
  errno = saved;
}
