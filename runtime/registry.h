/* The programs with teams on this machine: which there are, and what each may use of it. */
#ifndef KSI_REGISTRY_H
#define KSI_REGISTRY_H

#include "coreset.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct ksi_registry ksi_registry;

typedef struct ksi_part {
  int workers; /* to use for layers, at least 1 */
  ksi_coreset
      cores; /* for them; all usable ones if there is nobody else, or more programs than cores */
} ksi_part;

/* Enters the process, which wants `wanted` workers on the cores. NULL: there is no registry here,
 * or no place in it. One for a process. */
ksi_registry *ksi_join_registry(const ksi_coreset *usable, int wanted);
/* In a child of fork, which is not in it. */
void ksi_forget_registry(void);

/* The following are for the one who has the team. */
/* Whether somebody has come or gone since the last look. */
int ksi_is_registry_new(const ksi_registry *registry);
/* That, or there are others whose doing is to be looked at from time to time. */
int ksi_has_neighbours(const ksi_registry *registry);
/* Says, now and then, that the process still runs layers. */
void ksi_show_need(ksi_registry *registry);
/* Whether the process's part is another than at the last look. Strikes out the dead. */
int ksi_look_at_registry(ksi_registry *registry, uint64_t now_ns, ksi_part *part);

#endif
