/* Version 1: exclusive cores by moving all other tasks away.
 *
 * cpu_exclusive only keeps other sets from getting the cores. The tasks of the root, which are
 * most, stay there and may run everywhere. So three kinds of sets change:
 *
 * - kasuri-housekeeping gets all cores but ours, and all tasks of the base that may run on ours and
 *   can be moved (kernel threads that belong to one core cannot).
 *
 * - Other sets with our cores (a phone's "background", a container's) lose them, the inner ones
 *   first. A set that has no other cores does not change, and then the cores are not available.
 *
 * - kasuri-PID gets the cores, is exclusive, and has no load balancing. That is effective only if
 *   the base does not balance over all cores either.
 *
 * Sets of other Kasuri programs are skipped: the journal ensures that their cores are not ours.
 */
#include "cgroup.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 8 };

typedef struct state {
  ksi_journal *journal;
  int owner;
  ksi_set *set;
  const char *folder; /* whose inner sets are examined */
  int depth, problem;
} state;

static int note_problem(ksi_set *set, const char *path, int problem) {
  if (problem != 0)
    ksi_note(set, "cannot change %s: %s", path, strerror(problem));
  return problem;
}

static int make_folder(const state *it, const char *path, const char *heir) {
  int problem;
  ksi_change *change = ksi_announce_set(it->journal, it->owner, path, heir, &problem);
  return note_problem(it->set, path, ksi_save_and_make(it->journal, change, it->owner, problem));
}

static int take_cores(const state *it, const char *set, const char *before) {
  int problem;
  ksi_path path = ksi_file_of_set(set, "cpus");
  ksi_change *change =
      ksi_announce_cores(it->journal, it->owner, KSI_CORE_LIST, path.text, before, &problem);
  return note_problem(it->set, path.text,
                      ksi_save_and_make(it->journal, change, it->owner, problem));
}

static int set_flag(const state *it, const char *set, const char *name, const char *word) {
  int problem;
  ksi_path path = ksi_file_of_set(set, name);
  ksi_change *change =
      ksi_announce_word(it->journal, it->owner, KSI_FLAG, path.text, word, NULL, &problem);
  return note_problem(it->set, path.text,
                      ksi_save_and_make(it->journal, change, it->owner, problem));
}

/* A set has no tasks before it has memory. */
static int copy_memory_nodes(ksi_set *set, const char *from, const char *to) {
  char nodes[KSI_VALUE_BYTES];
  int length = ksi_read_text(ksi_file_of_set(from, "mems").text, nodes, sizeof nodes);
  return length < 0 ? note_problem(set, from, -length) : ksi_write_in_set(set, to, "mems", nodes);
}

static int put_others_out(const state *it, const char *base) {
  ksi_path housekeeping = ksi_join(base, KSI_HOUSEKEEPING);
  char all[KSI_VALUE_BYTES];
  const ksi_coreset *cores = &it->journal->owner[it->owner].cores;
  int length = ksi_read_text(ksi_file_of_set(base, "cpus").text, all, sizeof all);
  int problem =
      length < 0 ? note_problem(it->set, base, -length) : make_folder(it, housekeeping.text, base);
  if (problem == 0)
    problem = take_cores(it, housekeeping.text, all);
  if (problem == 0)
    problem = copy_memory_nodes(it->set, base, housekeeping.text);
  if (problem == 0)
    ksi_move_tasks(base, housekeeping.text, cores);
  return problem;
}

static int take_from_others(state *it, const char *folder);

/* Whether it has some of our cores; `others`: the number of its other cores. */
static int has_our_cores(const state *it, const char *set, int *others) {
  char text[KSI_VALUE_BYTES];
  ksi_coreset cores, ours = it->journal->owner[it->owner].cores;
  if (ksi_read_text(ksi_file_of_set(set, "cpus").text, text, sizeof text) <= 0 ||
      !ksi_parse_cores(text, &cores))
    return 0;
  ksi_coreset common = ksi_common_cores(cores, ours);
  *others = ksi_count_cores(&cores) - ksi_count_cores(&common);
  return ksi_count_cores(&common) > 0;
}

static int take_from_set(void *argument, const char *name) {
  state inner = *(state *)argument, *it = argument;
  ksi_path set = ksi_join(it->folder, name);
  int others;
  if (strncmp(name, KSI_SET_PREFIX, sizeof KSI_SET_PREFIX - 1) == 0 ||
      !has_our_cores(it, set.text, &others))
    return 0;
  if (others == 0 || it->depth == DEEPEST) {
    ksi_note(it->set, "%s has no other cores", set.text);
    it->problem = EBUSY;
    return 1;
  }
  inner.depth++;
  it->problem = take_from_others(&inner, set.text);
  if (it->problem == 0)
    it->problem = take_cores(it, set.text, NULL);
  return it->problem != 0;
}

static int take_from_others(state *it, const char *folder) {
  it->folder = folder;
  ksi_each_name(folder, take_from_set, it);
  return it->problem;
}

static int fill_own_set(const state *it, const char *base) {
  char cores[KSI_VALUE_BYTES];
  ksi_set *set = it->set;
  if (!ksi_print_cores(&it->journal->owner[it->owner].cores, cores, sizeof cores))
    return ENAMETOOLONG;
  int problem = ksi_write_in_set(set, set->path.text, "cpus", cores);
  if (problem == 0)
    problem = copy_memory_nodes(set, base, set->path.text);
  if (problem == 0)
    problem = set_flag(it, base, "cpu_exclusive", "1");
  if (problem == 0)
    problem = ksi_write_in_set(set, set->path.text, "cpu_exclusive", "1");
  return problem;
}

static int is_exclusive(ksi_set *set) {
  char text[16];
  if (ksi_only_prints_changes())
    return 1;
  ksi_read_text(ksi_file_of_set(set->path.text, "cpu_exclusive").text, text, sizeof text);
  if (strcmp(text, "1") != 0)
    ksi_note(set, "the cpuset did not become exclusive");
  return strcmp(text, "1") == 0;
}

int ksi_make_set_v1(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set) {
  state it = {.journal = journal, .owner = owner, .set = set};
  const char *base = groups->base.text;
  int problem = put_others_out(&it, base);
  if (problem == 0)
    problem = take_from_others(&it, base);
  if (problem == 0)
    problem = make_folder(&it, set->path.text, groups->own.text);
  if (problem == 0)
    problem = fill_own_set(&it, base);
  if (problem != 0)
    return problem;
  if (!is_exclusive(set))
    return EBUSY;
  if (set->is_isolated && (ksi_write_in_set(set, set->path.text, "sched_load_balance", "0") != 0 ||
                           set_flag(&it, base, "sched_load_balance", "0") != 0))
    set->is_isolated = 0;
  return 0;
}
