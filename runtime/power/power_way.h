/* Domains of cores that share a clock, and the methods to set their frequency. */
#ifndef KSI_POWER_WAY_H
#define KSI_POWER_WAY_H

#include "../exclusive/restore.h"
#include "../os/os.h"
#include "../record/record_layout.h"

#include <stdatomic.h>

enum {
  KSI_MOST_DOMAINS = 64,
  KSI_STEPS = 8 /* levels of a clock without a table of them */
};

/* A field of a register that selects the frequency of a domain (machine_file.c). */
typedef struct ksi_selector {
  ksi_register field, status; /* status.width 0: none */
  uint64_t value[KSI_MOST_LEVELS], status_value;
  int values;
  uint32_t settle_us;
} ksi_selector;

typedef struct ksi_domain {
  ksi_coreset cores;             /* that are online */
  int capacity;                  /* of its cores, of 1024 */
  int levels;                    /* 0: unknown, any level is accepted */
  uint32_t khz[KSI_MOST_LEVELS]; /* fastest first, within the limits that were found */
  uint32_t min_khz, max_khz;     /* these limits; 0: unknown */
  uint64_t transition_ns;        /* 0: unknown */
  char folder[64];               /* of its cpufreq policy; empty: none */
  ksi_selector selector;
  const struct ksi_way *way;     /* null: its frequency cannot be set */
  ksi_kept first, second;        /* the way's own */
  uint32_t lower_khz, upper_khz; /* the current limits */
  ksi_kept current;              /* what it runs at */
  const char *refusal;           /* what is missing, for the method that was tried last */
  const char *missing;           /* for the best possible method, with its problem */
  int problem;

  /* For the thread that has marked it busy. */
  _Alignas(64) _Atomic int is_busy;
  _Atomic int level; /* the current level, or KSI_AT_REST */
  int failures;      /* in a row */
  _Atomic int is_given_up;
  uint64_t since_ns, sampled_ns;
  ksi_power_account *account;
} ksi_domain;

typedef struct ksi_way {
  const char *name;
  int is_journalled; /* it changes what outlives the process */
  /* Checks whether its requirements are met, without changing anything. Functions that return a
   * problem also note in domain->refusal what is missing. */
  int (*check)(ksi_domain *domain);
  /* Prepares for setting the domain's frequency. Values that outlive the process are in the journal
   * before they are changed. */
  int (*open)(ksi_domain *domain, ksi_journal *journal, int owner);
  /* Sets a level or KSI_AT_REST. */
  int (*set)(ksi_domain *domain, int level);
  void (*close)(ksi_domain *domain);
} ksi_way;

extern const ksi_way ksi_speed_way, ksi_limits_way, ksi_register_way, ksi_clamp_way, ksi_record_way;

/* The domains that have any of the cores, as cpufreq reports them; a core without one is its own
 * domain. The number of them. */
int ksi_find_domains(ksi_domain *domains, int most, const ksi_coreset *usable);

/* Reads KASURI_MACHINE and changes or adds domains accordingly. Whether it could be read; otherwise
 * there was a message. */
int ksi_read_machine_file(const char *path, ksi_domain *domains, int *count, int most,
                          const ksi_coreset *usable);

#endif
