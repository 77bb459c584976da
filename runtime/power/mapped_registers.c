/* Core frequencies with registers, as the machine file describes them (machine_file.c).
 *
 * It is the fastest method, one store, and the only one without the kernel. So the kernel must not
 * set the same clock, and nothing else may write the register, except for the field itself. When
 * `set` returns, the new frequency is effective: it waits until the status says so, or for the
 * settling time. Between layers the field has the value that it had when the program began. That
 * value is restored at the end, also after a crash, because it is in the journal.
 */
#include "power_way.h"

#include <errno.h>
#include <stdio.h>

static int wait_until_done(const ksi_selector *selector) {
  uint64_t begin = ksi_now_ns(), max_ns = UINT64_C(1000) * selector->settle_us;
  if (selector->status.width == 0) {
    while (ksi_now_ns() - begin < max_ns)
      ksi_relax();
    return 0;
  }
  while (ksi_load_register(&selector->status) != selector->status_value) {
    if (ksi_now_ns() - begin > max_ns)
      return ETIMEDOUT;
    ksi_relax();
  }
  return 0;
}

static int set(ksi_domain *domain, int level) {
  const ksi_selector *selector = &domain->selector;
  ksi_store_register(&selector->field,
                     selector->value[level == KSI_AT_REST ? selector->values : level]);
  return wait_until_done(selector);
}

static void close_registers(ksi_domain *domain) {
  ksi_unmap_register(&domain->selector.field);
  ksi_unmap_register(&domain->selector.status);
}

static int map_all(ksi_selector *selector) {
  int problem = ksi_map_register(&selector->field);
  return problem == 0 && selector->status.width != 0 ? ksi_map_register(&selector->status)
                                                     : problem;
}

static int announce(ksi_domain *domain, ksi_journal *journal, int owner) {
  char path[KSI_PATH_BYTES];
  int problem = 0;
  if (!ksi_print_register(&domain->selector.field, path, sizeof path))
    return ENAMETOOLONG;
  if (ksi_announce_varied(journal, owner, KSI_REGISTER, path, &problem) == NULL)
    return problem != 0 ? problem : ENOSPC;
  return ksi_save_journal(journal);
}

static int check_registers(ksi_domain *domain) {
  domain->refusal = domain->selector.field.device;
  if (domain->selector.values == 0)
    return ENOENT;
  if (domain->selector.values == KSI_MOST_LEVELS)
    return E2BIG; /* the value between layers needs a place */
  return ksi_can_write(domain->selector.field.device) ? 0 : EACCES;
}

static int open_registers(ksi_domain *domain, ksi_journal *journal, int owner) {
  ksi_selector *selector = &domain->selector;
  int problem = map_all(selector);
  if (problem == 0)
    problem = announce(domain, journal, owner);
  if (problem != 0) {
    close_registers(domain);
    return problem;
  }
  selector->value[selector->values] = ksi_load_register(&selector->field);
  return 0;
}

const ksi_way ksi_register_way = {"registers",    1,   check_registers,
                                  open_registers, set, close_registers};

/* --- Nothing is changed: for recordings and simulation. */

static int check_nothing(ksi_domain *domain) {
  (void)domain;
  return 0;
}

static int open_nothing(ksi_domain *domain, ksi_journal *journal, int owner) {
  (void)domain, (void)journal, (void)owner;
  return 0;
}

static int set_nothing(ksi_domain *domain, int level) {
  (void)domain, (void)level;
  return 0;
}

static void close_nothing(ksi_domain *domain) { (void)domain; }

/* --- Clamping is a matter of each thread (clamp.c); of a domain there is nothing to be done. */

static int check_clamping(ksi_domain *domain) {
  ksi_clamp now;
  long thread = ksi_this_thread();
  domain->refusal = "utilization clamping in the kernel (CONFIG_UCLAMP_TASK)";
  int problem = ksi_get_clamp(thread, &now);
  return problem != 0 ? problem : ksi_set_clamp(thread, now);
}

const ksi_way ksi_clamp_way = {"uclamp",     0,           check_clamping,
                               open_nothing, set_nothing, close_nothing};

const ksi_way ksi_record_way = {"record",     0,           check_nothing,
                                open_nothing, set_nothing, close_nothing};
