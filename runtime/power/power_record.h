/* A file with every request of a run: KASURI_POWER=record:FILE. */
#ifndef KSI_POWER_RECORD_H
#define KSI_POWER_RECORD_H

#include "power_way.h"

#include <kasuri/kasuri.h>

extern _Atomic int ksi_is_recording_power;

void ksi_open_power_record(const char *path);
void ksi_close_power_record(void);

typedef struct ksi_requested {
  const ks_layer *layer;
  const ks_table *table;
  uint32_t row;
  int worker, core;
  int kind; /* of the core that it was planned for; -1: any */
  ksi_outcome outcome;
} ksi_requested;

void ksi_record_counted_request(const ksi_requested *it, ksi_domain *domain);
void ksi_record_pace(const ks_pace *pace, int core, ksi_outcome outcome, ksi_domain *domain);
static inline void ksi_record_request(const ksi_requested *it, ksi_domain *domain) {
  if (__builtin_expect(atomic_load_explicit(&ksi_is_recording_power, memory_order_relaxed), 0))
    ksi_record_counted_request(it, domain);
}

#endif
