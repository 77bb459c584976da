/* The record of this process: allocating its items, and writing it at the end. */
#ifndef KSI_PROCESS_RECORD_H
#define KSI_PROCESS_RECORD_H

#include "../os/knobs.h"
#include "record_layout.h"

/* Starts the record. 0: there is none, with a message on stderr. */
int ksi_open_record(const ksi_recording *recording);
/* For a child of fork. */
void ksi_abandon_record(void);
ksi_record_head *ksi_head(void);
/* A new item, zero after its kind and length; NULL if there is no room. Any thread. */
void *ksi_new_item(ksi_item_kind kind, size_t bytes);
/* Makes the item's contents visible to readers of the record. */
void ksi_publish_item(void *item);
/* Notes the current values of the clocks. */
void ksi_note_clocks(void);

/* In query.c. Programs refer to its functions weakly, and that takes nothing out of an archive: so
 * whatever fills the record refers to this. */
extern const char ksi_has_queries;

#endif
