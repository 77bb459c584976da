/* Why a value is never lost, and never overwrites a change of another program.
 *
 * The journal has the original value and the two values that Kasuri may have set, because each
 * change is journaled before it is made. Undoing first reads the value. If it is neither of the
 * two, another program has changed it meanwhile, and it is kept. Undoing writes no new entries and
 * skips what is already undone, so it can be interrupted anywhere and started again.
 *
 * A list or a mask that several programs have taken cores from always is the original one without
 * the cores of the remaining programs. So each program can return its own cores, in any order. If
 * nothing would remain in it, it is all cores but those.
 *
 * The files of offline cores can be neither read nor written (EBUSY). They reappear, with our
 * values, when the cores are back. So they stay in the journal, and a keeper waits for the cores.
 *
 * A frequency changes too often for an entry each time. Instead, the journal announces that it will
 * vary. Then only one program may control it, and its values cannot be told apart from those of
 * another program. So the original value is restored whatever the current one is.
 */
#include "restore.h"

#include "../os/os.h"
#include "set_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LOOKS = 100, LOOK_NS = 1000000 };
enum { MOST_TRIES = 100, TRY_NS = 100000000, OFFLINE_NS = 1000000000 };

static uint32_t bit(int owner) { return UINT32_C(1) << owner; }

static int parse(char kind, const char *text, ksi_coreset *set) {
  return kind == KSI_CORE_MASK ? ksi_parse_mask(text, set) : ksi_parse_cores(text, set);
}

static int has_cores(char kind) { return kind == KSI_CORE_LIST || kind == KSI_CORE_MASK; }

static int is_same(char kind, const char *a, const char *b) {
  ksi_coreset first, second;
  if (!has_cores(kind))
    return strcmp(a, b) == 0;
  return parse(kind, a, &first) && parse(kind, b, &second) && ksi_are_same_cores(&first, &second);
}

static int print_target(const ksi_journal *journal, const ksi_change *change, uint32_t owners,
                        char *text) {
  char online[KSI_VALUE_BYTES];
  ksi_coreset set, all, taken = ksi_cores_of(journal, owners);
  if (owners == 0) {
    memcpy(text, change->before, KSI_VALUE_BYTES);
    return 1;
  }
  if (!parse(change->kind, change->before, &set))
    return 0;
  set = ksi_without_cores(set, taken);
  if (ksi_count_cores(&set) == 0 && ksi_read_text(KSI_ONLINE_CORES, online, sizeof online) > 0 &&
      ksi_parse_cores(online, &all))
    set = ksi_without_cores(all, taken);
  return change->kind == KSI_CORE_MASK ? ksi_print_mask(&set, change->before, text, KSI_VALUE_BYTES)
                                       : ksi_print_cores(&set, text, KSI_VALUE_BYTES);
}

/* The change of the path with `now` as the current value; a new one if it has no owners, or if the
 * current value is not ours. */
static ksi_change *find_or_add(ksi_journal *journal, char kind, const char *path, const char *now,
                               const char *before, int *problem) {
  ksi_change *change = ksi_find_change(journal, path);
  int is_new = change == NULL;
  if (is_new)
    change = ksi_add_change(journal, kind, path);
  *problem = change == NULL ? ENOSPC : 0;
  if (change == NULL)
    return NULL;
  if (is_new ||
      (has_cores(kind) && !is_same(kind, now, change->last) && !is_same(kind, now, change->next)))
    snprintf(change->before, sizeof change->before, "%s", before != NULL ? before : now);
  snprintf(change->last, sizeof change->last, "%s", now);
  return change;
}

static void leave(ksi_journal *journal, ksi_change *change, int owner) {
  change->owners &= ~bit(owner);
  if (change->owners == 0)
    ksi_remove_change(journal, change);
  else if (has_cores(change->kind))
    print_target(journal, change, change->owners, change->next);
}

ksi_change *ksi_announce_cores(ksi_journal *journal, int owner, char kind, const char *path,
                               const char *before, int *problem) {
  char now[KSI_VALUE_BYTES];
  int length = ksi_read_text(path, now, sizeof now);
  ksi_coreset set;
  *problem = ksi_only_prints_changes() || length >= 0 ? 0 : -length;
  if (*problem != 0)
    return NULL;
  if ((size_t)length + 1 == sizeof now || !parse(kind, now, &set)) {
    *problem = EPROTO;
    return NULL;
  }
  ksi_coreset common = ksi_common_cores(set, journal->owner[owner].cores);
  if (before == NULL && ksi_count_cores(&common) == 0)
    return NULL;
  ksi_change *change = find_or_add(journal, kind, path, now, before, problem);
  if (change == NULL)
    return NULL;
  change->owners |= bit(owner);
  if (print_target(journal, change, change->owners, change->next))
    return change;
  leave(journal, change, owner);
  *problem = EPROTO;
  return NULL;
}

