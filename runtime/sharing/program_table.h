/* The programs with teams on this machine, and the cores that each may use. */
#ifndef KSI_PROGRAM_TABLE_H
#define KSI_PROGRAM_TABLE_H

#include "../os/coreset.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct ksi_program_table ksi_program_table;

typedef struct ksi_part {
  int workers;       /* to use for layers, at least 1 */
  ksi_coreset cores; /* for them; all usable ones without other programs, or with more programs than
                        cores */
} ksi_part;

/* Adds the process, which requests `wanted` workers on the cores. NULL: there is no table, or no
 * free place. Once for each process. */
ksi_program_table *ksi_join_program_table(const ksi_coreset *usable, int wanted);
/* In a child of fork, which is not in the table. */
void ksi_forget_program_table(void);

/* The following are for the thread that has the team. */
/* Whether a program has come or gone since the last check. */
int ksi_has_program_table_changed(const ksi_program_table *programs);
/* The same, or there are others whose state must be checked periodically. */
int ksi_has_neighbours(const ksi_program_table *programs);
/* Notes, periodically, that the process still runs layers. */
void ksi_show_need(ksi_program_table *programs);
/* Whether the process's share has changed since the last check. Removes dead programs. */
int ksi_look_at_program_table(ksi_program_table *programs, uint64_t now_ns, ksi_part *part);

#endif
