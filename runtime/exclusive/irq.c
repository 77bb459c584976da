/* Interrupts and kernel work run where their masks allow.
 *
 * Some interrupts refuse (those of a core's own timer, those that a driver manages itself, those of
 * a controller that cannot route): the write fails, and nothing is changed. An interrupt whose mask
 * had only our cores goes to all others. All masks are journaled together, because a system has
 * hundreds, and each entry syncs the journal.
 *
 * Newer kernels (including 6.12) keep unbound work away from isolated partitions themselves. Its
 * mask, which is read after the partition is created, then has none of our cores, and nothing is
 * changed.
 */
#include "irq.h"

#include <ctype.h>
#include <string.h>

typedef struct state {
  ksi_journal *journal;
  int owner;
} state;

static int announce_interrupt(void *argument, const char *name) {
  state *it = argument;
  ksi_path path = ksi_join(ksi_join(KSI_IRQ_FOLDER, name).text, "smp_affinity_list");
  int problem;
  if (isdigit((unsigned char)*name))
    ksi_announce_cores(it->journal, it->owner, KSI_CORE_LIST, path.text, NULL, &problem);
  return 0;
}

static int is_mask(const ksi_change *change, const state *it) {
  static const char *const places[] = {KSI_IRQ_FOLDER, KSI_WORKQUEUE_MASK};
  if ((change->owners >> it->owner & 1) == 0)
    return 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (strncmp(change->path, places[i], strlen(places[i])) == 0)
      return 1;
  return 0;
}

void ksi_clear_masks(ksi_journal *journal, int owner, ksi_masks *result) {
  state it = {journal, owner};
  int problem;
  *result = (ksi_masks){0, 0};
  ksi_announce_cores(journal, owner, KSI_CORE_MASK, KSI_WORKQUEUE_MASK, NULL, &problem);
  ksi_announce_cores(journal, owner, KSI_CORE_MASK, KSI_NEW_IRQ_MASK, NULL, &problem);
  ksi_each_name(KSI_IRQ_FOLDER, announce_interrupt, &it);
  if (ksi_save_journal(journal) != 0)
    return; /* undoing then finds unchanged values */
  for (int i = journal->changes; i-- > 0;)
    if (is_mask(&journal->change[i], &it)) {
      if (ksi_make_change(journal, &journal->change[i], owner) == 0)
        result->moved++;
      else
        result->refused++;
    }
  if (result->refused > 0)
    ksi_save_journal(journal); /* they have left it */
}
