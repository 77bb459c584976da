/* The journal is one small text file for all programs, /run/kasuri/journal:
 *
 *   kasuri-journal 1
 *   boot 5e2a0a39-6f0e-4dcb-8f7c-0f3f6c0f2a11
 *   owner 0 4711 1234567 2-3
 *   c 1 /proc/irq/24/smp_affinity_list|0-3|0-3|0-1
 *
 * An owner has its place, its process with its start time, and its cores. A change has a kind, the
 * owners as hexadecimal bits, a path, and the value before, the last and the next value. The
 * journal is always written completely beside the old one, synced, and renamed, before an announced
 * change is made. So a program that reads it after a crash at any point finds each value either
 * unchanged or changed as announced, and knows both. There is one file because two programs may
 * take cores from the same mask: each returns its own, and the last one restores the mask that the
 * first one found, in whatever order they end.
 *
 * A journal of another form (from a later Kasuri) is not changed, and no cores are taken.
 *
 * A restart of the system resets all values that Kasuri changes, and numbers and start times of
 * processes begin again. Some systems keep /var/run, so a journal may be older than the system's
 * start. Its values must not be restored, and a process that is the same by its numbers is another
 * one. So the journal names the start that it belongs to, and one of an earlier start is empty,
 * whatever follows. If the system does not name its starts, the journal counts as this one's.
 *
 * A journal is read only if nobody but the user can have written it, because its paths and values
 * are written with the user's permissions.
 */
#include "journal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "kasuri-journal 1";

enum { WAIT_MS = 5000, LINE_BYTES = KSI_PATH_BYTES + 3 * KSI_VALUE_BYTES + 64 };

static ksi_journal *give_up(ksi_journal *journal, int *problem, int reason) {
  *problem = reason;
  ksi_close_journal(journal);
  return NULL;
}

static int parse_owner(ksi_journal *journal, const char *line) {
  unsigned place;
  int number, at = 0;
  unsigned long long start;
  if (sscanf(line, "owner %u %d %llu %n", &place, &number, &start, &at) != 3 || at == 0 ||
      place >= KSI_MOST_OWNERS)
    return 0;
  ksi_owner *owner = &journal->owner[place];
  owner->process = (ksi_process){number, start};
  return ksi_parse_cores(line + at, &owner->cores);
}

/* Copies up to the next '|' or the end, and continues after it. */
static int take_field(const char **at, char *field, size_t size) {
  size_t length = strcspn(*at, "|");
  if (length >= size)
    return 0;
  memcpy(field, *at, length);
  field[length] = '\0';
  *at += length + ((*at)[length] == '|');
  return 1;
}

static int parse_change(ksi_journal *journal, const char *line) {
  char kind;
  unsigned owners;
  int at = 0;
  if (sscanf(line, "%c %x %n", &kind, &owners, &at) != 2 || at == 0)
    return 0;
  line += at;
  ksi_change *change = ksi_add_change(journal, kind, "");
  if (change == NULL)
    return 0;
  change->owners = owners;
  return take_field(&line, change->path, sizeof change->path) &&
         take_field(&line, change->before, sizeof change->before) &&
         take_field(&line, change->last, sizeof change->last) &&
         take_field(&line, change->next, sizeof change->next);
}

static void read_boot(ksi_journal *journal) {
  if (ksi_read_text(KSI_BOOT_ID, journal->boot, sizeof journal->boot) <= 0 ||
      strpbrk(journal->boot, " \n") != NULL)
    journal->boot[0] = '\0';
}

/* Whether the line says that the journal is of an earlier start of the system. */
static int is_of_other_boot(const ksi_journal *journal, const char *line) {
  return strncmp(line, "boot ", 5) == 0 && journal->boot[0] != '\0' &&
         strcmp(line + 5, journal->boot) != 0;
}

static int parse_line(ksi_journal *journal, const char *line) {
  if (strncmp(line, "boot ", 5) == 0)
    return 1;
  return strncmp(line, "owner ", 6) == 0 ? parse_owner(journal, line) : parse_change(journal, line);
}

static int parse(ksi_journal *journal, char *text) {
  char *line = text, *end = strchr(text, '\n');
  if (end == NULL)
    return *text == '\0';
  *end = '\0';
  if (strcmp(line, header) != 0)
    return 0;
  for (line = end + 1; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    if (is_of_other_boot(journal, line))
      return journal->is_of_earlier_boot = 1;
    if (!parse_line(journal, line))
      return 0;
  }
  return *line == '\0';
}

static int load(ksi_journal *journal) {
  size_t size = (size_t)LINE_BYTES * (KSI_MOST_CHANGES + KSI_MOST_OWNERS);
  char *text = ksi_get_memory(size);
  if (text == NULL)
    return ENOMEM;
  read_boot(journal);
  int length = ksi_read_own_text(journal->path, text, size);
  if (length > 0 && (size_t)length + 1 < size)
    memcpy(text + length, "\n", 2); /* it was read as a value, without the last line's end */
  int problem = length == -ENOENT ? 0 : length < 0 ? -length : parse(journal, text) ? 0 : EPROTO;
  ksi_give_back_memory(text, size);
  return problem;
}

/* If another user has created it meanwhile, it is no longer the place. */
static int make_folder(const char *folder) {
  char place[KSI_PATH_BYTES];
  int problem = ksi_make_folder(folder);
  if (problem == EEXIST)
    problem = ksi_find_run_folder(place, sizeof place);
  else if (problem == 0)
    return 0;
  return problem != 0 ? problem : strcmp(place, folder) == 0 ? 0 : EPERM;
}

