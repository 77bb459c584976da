/* The common part of both versions of control groups: finding and creating them.
 *
 * The base is the parent of our set. In version 2 only a partition can give cores away, as the root
 * is, or a set with exclusive cores from its administrator. So the base is the nearest such set
 * above the caller that the caller may write: its own unit if the cores are delegated to it,
 * otherwise the root. Version 1 has no partitions: our set takes cores from all others, so the base
 * is the root.
 */
#include "cgroup.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ksi_note(ksi_set *set, const char *format, ...) {
  size_t used = strlen(set->notes);
  va_list arguments;
  va_start(arguments, format);
  if (used > 0 && used + 3 < sizeof set->notes)
    used += (size_t)sprintf(set->notes + used, "; ");
  vsnprintf(set->notes + used, sizeof set->notes - used, format, arguments);
  va_end(arguments);
}

static int has_controller(const char *set) {
  char text[256];
  return ksi_read_text(ksi_join(set, "cgroup.controllers").text, text, sizeof text) > 0 &&
         ksi_has_word(text, "cpuset");
}

/* id parent device root MOUNT options [optional fields] - TYPE source OPTIONS */
static int find_mount(void *argument, char *line) {
  ksi_groups *groups = argument;
  char mount[KSI_PATH_BYTES], type[32], options[256];
  const char *rest = strstr(line, " - ");
  if (rest == NULL || sscanf(line, "%*s %*s %*s %*s %511s", mount) != 1 ||
      sscanf(rest, " - %31s %*s %255s", type, options) != 2)
    return 0;
  int version = strcmp(type, "cgroup2") == 0 && has_controller(mount) ? 2
                : (strcmp(type, "cgroup") == 0 && ksi_has_word(options, "cpuset")) ||
                        strcmp(type, "cpuset") == 0
                    ? 1
                    : 0;
  if (version > groups->version) {
    groups->version = version;
    strcpy(groups->mount.text, mount);
  }
  return 0;
}

/* number:controllers:/set, with 0 and no controllers for version 2. */
static int find_own(void *argument, char *line) {
  ksi_groups *groups = argument;
  char *controllers = strchr(line, ':'), *set = controllers ? strchr(controllers + 1, ':') : NULL;
  if (set == NULL)
    return 0;
  *set++ = '\0';
  if (groups->version == 2 ? controllers[1] != '\0' : !ksi_has_word(controllers + 1, "cpuset"))
    return 0;
  groups->own = groups->mount;
  if (set[1] != '\0' && strncmp(set, "/..", 3) != 0)
    groups->own = ksi_join(groups->mount.text, set + 1);
  return 1;
}

/* Whether sets with their own cores can be created in this one. */
static int can_give_cores(const char *set, int *is_remote) {
  char state[128], cores[KSI_VALUE_BYTES];
  *is_remote = 0;
  if (!has_controller(set) || !ksi_can_write(ksi_join(set, "cgroup.procs").text))
    return 0;
  if (ksi_read_text(ksi_file_of_set(set, "cpus.partition").text, state, sizeof state) > 0 &&
      (strcmp(state, "root") == 0 || strcmp(state, "isolated") == 0))
    return 1;
  *is_remote =
      ksi_read_text(ksi_file_of_set(set, "cpus.exclusive.effective").text, cores, sizeof cores) > 0;
  return *is_remote;
}

static void choose_base(ksi_groups *groups) {
  groups->base = groups->mount;
  if (groups->version != 2)
    return;
  for (ksi_path set = groups->own; strlen(set.text) > strlen(groups->mount.text);
       *strrchr(set.text, '/') = '\0')
    if (can_give_cores(set.text, &groups->is_remote)) {
      groups->base = set;
      return;
    }
  groups->is_remote = 0;
}

void ksi_find_groups(ksi_groups *groups, const char *within) {
  *groups = (ksi_groups){0};
  ksi_each_line(KSI_MOUNTS, find_mount, groups);
  if (groups->version == 0)
    return;
  groups->own = groups->mount;
  ksi_each_line(KSI_OWN_CGROUPS, find_own, groups);
  if (within == NULL) {
    choose_base(groups);
    return;
  }
  size_t length = strlen(groups->mount.text);
  while (*within == '/' && strncmp(within, groups->mount.text, length) != 0)
    within++;
  groups->base = *within == '/' ? ksi_join("", within + 1) : ksi_join(groups->mount.text, within);
  if (groups->version == 2)
    can_give_cores(groups->base.text, &groups->is_remote);
}

ksi_coreset ksi_cores_of_groups(const ksi_groups *groups, const ksi_journal *journal) {
  static const char *const names[] = {"cpus.exclusive.effective", "cpus.effective", "cpus"};
  char text[KSI_VALUE_BYTES];
  ksi_coreset cores = {{0}};
  for (int i = !groups->is_remote; i < 3; i++)
    if (ksi_read_text(ksi_file_of_set(groups->base.text, names[i]).text, text, sizeof text) > 0 &&
        ksi_parse_cores(text, &cores))
      return ksi_join_cores(cores, ksi_taken_cores(journal));
  return cores;
}

int ksi_is_in_exclusive_set(const ksi_groups *groups) {
  const char *name = strrchr(groups->own.text, '/');
  return name != NULL && strncmp(name + 1, KSI_SET_PREFIX, sizeof KSI_SET_PREFIX - 1) == 0 &&
         strcmp(name + 1, KSI_HOUSEKEEPING) != 0;
}

int ksi_write_in_set(ksi_set *set, const char *folder, const char *name, const char *value) {
  ksi_path path = ksi_file_of_set(folder, name);
  int problem = ksi_write_text(path.text, value);
  if (problem != 0)
    ksi_note(set, "cannot write %s: %s", path.text, strerror(problem));
  return problem;
}

int ksi_enter_set(const ksi_set *set, int process) {
  char number[16];
  snprintf(number, sizeof number, "%d", process);
  return ksi_write_text(ksi_join(set->path.text, "cgroup.procs").text, number);
}

int ksi_make_set(ksi_journal *journal, int owner, const ksi_groups *groups, ksi_set *set) {
  if (groups->version == 2)
    return ksi_make_set_v2(journal, owner, groups, set);
  if (groups->version == 1)
    return ksi_make_set_v1(journal, owner, groups, set);
  ksi_note(set, "no control groups with cores (cpuset) are mounted");
  return ENOENT;
}
