/* The programs with teams on this machine, and the cores that each may use. */
#ifndef KSI_PROGRAM_TABLE_H
#define KSI_PROGRAM_TABLE_H

#include "../os/coreset.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct ksi_program_table ksi_program_table;

typedef struct ksi_part {
  int workers; /* to use for layers, at least 1 */
  ksi_coreset
      cores; /* for them; all usable ones if there is nobody else, or more programs than cores */
} ksi_part;

/* Enters the process, which wants `wanted` workers on the cores. NULL: there is no table here,
 * or no place in it. One for a process. */
ksi_program_table *ksi_join_program_table(const ksi_coreset *usable, int wanted);
/* In a child of fork, which is not in it. */
void ksi_forget_program_table(void);

/* The following are for the one who has the team. */
/* Whether somebody has come or gone since the last look. */
int ksi_has_program_table_changed(const ksi_program_table *programs);
/* That, or there are others whose doing is to be looked at from time to time. */
int ksi_has_neighbours(const ksi_program_table *programs);
/* Says, now and then, that the process still runs layers. */
void ksi_show_need(ksi_program_table *programs);
/* Whether the process's part is another than at the last look. Strikes out the dead. */
int ksi_look_at_program_table(ksi_program_table *programs, uint64_t now_ns, ksi_part *part);

#endif
