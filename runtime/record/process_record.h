/* The record of this process: allocating its items, and writing it at the end. */
#ifndef KSI_PROCESS_RECORD_H
#define KSI_PROCESS_RECORD_H

#include "../os/knobs.h"
#include "record_layout.h"

/* Begins the record. 0: there is none, which has been said on stderr. */
int ksi_open_record(const ksi_recording *recording);
/* For a child of fork. */
void ksi_abandon_record(void);
ksi_record_head *ksi_head(void);
/* A new item, zero behind its kind and length; NULL when there is no room. Any thread. */
void *ksi_new_item(ksi_item_kind kind, size_t bytes);
/* Makes what was filled in visible to who reads the record. */
void ksi_publish_item(void *item);
/* Notes what the clocks say now. */
void ksi_note_clocks(void);

#endif
