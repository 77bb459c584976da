/* The record of requests is text, a line for each row that names a level, with tabs between its
 * fields (docs/formats/power-record.md). It is for tests, simulation, and inspection. Each line is
 * written immediately and with one call. So lines of several threads do not mix and none is lost if
 * the program is killed. */
#include "power_record.h"

#include "../os/os.h"
#include "../record/read_record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static ksi_kept file = {.file = -1};
static uint64_t begin_ns;
_Atomic int ksi_is_recording_power;

static const char header[] =
    "# kasuri-power-record 1\n"
    "# ns\tlayer\tworkers\trow\tworker\tcore\tlevel\tkhz\tdomain-khz\ttable\tkind\toutcome\n";

void ksi_open_power_record(const char *path) {
  char full[KSI_MOST_PATH];
  int problem = ksi_make_path(full, path) && strlen(full) < KSI_PATH_BYTES ? 0 : ENAMETOOLONG;
  if (problem == 0)
    problem = ksi_begin_kept(&file, full);
  if (problem == 0)
    problem = ksi_append_kept(&file, header, sizeof header - 1);
  if (problem != 0) {
    ksi_say("KASURI_POWER: cannot write '%s': %s", path, strerror(problem));
    return;
  }
  begin_ns = ksi_now_ns();
  atomic_store(&ksi_is_recording_power, 1);
}

void ksi_close_power_record(void) {
  atomic_store(&ksi_is_recording_power, 0);
  ksi_close_kept(&file);
}

static uint32_t khz_of(const ksi_domain *domain, int level) {
  if (domain == NULL || domain->levels == 0 || level == KSI_AT_REST)
    return 0;
  return domain->khz[level < domain->levels ? level : domain->levels - 1];
}

static void print_kind(char *text, size_t size, int kind) {
  if (kind >= 0)
    snprintf(text, size, "%d", kind);
  else
    snprintf(text, size, "-");
}

static void append(const char *line, size_t size, int length) {
  if (length > 0 && (size_t)length < size && ksi_append_kept(&file, line, (size_t)length) != 0)
    atomic_store(&ksi_is_recording_power, 0); /* a full disk */
}

/* Of no table. */
void ksi_record_pace(const ks_pace *pace, int core, ksi_outcome outcome, ksi_domain *domain) {
  char line[512];
  if (!atomic_load_explicit(&ksi_is_recording_power, memory_order_relaxed))
    return;
  const int now = domain != NULL ? atomic_load(&domain->level) : KSI_AT_REST;
  const int length =
      snprintf(line, sizeof line, "%llu\t%s\t0\t-\t0\t%d\t%d\t%u\t%u\t-\t%s\t%s\n",
               (unsigned long long)(ksi_now_ns() - begin_ns), pace->ks_name, core, pace->ks_level,
               (unsigned)khz_of(domain, pace->ks_level), (unsigned)khz_of(domain, now),
               pace->ks_kind != NULL ? "0" : "-", ksi_outcome_name(outcome));
  append(line, sizeof line, length);
}

void ksi_record_counted_request(const ksi_requested *it, ksi_domain *domain) {
  char line[512], kind[16];
  int level = it->table->ks_rows[it->row].ks_level;
  int now = domain != NULL ? atomic_load(&domain->level) : KSI_AT_REST;
  print_kind(kind, sizeof kind, it->kind);
  int length =
      snprintf(line, sizeof line, "%llu\t%s\t%d\t%u\t%d\t%d\t%d\t%u\t%u\t%d\t%s\t%s\n",
               (unsigned long long)(ksi_now_ns() - begin_ns), it->layer->ks_name,
               it->table->ks_worker_count, (unsigned)it->row, it->worker, it->core, level,
               (unsigned)khz_of(domain, level), (unsigned)khz_of(domain, now),
               (int)(it->table - it->layer->ks_tables), kind, ksi_outcome_name(it->outcome));
  append(line, sizeof line, length);
}
