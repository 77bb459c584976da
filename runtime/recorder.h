/* The record of this process: where its items come from, and what becomes of it at the end. */
#ifndef KSI_RECORDER_H
#define KSI_RECORDER_H

#include "record.h"

/* From KASURI_PROFILE, KASURI_TRACE and their kin: see docs/runtime.md. */
typedef struct ksi_recording {
  const char *profile, *trace; /* paths, or null */
  long every;       /* run out of how many that is measured; 0: so that it costs little */
  long events;      /* of each thread, kept for the trace */
  int has_hardware; /* hardware counters are asked for */
} ksi_recording;

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
