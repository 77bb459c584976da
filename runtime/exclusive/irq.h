/* Keeping the system's own work off cores: interrupts and unbound kernel work. */
#ifndef KSI_IRQ_H
#define KSI_IRQ_H

#include "restore.h"

/* Removes the owner's cores from the affinity of each interrupt, of future ones, and of the unbound
 * kernel work. Interrupts that refuse are skipped. */
typedef struct ksi_masks {
  int moved, refused;
} ksi_masks;
void ksi_clear_masks(ksi_journal *journal, int owner, ksi_masks *result);

#endif
