/* Whose energy it is: intervals between readings, divided among the layers that ran. */
#ifndef KSI_LEDGER_H
#define KSI_LEDGER_H

#include "../record/record_layout.h"

enum { KSI_LEDGER_CHAINS = 64 };

/* A layer. */
typedef struct ksi_ledger_entry {
  const void *key;
  const char *key_name; /* both identify it; neither is read, because a library may be unloaded */
  char *name;           /* a copy */
  ksi_energy_account *account;
  int active;         /* runs that have not ended */
  uint64_t window_ns; /* of its runs, in the current interval */
  int is_listed;
  struct ksi_ledger_entry *next, *next_listed;
} ksi_ledger_entry;

/* For one thread at a time. */
typedef struct ksi_ledger {
  ksi_energy_total *total;
  ksi_ledger_entry *chain[KSI_LEDGER_CHAINS];
  ksi_ledger_entry *listed;   /* those that ran in the current interval */
  uint64_t begin_ns, last_ns; /* of the interval; of the last event in it */
} ksi_ledger;

void ksi_open_ledger(ksi_ledger *ledger, ksi_energy_total *total, uint64_t now_ns);
/* NULL: it has no entry yet. */
ksi_ledger_entry *ksi_find_entry(const ksi_ledger *ledger, const void *key, const char *name);
/* NULL: no memory. */
ksi_ledger_entry *ksi_add_entry(ksi_ledger *ledger, const void *key, const char *name,
                                ksi_energy_account *account);

void ksi_begin_entry(ksi_ledger *ledger, ksi_ledger_entry *entry, uint64_t now_ns);
void ksi_end_entry(ksi_ledger *ledger, ksi_ledger_entry *entry, uint64_t now_ns);

/* What was read at the end of an interval. */
typedef struct ksi_reading_energy {
  int is_measured;
  double joules;
  double modeled_nj;
} ksi_reading_energy;

/* Ends the interval, and begins the next one. */
void ksi_cut(ksi_ledger *ledger, const ksi_reading_energy *read, uint64_t now_ns);

#endif