ksi_change *ksi_announce_word(ksi_journal *journal, int owner, char kind, const char *path,
                              const char *word, const char *before, int *problem) {
  char now[KSI_VALUE_BYTES];
  int length = ksi_read_text(path, now, sizeof now);
  ksi_change *change = ksi_find_change(journal, path);
  *problem = length < 0 ? -length : 0;
  if (*problem != 0 || (change == NULL && kind == KSI_FLAG && strcmp(now, word) == 0))
    return NULL;
  if (change == NULL)
    change = find_or_add(journal, kind, path, now, before, problem);
  if (change == NULL)
    return NULL;
  change->owners |= bit(owner);
  snprintf(change->next, sizeof change->next, "%s", word);
  return change;
}

ksi_change *ksi_announce_set(ksi_journal *journal, int owner, const char *path, const char *heir,
                             int *problem) {
  *problem = ENAMETOOLONG;
  if (strlen(heir) >= KSI_VALUE_BYTES)
    return NULL;
  ksi_change *change = find_or_add(journal, KSI_SET, path, "", heir, problem);
  if (change != NULL)
    change->owners |= bit(owner);
  return change;
}

static int read_value(char kind, const char *path, char *text) {
  return kind == KSI_REGISTER ? ksi_read_register_text(path, text, KSI_VALUE_BYTES)
                              : ksi_read_text(path, text, KSI_VALUE_BYTES);
}

int ksi_is_anothers(ksi_journal *journal, const char *path, int owner) {
  const ksi_change *change = ksi_find_change(journal, path);
  return change != NULL && (change->owners & ~bit(owner)) != 0;
}

ksi_change *ksi_announce_varied(ksi_journal *journal, int owner, char kind, const char *path,
                                int *problem) {
  char now[KSI_VALUE_BYTES];
  int length = read_value(kind, path, now);
  *problem = length < 0 ? -length : ksi_is_anothers(journal, path, owner) ? EBUSY : 0;
  if (*problem != 0)
    return NULL;
  ksi_change *change = find_or_add(journal, kind, path, now, NULL, problem);
  if (change != NULL)
    change->owners |= bit(owner);
  return change;
}

int ksi_make_change(ksi_journal *journal, ksi_change *change, int owner) {
  int problem = change->kind == KSI_SET ? ksi_make_folder(change->path)
                                        : ksi_write_text(change->path, change->next);
  if (problem == EEXIST && change->kind == KSI_SET)
    problem = 0; /* another owner's, or one whose journal is lost */
  if (problem == 0) {
    memcpy(change->last, change->next, sizeof change->last);
    return 0;
  }
  leave(journal, change, owner);
  return problem;
}

int ksi_save_and_make(ksi_journal *journal, ksi_change *change, int owner, int problem) {
  if (problem == 0 && change != NULL)
    problem = ksi_save_journal(journal);
  return problem == 0 && change != NULL ? ksi_make_change(journal, change, owner) : problem;
}

static int write_back(const ksi_change *change, const char *target) {
  char now[KSI_VALUE_BYTES];
  int length = ksi_read_text(change->path, now, sizeof now);
  if (length == -EBUSY)
    return 0;
  if (length < 0 || is_same(change->kind, now, target))
    return 1; /* gone, or restored already */
  if (!is_same(change->kind, now, change->last) && !is_same(change->kind, now, change->next)) {
    ksi_say("%s was changed to '%s' by another program: not restored", change->path, now);
    return 1;
  }
  return ksi_write_text(change->path, target) == 0;
}

static int give_back_part(ksi_journal *journal, ksi_change *change, uint32_t left) {
  char target[KSI_VALUE_BYTES], now[KSI_VALUE_BYTES];
  if (!has_cores(change->kind))
    return 1;
  if (!print_target(journal, change, left, target))
    return 0;
  if (is_same(change->kind, target, change->next))
    return write_back(change, target); /* as far as an interrupted program got */
  if (ksi_read_text(change->path, now, sizeof now) >= 0 && is_same(change->kind, now, change->next))
    memcpy(change->last, change->next, sizeof change->last);
  memcpy(change->next, target, sizeof change->next);
  return ksi_save_journal(journal) == 0 && write_back(change, target);
}

