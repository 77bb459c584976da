/* Version 2: exclusive cores with the kernel's partitions.
 *
 * A set becomes a partition. Its cores leave all other sets immediately, for current and future
 * tasks; only unmovable kernel threads stay on them. An isolated partition also has no load
 * balancing, and the kernel keeps its unbound work away. If the kernel refuses, the write still
 * succeeds but the value reads "isolated invalid (reason)". So the value is read back.
 *
 * A set other than the root has either tasks or sets with controllers. Where the base has tasks
 * (a service that was delegated its cores) they first go to a set beside ours.
 */
#include "cgroup.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int note_problem(ksi_set *set, const char *path, int problem) {
  if (problem != 0)
    ksi_note(set, "cannot write %s: %s", path, strerror(problem));
  return problem;
}

static int make_folder(ksi_journal *journal, int owner, ksi_set *set, const char *path,
                       const char *heir) {
  int problem;
  ksi_change *change = ksi_announce_set(journal, owner, path, heir, &problem);
  return note_problem(set, path, ksi_save_and_make(journal, change, owner, problem));
}

static int has_tasks(const char *set) {
  char text[64];
  return ksi_read_text(ksi_join(set, "cgroup.procs").text, text, sizeof text) > 0;
}

/* The set to which our tasks go at the end. */
static int prepare_base(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set,
                        ksi_path *heir) {
  ksi_path control = ksi_join(groups->base.text, "cgroup.subtree_control");
  ksi_path housekeeping = ksi_join(groups->base.text, KSI_HOUSEKEEPING);
  int is_root = strcmp(groups->base.text, groups->mount.text) == 0, problem;
  char text[256] = "";
  *heir = groups->own;
  if (!is_root &&
      (has_tasks(groups->base.text) || ksi_find_change(journal, housekeeping.text) != NULL)) {
    problem = make_folder(journal, owner, set, housekeeping.text, groups->base.text);
    if (problem != 0)
      return problem;
    ksi_move_tasks(groups->base.text, housekeeping.text, NULL);
    if (strcmp(groups->own.text, groups->base.text) == 0)
      *heir = housekeeping;
  }
  ksi_read_text(control.text, text, sizeof text);
  if (ksi_has_word(text, "cpuset") && ksi_find_change(journal, control.text) == NULL)
    return 0;
  ksi_change *change = ksi_announce_word(journal, owner, KSI_CONTROLLER, control.text, "+cpuset",
                                         "-cpuset", &problem);
  return note_problem(set, control.text, ksi_save_and_make(journal, change, owner, problem));
}

/* Whether the set is such a partition now; otherwise the reason is noted. */
static int become(ksi_set *set, const char *kind) {
  char state[128];
  if (ksi_write_in_set(set, set->path.text, "cpus.partition", kind) != 0)
    return 0;
  if (ksi_only_prints_changes())
    return 1;
  ksi_read_text(ksi_file_of_set(set->path.text, "cpus.partition").text, state, sizeof state);
  if (strcmp(state, kind) != 0)
    ksi_note(set, "no partition '%s': the kernel says '%s'", kind, state);
  return strcmp(state, kind) == 0;
}

int ksi_make_set_v2(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set) {
  char cores[KSI_VALUE_BYTES];
  ksi_path heir;
  if (!ksi_print_cores(&journal->owner[owner].cores, cores, sizeof cores))
    return ENAMETOOLONG;
  int problem = prepare_base(journal, owner, groups, set, &heir);
  if (problem == 0)
    problem = make_folder(journal, owner, set, set->path.text, heir.text);
  if (problem == 0)
    problem = ksi_write_in_set(set, set->path.text, "cpus", cores);
  if (problem == 0 && groups->is_remote)
    problem = ksi_write_in_set(set, set->path.text, "cpus.exclusive", cores);
  if (problem != 0)
    return problem;
  if (set->is_isolated && become(set, "isolated"))
    return 0;
  set->is_isolated = 0;
  return become(set, "root") ? 0 : EBUSY;
}

ksi_path ksi_state_of_set(const char *path) { return ksi_file_of_set(path, "cpus.partition"); }

/* Version 1 removes an offline core from the set; version 2 reports the state of the set. A set
 * that is not a partition, or is missing, is not filled yet or being removed. */
int ksi_is_set_valid(const char *path, char *state, size_t size) {
  if (ksi_read_text(ksi_state_of_set(path).text, state, size) > 0)
    return strstr(state, "invalid") != NULL ? 0 : strcmp(state, "member") != 0 ? 1 : -1;
  int length = ksi_read_text(ksi_file_of_set(path, "cpus").text, state, size);
  return length < 0 ? -1 : length > 0;
}
