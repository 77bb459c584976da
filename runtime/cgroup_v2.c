/* Version 2: the kernel's own exclusive cores.
 *
 * A set becomes a partition: its cores leave all other sets, at once and for every task, those to
 * come included, and only unmovable kernel threads stay on them. An isolated one has no load
 * balancing either, and the kernel keeps its unbound work away. The kernel refuses by letting the
 * write succeed and the value read "isolated invalid (reason)", so the value is read back.
 *
 * A set other than the root has either tasks or sets with controllers. Where the base has tasks
 * (a service that was delegated its cores) they first go to a set beside ours.
 */
#include "cgroup.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int ksi_has_word(const char *text, const char *word);

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

/* The set to which the tasks of ours go in the end. */
static int prepare_base(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set,
                        ksi_path *heir) {
  ksi_path control = ksi_join(groups->base.text, "cgroup.subtree_control");
  ksi_path house = ksi_join(groups->base.text, KSI_HOUSE);
  int is_root = strcmp(groups->base.text, groups->mount.text) == 0, problem;
  char text[256] = "";
  *heir = groups->own;
  if (!is_root && (has_tasks(groups->base.text) || ksi_find_change(journal, house.text) != NULL)) {
    problem = make_folder(journal, owner, set, house.text, groups->base.text);
    if (problem != 0)
      return problem;
    ksi_move_tasks(groups->base.text, house.text, NULL);
    if (strcmp(groups->own.text, groups->base.text) == 0)
      *heir = house;
  }
  ksi_read_text(control.text, text, sizeof text);
  if (ksi_has_word(text, "cpuset") && ksi_find_change(journal, control.text) == NULL)
    return 0;
  ksi_change *change = ksi_announce_word(journal, owner, KSI_CONTROLLER, control.text, "+cpuset",
                                         "-cpuset", &problem);
  return note_problem(set, control.text, ksi_save_and_make(journal, change, owner, problem));
}

/* Whether the set is such a partition now; the reason why not is noted. */
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

/* Its own sets need the controller no longer; those of others that use it still do. */
static int uses_cores(void *base, const char *name) {
  char text[KSI_VALUE_BYTES];
  ksi_path set = ksi_join(base, name);
  return strncmp(name, KSI_SET_PREFIX, sizeof KSI_SET_PREFIX - 1) != 0 &&
         ksi_read_text(ksi_file_of_set(set.text, "cpus").text, text, sizeof text) > 0;
}

int ksi_switch_controller_off(const char *path, const char *word) {
  char text[256];
  ksi_path base = {{0}};
  snprintf(base.text, sizeof base.text, "%s", path);
  *strrchr(base.text, '/') = '\0';
  if (ksi_read_text(path, text, sizeof text) < 0 || !ksi_has_word(text, "cpuset"))
    return 1;
  if (ksi_each_name(base.text, uses_cores, base.text) != 0) {
    ksi_say("%s: cpuset is used by somebody else: left on", path);
    return 1;
  }
  return ksi_write_text(path, word) == 0;
}

ksi_path ksi_state_of_set(const char *path) { return ksi_file_of_set(path, "cpus.partition"); }

/* Version 1 takes a core that goes offline out of the set; version 2 says what became of it. A set
 * that is no partition, or gone, is not filled yet or being dissolved. */
int ksi_is_set_valid(const char *path, char *state, size_t size) {
  if (ksi_read_text(ksi_state_of_set(path).text, state, size) > 0)
    return strstr(state, "invalid") != NULL ? 0 : strcmp(state, "member") != 0 ? 1 : -1;
  int length = ksi_read_text(ksi_file_of_set(path, "cpus").text, state, size);
  return length < 0 ? -1 : length > 0;
}
