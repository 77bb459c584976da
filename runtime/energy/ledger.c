/* An interval is the time between two readings of the sensors. Its energy is divided among the
 * layers that ran in it, and the program outside of layers, by the time that each of them took. If
 * one took nearly all of it, the energy is that layer's own, and counts as `direct`. Otherwise it
 * is apportioned: the layers of the interval are taken to have the same power.
 *
 * Intervals are cut where long runs begin and end, as far as the sensors follow (energy.c). So the
 * energy of long runs is direct, and that of short ones, of which many are in an interval, is
 * apportioned.
 *
 * Energy that is not known (a sensor has failed) is nobody's: the interval's time is `lost`.
 */
#define _GNU_SOURCE
#include "ledger.h"

#include <stdlib.h>
#include <string.h>

static const double own_share = 0.9; /* of an interval: its energy is direct */

void ksi_open_ledger(ksi_ledger *ledger, ksi_energy_total *total, uint64_t now_ns) {
  memset(ledger, 0, sizeof *ledger);
  ledger->total = total;
  ledger->begin_ns = ledger->last_ns = now_ns;
}

static size_t chain_of(const void *key) { return ((uintptr_t)key >> 4) % KSI_LEDGER_CHAINS; }

ksi_ledger_entry *ksi_find_entry(const ksi_ledger *ledger, const void *key, const char *name) {
  ksi_ledger_entry *each = ledger->chain[chain_of(key)];
  while (each != NULL && (each->key != key || each->key_name != name))
    each = each->next;
  return each;
}

ksi_ledger_entry *ksi_add_entry(ksi_ledger *ledger, const void *key, const char *name,
                                ksi_energy_account *account) {
  ksi_ledger_entry *made = calloc(1, sizeof *made);
  char *copy = made != NULL ? strdup(name) : NULL;
  if (copy == NULL) {
    free(made);
    return NULL;
  }
  made->key = key;
  made->key_name = name;
  made->name = copy;
  made->account = account;
  made->next = ledger->chain[chain_of(key)];
  ledger->chain[chain_of(key)] = made;
  return made;
}

/* The time since the last event belongs to the runs that were active. */
static void advance(ksi_ledger *ledger, uint64_t now_ns) {
  const uint64_t passed = now_ns > ledger->last_ns ? now_ns - ledger->last_ns : 0;
  for (ksi_ledger_entry *each = ledger->listed; each != NULL; each = each->next_listed)
    each->window_ns += (uint64_t)each->active * passed;
  ledger->last_ns += passed;
}

static void list(ksi_ledger *ledger, ksi_ledger_entry *entry) {
  if (entry->is_listed)
    return;
  entry->is_listed = 1;
  entry->next_listed = ledger->listed;
  ledger->listed = entry;
}

void ksi_begin_entry(ksi_ledger *ledger, ksi_ledger_entry *entry, uint64_t now_ns) {
  advance(ledger, now_ns);
  list(ledger, entry);
  entry->active++;
  KSI_PUT(entry->account->runs, entry->account->runs + 1);
}

void ksi_end_entry(ksi_ledger *ledger, ksi_ledger_entry *entry, uint64_t now_ns) {
  advance(ledger, now_ns);
  entry->active -= entry->active > 0;
}

static void add(ksi_energy_account *to, const ksi_reading_energy *read, double share, uint64_t ns) {
  const uint64_t nj = (uint64_t)(read->joules * 1e9 * share);
  KSI_PUT(to->ns, to->ns + ns);
  KSI_PUT(to->modeled_nj, to->modeled_nj + (uint64_t)(read->modeled_nj * share));
  if (!read->is_measured)
    return;
  KSI_PUT(to->measured_ns, to->measured_ns + ns);
  KSI_PUT(to->measured_nj, to->measured_nj + nj);
  if (share >= own_share)
    KSI_PUT(to->direct_nj, to->direct_nj + nj);
}

/* Drops the entries without active runs. */
static void keep_active(ksi_ledger *ledger) {
  ksi_ledger_entry *each = ledger->listed, *next;
  ledger->listed = NULL;
  for (; each != NULL; each = next) {
    next = each->next_listed;
    each->window_ns = 0;
    each->is_listed = 0;
    if (each->active > 0)
      list(ledger, each);
  }
}

void ksi_cut(ksi_ledger *ledger, const ksi_reading_energy *read, uint64_t now_ns) {
  advance(ledger, now_ns);
  const uint64_t length = ledger->last_ns - ledger->begin_ns;
  uint64_t inside = 0;
  for (ksi_ledger_entry *each = ledger->listed; each != NULL; each = each->next_listed)
    inside += each->window_ns;
  /* More than its length if several threads ran layers at the same time. */
  const double whole = (double)(inside > length ? inside : length);
  for (ksi_ledger_entry *each = ledger->listed; each != NULL && whole > 0; each = each->next_listed)
    add(each->account, read, (double)each->window_ns / whole, each->window_ns);
  ksi_energy_total *total = ledger->total;
  if (whole > 0)
    add(&total->all, read, 1, length);
  if (length > inside)
    add(&total->outside, read, (double)(length - inside) / whole, length - inside);
  KSI_PUT(total->readings, total->readings + 1);
  KSI_PUT(total->lost, total->lost + !read->is_measured);
  ledger->begin_ns = ledger->last_ns;
  keep_active(ledger);
}
