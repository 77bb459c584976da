/* A container or a service may have fewer cores' worth of time than it has cores: `cpu.max` of
 * version 2 ("150000 100000": 150 ms in each 100 ms), `cpu.cfs_quota_us` and `cpu.cfs_period_us` of
 * version 1. The smallest limit on the path from the process's group to the root counts.
 *
 * Once the group has used its time, all its threads stop until the period ends. N busy workers with
 * the time of Q cores stand still for the share 1 - Q/N of each period. Rounding Q up uses all the
 * time, but makes all workers stop now and then, in the middle of tasks that others wait for.
 * Rounding down never stops, but loses up to half of the time. So Q is rounded up if the workers
 * then stop for at most a quarter of the time, which is also the share from which a machine counts
 * as busy (load.c):
 *
 *   Q     0.5   1   1.4   1.5   2   2.2   2.5   3.1
 *   N       1   1     1     2   2     2     3     4
 *
 * A limit that cannot be read or makes no sense is no limit.
 */
#include "quota.h"

#include "../os/os.h"
#include "set_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct hierarchy {
  int is_mounted;
  ksi_path mount;
  char root[KSI_PATH_BYTES]; /* the group that is mounted there */
} hierarchy;

typedef struct search {
  hierarchy of[3]; /* by version */
  int workers;
} search;

/* id parent device ROOT MOUNT options [optional fields] - TYPE source OPTIONS */
static int find_mount(void *argument, char *line) {
  search *in = argument;
  char root[KSI_PATH_BYTES], mount[KSI_PATH_BYTES], type[32], options[256];
  const char *rest = strstr(line, " - ");
  if (rest == NULL || sscanf(line, "%*s %*s %*s %511s %511s", root, mount) != 2 ||
      sscanf(rest, " - %31s %*s %255s", type, options) != 2)
    return 0;
  int version = strcmp(type, "cgroup2") == 0                                  ? 2
                : strcmp(type, "cgroup") == 0 && ksi_has_word(options, "cpu") ? 1
                                                                              : 0;
  if (version == 0 || in->of[version].is_mounted)
    return 0;
  in->of[version].is_mounted = 1;
  strcpy(in->of[version].mount.text, mount);
  strcpy(in->of[version].root, root);
  return 0;
}

/* A whole number at the start of the text. */
static int read_number(const char *text, unsigned long long *number) {
  char *end;
  if (*text < '0' || *text > '9')
    return 0;
  *number = strtoull(text, &end, 10);
  return *number < (1ULL << 56) && (*end == '\0' || *end == ' ');
}

static int read_limit(int version, const char *set, unsigned long long *quota,
                      unsigned long long *period) {
  char text[64], other[64];
  const char *second;
  if (version == 2) {
    if (ksi_read_text(ksi_join(set, "cpu.max").text, text, sizeof text) <= 0)
      return 0;
    second = strchr(text, ' ');
    second = second != NULL ? second + 1 : "";
  } else {
    if (ksi_read_text(ksi_join(set, "cpu.cfs_quota_us").text, text, sizeof text) <= 0 ||
        ksi_read_text(ksi_join(set, "cpu.cfs_period_us").text, other, sizeof other) <= 0)
      return 0;
    second = other;
  }
  return read_number(text, quota) && read_number(second, period) && *quota > 0 && *period > 0;
}

static void apply_limit(search *in, int version, const char *set) {
  unsigned long long quota, period;
  if (!read_limit(version, set, &quota, &period))
    return;
  const unsigned long long up = (quota + period - 1) / period, steady = 4 * quota / (3 * period);
  const unsigned long long workers = up < steady ? up : steady;
  if (workers < (unsigned long long)in->workers)
    in->workers = workers > 1 ? (int)workers : 1;
}

/* The group below the mounted one; "" if it is that one, or if it is not below it. */
static const char *below_root(const char *set, const char *root) {
  const size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
  if (strncmp(set, root, length) != 0 || set[length] != '/' || strncmp(set, "/..", 3) == 0)
    return "";
  return set + length + 1;
}

/* number:controllers:/set, with 0 and no controllers for version 2. */
static int apply_group(void *argument, char *line) {
  search *in = argument;
  char *controllers = strchr(line, ':'), *set = controllers ? strchr(controllers + 1, ':') : NULL;
  if (set == NULL || set[1] != '/')
    return 0;
  *set++ = '\0';
  const int version = controllers[1] == '\0' ? 2 : ksi_has_word(controllers + 1, "cpu") ? 1 : 0;
  const hierarchy *its = &in->of[version];
  if (version == 0 || !its->is_mounted)
    return 0;
  const char *name = below_root(set, its->root);
  const size_t end = strlen(its->mount.text);
  ksi_path each = *name != '\0' ? ksi_join(its->mount.text, name) : its->mount;
  for (; strlen(each.text) > end; *strrchr(each.text, '/') = '\0')
    apply_limit(in, version, each.text);
  apply_limit(in, version, its->mount.text);
  return 0;
}

int ksi_workers_of_quota(int most) {
  static search in; /* too large for the stack of a small thread; only one thread makes the team */
  memset(&in, 0, sizeof in);
  in.workers = most;
  ksi_each_line(KSI_MOUNTS, find_mount, &in);
  ksi_each_line(KSI_OWN_CGROUPS, apply_group, &in);
  return in.workers;
}