/* max_ms: below 0: without a lock. */
static ksi_journal *open_journal(const char *folder, int max_ms, int *problem) {
  ksi_journal *journal = ksi_get_memory(sizeof *journal);
  *problem = ENOMEM;
  if (journal == NULL)
    return NULL;
  journal->lock = -1;
  snprintf(journal->path, sizeof journal->path, "%s/lock", folder);
  if (max_ms >= 0 && (journal->lock = ksi_lock_file(journal->path, max_ms)) < 0)
    return give_up(journal, problem, -journal->lock);
  snprintf(journal->path, sizeof journal->path, "%s/journal", folder);
  *problem = load(journal);
  return *problem == 0 ? journal : give_up(journal, problem, *problem);
}

/* In the place where it is, or will be. */
static ksi_journal *find_and_open(int max_ms, int *problem) {
  char folder[KSI_PATH_BYTES - 16];
  *problem = ksi_find_run_folder(folder, sizeof folder);
  if (*problem == 0 && max_ms >= 0)
    *problem = make_folder(folder);
  return *problem == 0 ? open_journal(folder, max_ms, problem) : NULL;
}

ksi_journal *ksi_open_journal(int *problem) {
  return find_and_open(ksi_only_prints_changes() ? -1 : WAIT_MS, problem);
}

ksi_journal *ksi_look_at_journal(int *problem) { return find_and_open(-1, problem); }

ksi_journal *ksi_open_journal_in(const char *folder, int max_ms, int *problem) {
  return open_journal(folder, ksi_only_prints_changes() ? -1 : max_ms, problem);
}

ksi_journal *ksi_look_at_journal_in(const char *folder, int *problem) {
  return open_journal(folder, -1, problem);
}

void ksi_close_journal(ksi_journal *journal) {
  if (journal->lock >= 0)
    ksi_unlock_file(journal->lock);
  ksi_give_back_memory(journal, sizeof *journal);
}

static size_t print_owner(const ksi_journal *journal, int place, char *text) {
  const ksi_owner *owner = &journal->owner[place];
  char cores[KSI_VALUE_BYTES];
  if (owner->process.number == 0 || !ksi_print_cores(&owner->cores, cores, sizeof cores))
    return 0;
  return (size_t)sprintf(text, "owner %d %d %llu %s\n", place, owner->process.number,
                         (unsigned long long)owner->process.start, cores);
}

int ksi_save_journal(const ksi_journal *journal) {
  size_t size = (size_t)LINE_BYTES * (KSI_MOST_CHANGES + KSI_MOST_OWNERS), used = 0;
  char *text = ksi_get_memory(size);
  if (text == NULL)
    return ENOMEM;
  used += (size_t)sprintf(text, "%s\n", header);
  if (journal->boot[0] != '\0')
    used += (size_t)sprintf(text + used, "boot %s\n", journal->boot);
  for (int place = 0; place < KSI_MOST_OWNERS; place++)
    used += print_owner(journal, place, text + used);
  for (int i = 0; i < journal->changes; i++) {
    const ksi_change *change = &journal->change[i];
    used +=
        (size_t)sprintf(text + used, "%c %x %s|%s|%s|%s\n", change->kind, (unsigned)change->owners,
                        change->path, change->before, change->last, change->next);
  }
  int is_empty = ksi_all_owners(journal) == 0 && journal->changes == 0;
  int problem = ksi_save_text(journal->path, text, is_empty ? 0 : used);
  ksi_give_back_memory(text, size);
  return problem;
}

int ksi_find_owner(const ksi_journal *journal, ksi_process process) {
  for (int place = 0; place < KSI_MOST_OWNERS; place++)
    if (journal->owner[place].process.number == process.number &&
        journal->owner[place].process.start == process.start)
      return place;
  return -1;
}

int ksi_add_owner(ksi_journal *journal, ksi_process process, ksi_coreset cores) {
  for (int place = 0; place < KSI_MOST_OWNERS; place++)
    if (journal->owner[place].process.number == 0) {
      journal->owner[place] = (ksi_owner){process, cores};
      return place;
    }
  return -1;
}

ksi_coreset ksi_cores_of(const ksi_journal *journal, uint32_t owners) {
  ksi_coreset all = {{0}};
  for (int place = 0; place < KSI_MOST_OWNERS; place++)
    if ((owners >> place & 1) != 0)
      all = ksi_join_cores(all, journal->owner[place].cores);
  return all;
}

uint32_t ksi_all_owners(const ksi_journal *journal) {
  uint32_t owners = 0;
  for (int place = 0; place < KSI_MOST_OWNERS; place++)
    if (journal->owner[place].process.number != 0)
      owners |= UINT32_C(1) << place;
  return owners;
}

ksi_change *ksi_find_change(ksi_journal *journal, const char *path) {
  for (int i = 0; i < journal->changes; i++)
    if (strcmp(journal->change[i].path, path) == 0)
      return &journal->change[i];
  return NULL;
}

ksi_change *ksi_add_change(ksi_journal *journal, char kind, const char *path) {
  if (journal->changes == KSI_MOST_CHANGES || strlen(path) >= KSI_PATH_BYTES ||
      strpbrk(path, "|\n") != NULL)
    return NULL;
  ksi_change *change = &journal->change[journal->changes++];
  *change = (ksi_change){.kind = kind};
  strcpy(change->path, path);
  return change;
}

void ksi_remove_change(ksi_journal *journal, ksi_change *change) {
  ksi_change *end = &journal->change[--journal->changes];
  memmove(change, change + 1, (size_t)(end - change) * sizeof *change);
}
