/* The requested and the achieved frequency of each clock, for the profile. */
#ifndef KSI_POWER_REPORT_H
#define KSI_POWER_REPORT_H

#include "../os/os.h"
#include "level_times.h"
#include "power_way.h"

/* A thread that counts its cycles, if nothing else reports the frequency. */
typedef struct ksi_witness {
  long thread;
  int is_open;
  ksi_events events;
  uint64_t cycles, thread_ns, at_ns;
} ksi_witness;

/* In the record of the profile if there is one. */
void ksi_open_account(ksi_domain *domain);
/* For the thread that has marked the domain busy. */
void ksi_note_level(ksi_domain *domain, int level);
void ksi_note_speed(ksi_domain *domain, ksi_witness *witness);

/* For any thread. */
void ksi_sum_level_times(const ksi_domain *domain, uint64_t now_ns, ksi_level_times *times);

void ksi_note_outcome(ksi_domain *domain, ksi_outcome outcome);

/* For the calling thread, when its rows start and when it has set a frequency. */
void ksi_begin_witness(ksi_witness *witness);

#endif
