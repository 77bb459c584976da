/* Domains of cores that share a clock, and the methods to set their frequency. */
#ifndef KSI_POWER_WAY_H
#define KSI_POWER_WAY_H

#include "../exclusive/restore.h"
#include "../os/os.h"
#include "../record/record_layout.h"

#include <stdatomic.h>

enum {
  KSI_MOST_DOMAINS = 64,
  KSI_STEPS = 8 /* levels of a clock that has no table of them */
};

/* A field of a register that selects the speed of a domain (machine_file.c). */
typedef struct ksi_selector {
  ksi_register field, status; /* status.width 0: none */
  uint64_t value[KSI_MOST_LEVELS], status_value;
  int values;
  uint32_t settle_us;
} ksi_selector;

typedef struct ksi_domain {
  ksi_coreset cores;             /* that are online */
  int capacity;                  /* of its cores, of 1024 */
  int levels;                    /* 0: unknown, every level is taken as it is */
  uint32_t khz[KSI_MOST_LEVELS]; /* fastest first, within the limits that were found */
  uint32_t min_khz, max_khz;     /* these limits; 0: unknown */
  uint64_t transition_ns;        /* 0: unknown */
  char folder[64];               /* of its cpufreq policy; empty: none */
  ksi_selector selector;
  const struct ksi_way *way;     /* null: nobody can set its speed */
  ksi_kept first, second;        /* the way's own */
  uint32_t lower_khz, upper_khz; /* the limits as they are now */
  ksi_kept current;              /* what it runs at */
  const char *refusal;           /* what is missing, by the way that was tried last */
  const char *missing;           /* by the one that is worth a word, with its problem */
  int problem;

  /* Of whoever has made it busy. */
  _Alignas(64) _Atomic int is_busy;
  _Atomic int level; /* the one that is set, or KSI_AT_REST */
  int failures;      /* in a row */
  _Atomic int is_given_up;
  uint64_t since_ns, sampled_ns;
  ksi_power_account *account;
} ksi_domain;

typedef struct ksi_way {
  const char *name;
  int is_journalled; /* it changes what outlives the process */
  /* Whether there is what it needs, without changing anything. Functions that return a problem also
   * say in domain->refusal what is missing. */
  int (*check)(ksi_domain *domain);
  /* Gets ready to set the domain's speed. What outlives the process is in the journal before it is
   * changed. */
  int (*open)(ksi_domain *domain, ksi_journal *journal, int owner);
  /* Sets a level or KSI_AT_REST. */
  int (*set)(ksi_domain *domain, int level);
  void (*close)(ksi_domain *domain);
} ksi_way;

extern const ksi_way ksi_speed_way, ksi_limits_way, ksi_register_way, ksi_clamp_way, ksi_record_way;

/* The domains that have any of the cores, as cpufreq tells them; where it tells none, each core is
 * one. The number of them. */
int ksi_find_domains(ksi_domain *domains, int most, const ksi_coreset *usable);

/* Reads KASURI_MACHINE: changes domains to what it says, or adds them. Whether it could be read;
 * else that has been said. */
int ksi_read_machine_file(const char *path, ksi_domain *domains, int *count, int most,
                          const ksi_coreset *usable);

#endif
