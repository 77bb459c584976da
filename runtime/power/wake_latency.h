/* Keeping cores out of idle states with slow wake-ups. */
#ifndef KSI_WAKE_LATENCY_H
#define KSI_WAKE_LATENCY_H

#include "../exclusive/restore.h"

/* For all cores: whether that is allowed. Not for a program that has only some of them. */
int ksi_open_wake_latency(const ksi_coreset *usable, int us);
/* Whether it can be set for individual cores. */
int ksi_has_core_latency(const ksi_coreset *usable);
/* For these cores; their previous values are in the journal. */
int ksi_journal_wake_latency(ksi_journal *journal, int owner, const ksi_coreset *usable, int us);
void ksi_hold_wake_latency(void);
void ksi_release_wake_latency(void);
/* In a child of fork: otherwise its parent's request would last as long as the child. */
void ksi_forget_wake_latency(void);

#endif