/* Frequency limits take effect some time after the write, and until then the old value is read. So
 * the value is written whatever is read, and the next reader finds it. */
static int put_back(const ksi_change *change) {
  char now[KSI_VALUE_BYTES];
  int length = read_value(change->kind, change->path, now);
  if (length < 0)
    return length != -EBUSY; /* gone */
  if (change->kind == KSI_REGISTER)
    return ksi_write_register_text(change->path, change->before) == 0;
  if (ksi_write_text(change->path, change->before) != 0)
    return 0;
  for (int i = 0; i < MOST_LOOKS; i++) {
    if (read_value(change->kind, change->path, now) < 0 || strcmp(now, change->before) == 0)
      break;
    ksi_sleep_ns(LOOK_NS);
  }
  return 1;
}

static int undo(const ksi_change *change) {
  if (change->kind == KSI_VARIED || change->kind == KSI_REGISTER)
    return put_back(change);
  if (change->kind == KSI_SET)
    return ksi_dissolve_set(change->path, change->before);
  if (change->kind == KSI_CONTROLLER)
    return ksi_switch_controller_off(change->path, change->before);
  return write_back(change, change->before);
}

int ksi_undo_owner(ksi_journal *journal, int owner) {
  int is_done = 1;
  for (int i = journal->changes; i-- > 0;) {
    ksi_change *change = &journal->change[i];
    uint32_t left = change->owners & ~bit(owner);
    if (left == change->owners)
      continue;
    if (!(left != 0 ? give_back_part(journal, change, left) : undo(change))) {
      is_done = 0;
      continue;
    }
    change->owners = left;
    if (left == 0)
      ksi_remove_change(journal, change);
  }
  if (is_done)
    journal->owner[owner] = (ksi_owner){{0, 0}, {{0}}};
  return ksi_save_journal(journal) == 0 && is_done;
}

void ksi_undo_change(ksi_journal *journal, const char *path, int owner) {
  ksi_change *change = ksi_find_change(journal, path);
  if (change != NULL && change->owners == bit(owner) && undo(change))
    ksi_remove_change(journal, change);
}

int ksi_restore_process(ksi_process process) {
  int problem;
  ksi_journal *journal = ksi_open_journal(&problem);
  if (journal == NULL)
    return 0;
  int place = ksi_find_owner(journal, process);
  int is_done = place < 0 || ksi_undo_owner(journal, place);
  ksi_undo_dead(journal);
  ksi_close_journal(journal);
  return is_done;
}

/* Whether the remaining changes of the process belong to offline cores. */
static int waits_for_cores(ksi_process process) {
  char now[KSI_VALUE_BYTES];
  int problem, is_waiting = 0;
  ksi_journal *journal = ksi_open_journal(&problem);
  if (journal == NULL)
    return 0;
  int owner = ksi_find_owner(journal, process);
  for (int i = 0; owner >= 0 && i < journal->changes; i++) {
    const ksi_change *change = &journal->change[i];
    is_waiting |=
        (change->owners & bit(owner)) != 0 && read_value(change->kind, change->path, now) == -EBUSY;
  }
  ksi_close_journal(journal);
  return is_waiting;
}

void ksi_restore_until_done(ksi_process process) {
  for (int i = 0; !ksi_restore_process(process); i++) {
    if (i >= MOST_TRIES && !waits_for_cores(process))
      return;
    ksi_sleep_ns(i < MOST_TRIES ? TRY_NS : OFFLINE_NS);
  }
}

int ksi_undo_dead(ksi_journal *journal) {
  int count = 0;
  if (journal->is_of_earlier_boot && ksi_save_journal(journal) == 0)
    journal->is_of_earlier_boot = 0;
  for (int i = 0; i < KSI_MOST_OWNERS; i++)
    if (journal->owner[i].process.number != 0 && !ksi_is_alive(journal->owner[i].process)) {
      ksi_undo_owner(journal, i);
      count++;
    }
  return count;
}

int ksi_count_dead(const ksi_journal *journal) {
  int count = 0;
  for (int i = 0; i < KSI_MOST_OWNERS; i++)
    count += journal->owner[i].process.number != 0 && !ksi_is_alive(journal->owner[i].process);
  return count;
}

ksi_coreset ksi_taken_cores(const ksi_journal *journal) {
  uint32_t alive = 0;
  for (int i = 0; i < KSI_MOST_OWNERS; i++)
    if (journal->owner[i].process.number != 0 && ksi_is_alive(journal->owner[i].process))
      alive |= bit(i);
  return ksi_cores_of(journal, alive);
}
