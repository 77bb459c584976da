/* What is modelled, with the kernel's function that does it:
 *   a folder of groups gets its files when it is made, and goes only if it has neither tasks nor
 * inner folders; a task is in one group of a hierarchy; some cannot be moved (kernel threads,
 * number 900001xx); version 2: controllers reach the inner groups; not beside tasks, except in the
 * root; a partition takes its cores from its parent, which must be one and keep a core; else its
 * state becomes "... invalid"; version 1: cores are a part of the parent's, and not another's if
 * one of both is exclusive; no tasks without memory; interrupts of which the recording says so
 * refuse; cpufreq: a governor must be among those that there are; a speed is set only under
 * "userspace", within the limits, and becomes the next frequency of the table; the lower limit is
 * never above the upper one; the current frequency follows; the files of cores that are offline (a
 * file `is_offline` beside them says so) are busy. Tasks of a recording have numbers that no
 * process has. */
#define _GNU_SOURCE
#include "kernel_model.h"

#include "../../runtime/os/coreset.h"
#include "../../runtime/os/os.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 1024, FIRST_RECORDED = 90000000, FIRST_UNMOVABLE = 90000100 };

pid_t model_process;
int model_keeper_dies_at;
int model_die_at, model_steps, model_has_no_keeper, model_fail_at, model_wake_latency = -1;

static char root[256], refusing[4096];
static int no_isolated, no_permission;

static void full(char *text, const char *format, ...) {
  va_list arguments;
  int used = snprintf(text, PATH, "%s", root);
  va_start(arguments, format);
  vsnprintf(text + used, (size_t)(PATH - used), format, arguments);
  va_end(arguments);
}

static int get(const char *folder, const char *name, char *text, size_t size) {
  char path[PATH];
  full(path, "%s/%s", folder, name);
  FILE *file = fopen(path, "re");
  text[0] = '\0';
  if (file == NULL)
    return 0;
  size_t length = fread(text, 1, size - 1, file);
  fclose(file);
  while (length > 0 && strchr(" \n", text[length - 1]) != NULL)
    length--;
  text[length] = '\0';
  return 1;
}

static void put(const char *folder, const char *name, const char *text) {
  char path[PATH];
  full(path, "%s/%s", folder, name);
  FILE *file = fopen(path, "we");
  if (file == NULL) {
    perror(path);
    _exit(98);
  }
  if (*text != '\0')
    fprintf(file, "%s\n", text);
  fclose(file);
}

const char *model_value(const char *path) {
  static char text[4096];
  get("", path + 1, text, sizeof text);
  return text;
}

void model_set(const char *path, const char *value) { put("", path + 1, value); }

static int has(const char *folder, const char *name) {
  char path[PATH];
  full(path, "%s/%s", folder, name);
  return access(path, F_OK) == 0;
}

static void make_folders(char *path) {
  for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')) != NULL; *at++ = '/') {
    *at = '\0';
    mkdir(path, 0755);
  }
}

static void load_link(char *line) {
  char path[PATH], target[PATH], *end = strchr(line, ' ');
  *end = '\0';
  full(path, "%s", line);
  full(target, "%s", end + 1);
  make_folders(path);
  if (symlink(target, path) != 0)
    abort();
}

/* A line of a recording: `path|value`, once for each line of the value; `refuses path`; `link path
 * target`; `no isolated`; `no permission`. */
static void load_line(char *line) {
  char path[PATH], *value = strchr(line, '|');
  line[strcspn(line, "\n")] = '\0';
  if (strncmp(line, "refuses ", 8) == 0)
    strcat(strcat(refusing, line + 8), "\n");
  if (strncmp(line, "link ", 5) == 0)
    load_link(line + 5);
  if (strcmp(line, "no isolated") == 0)
    no_isolated = 1;
  if (strcmp(line, "no permission") == 0)
    no_permission = 1;
  if (value == NULL || line[0] != '/')
    return;
  *value++ = '\0';
  full(path, "%s", line);
  make_folders(path);
  FILE *file = fopen(path, "ae");
  if (*value != '\0')
    fprintf(file, "%s\n", value);
  fclose(file);
}

void model_load(const char *name) {
  char path[PATH], line[2048];
  snprintf(root, sizeof root, "%s/kasuri-model-XXXXXX",
           access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  if (mkdtemp(root) == NULL)
    abort();
  ksi_set_root(root);
  refusing[0] = '\0';
  no_isolated = no_permission = 0;
  snprintf(path, sizeof path, "%s/%s.txt", SYSTEMS, name);
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    perror(path);
    exit(98);
  }
  while (fgets(line, sizeof line, file) != NULL)
    load_line(line);
  fclose(file);
  full(path, "/run");
  mkdir(path, 0755);
}

static int remove_one(const char *path, const struct stat *about, int flag, struct FTW *place) {
  (void)about, (void)flag, (void)place;
  return remove(path);
}

const char *model_root(void) { return root; }

void model_forbid(int is_forbidden) { no_permission = is_forbidden; }

void model_remove(void) { nftw(root, remove_one, 20, FTW_DEPTH | FTW_PHYS); }

/* --- Reading: a sorted list of all that is there. */

static char *all;
static size_t all_size;

static int is_group_file(const char *name) {
  return strcmp(name, "tasks") == 0 || strcmp(name, "cgroup.procs") == 0;
}

static void append(const char *text) {
  size_t more = strlen(text);
  all = realloc(all, all_size + more + 1);
  memcpy(all + all_size, text, more + 1);
  all_size += more;
}

static int compare_lines(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The order of tasks in a group means nothing. */
static void append_tasks(char *text) {
  char *lines[512];
  size_t count = 0;
  for (char *rest = text, *line; (line = strtok_r(rest, "\n", &rest)) != NULL && count < 512;)
    if (atol(line) >= FIRST_RECORDED)
      lines[count++] = line;
  qsort(lines, count, sizeof *lines, compare_lines);
  for (size_t i = 0; i < count; i++) {
    append(" ");
    append(lines[i]);
  }
}

static void append_folder(const char *folder) {
  struct dirent **names;
  char path[PATH], text[8192];
  full(path, "%s", folder);
  int count = scandir(path, &names, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    const char *name = names[i]->d_name;
    char inner[PATH];
    snprintf(inner, sizeof inner, "%s/%s", folder, name);
    if (names[i]->d_type == DT_DIR && name[0] != '.' && strcmp(inner, "/run") != 0) {
      append(inner);
      append("/\n");
      append_folder(inner);
    } else if (names[i]->d_type == DT_REG && get(folder, name, text, sizeof text)) {
      append(inner);
      append(":");
      is_group_file(name) ? append_tasks(text) : append(text);
      append("\n");
    }
    free(names[i]);
  }
  if (count >= 0)
    free(names);
}

char *model_snapshot(void) {
  all = NULL;
  all_size = 0;
  append("");
  append_folder("");
  return all;
}

int model_is_same(const char *before, char *now) {
  int is_same = strcmp(before, now) == 0;
  if (!is_same)
    fprintf(stderr, "--- before\n%s--- now\n%s", before, now);
  free(now);
  return is_same;
}

/* --- Groups. */

static int is_group(const char *folder) { return has(folder, "cgroup.procs"); }
static int is_version_2(const char *folder) { return has(folder, "cgroup.controllers"); }

static void parent_of(const char *folder, char *parent) {
  snprintf(parent, PATH, "%s", folder);
  char *slash = strrchr(parent, '/');
  *(slash != NULL ? slash : parent) = '\0';
}

static int is_root_group(const char *folder) {
  char parent[PATH];
  parent_of(folder, parent);
  return !is_group(parent);
}

static ksi_coreset cores(const char *folder, const char *name) {
  char text[512];
  ksi_coreset set = {{0}};
  get(folder, name, text, sizeof text);
  ksi_parse_cores(text, &set);
  return set;
}

static void put_cores(const char *folder, const char *name, ksi_coreset set) {
  char text[512];
  ksi_print_cores(&set, text, sizeof text);
  put(folder, name, text);
}

/* The folders of a group, one after the other in `inner`. */
static int next_inner(DIR *folder, const char *group, char *inner) {
  for (struct dirent *each; (each = readdir(folder)) != NULL;)
    if (each->d_type == DT_DIR && each->d_name[0] != '.') {
      snprintf(inner, PATH, "%s/%s", group, each->d_name);
      return 1;
    }
  return 0;
}

static DIR *open_group(const char *group) {
  char path[PATH];
  full(path, "%s", group);
  DIR *folder = opendir(path);
  if (folder == NULL)
    abort();
  return folder;
}

static void give_files(const char *group) {
  static const char *const names[][2] = {{"cpuset.cpus", ""},
                                         {"cpuset.cpus.effective", ""},
                                         {"cpuset.mems", ""},
                                         {"cpuset.cpus.partition", "member"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    put(group, names[i][0], names[i][1]);
}

static void take_files(const char *group) {
  static const char *const names[] = {"cpuset.cpus", "cpuset.cpus.effective", "cpuset.mems",
                                      "cpuset.cpus.partition", "cpuset.cpus.exclusive"};
  char path[PATH];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    full(path, "%s/%s", group, names[i]);
    unlink(path);
  }
}

static void fill_group(const char *group, const char *parent) {
  char text[256];
  if (!is_version_2(parent)) {
    const char *prefix = has(parent, "cpuset.cpus") ? "cpuset." : "";
    static const char *const names[][2] = {
        {"cpus", ""}, {"mems", ""}, {"cpu_exclusive", "0"}, {"sched_load_balance", "1"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      snprintf(text, sizeof text, "%s%s", prefix, names[i][0]);
      put(group, text, names[i][1]);
    }
    put(group, "tasks", "");
  } else {
    get(parent, "cgroup.subtree_control", text, sizeof text);
    put(group, "cgroup.controllers", text);
    put(group, "cgroup.subtree_control", "");
    if (strstr(text, "cpuset") != NULL)
      give_files(group);
  }
  put(group, "cgroup.procs", "");
}

/* Takes the task out of every group below; whether it was in one. */
static int take_out(const char *group, const char *task) {
  static const char *const files[] = {"cgroup.procs", "tasks"};
  char text[8192], kept[8192], inner[PATH];
  int found = 0;
  for (int i = 0; i < 2; i++) {
    if (!get(group, files[i], text, sizeof text))
      continue;
    kept[0] = '\0';
    for (char *rest = text, *line; (line = strtok_r(rest, "\n", &rest)) != NULL;)
      if (strcmp(line, task) == 0)
        found = 1;
      else
        strcat(strcat(kept, *kept != '\0' ? "\n" : ""), line);
    put(group, files[i], kept);
  }
  DIR *folder = open_group(group);
  while (next_inner(folder, group, inner))
    found += take_out(inner, task);
  closedir(folder);
  return found;
}

static int is_empty(const char *group, const char *name) {
  char text[64];
  return !get(group, name, text, sizeof text) || *text == '\0';
}

static int move_task(const char *group, const char *task) {
  char top[PATH], parent[PATH], text[8192], control[256];
  long number = atol(task);
  if (number >= FIRST_UNMOVABLE)
    return EINVAL;
  if (is_version_2(group)) {
    get(group, "cgroup.subtree_control", control, sizeof control);
    if (!is_root_group(group) && strstr(control, "cpuset") != NULL)
      return EBUSY;
  } else if (is_empty(group, has(group, "cpus") ? "cpus" : "cpuset.cpus") ||
             is_empty(group, has(group, "mems") ? "mems" : "cpuset.mems"))
    return ENOSPC;
  strcpy(top, group);
  while (!is_root_group(top)) {
    parent_of(top, parent);
    strcpy(top, parent);
  }
  if (take_out(top, task) == 0 && number >= FIRST_RECORDED)
    return ESRCH;
  if (number < FIRST_RECORDED && kill((pid_t)number, 0) != 0)
    return ESRCH;
  const char *const files[] = {"cgroup.procs", "tasks"};
  for (int i = 0; i < 2; i++)
    if (get(group, files[i], text, sizeof text)) {
      strcat(strcat(text, *text != '\0' ? "\n" : ""), task);
      put(group, files[i], text);
    }
  return 0;
}

static int switch_controller(const char *group, const char *word) {
  char inner[PATH], text[256], all_words[256] = "";
  int is_on = word[0] == '+', was_on;
  get(group, "cgroup.subtree_control", text, sizeof text);
  was_on = strstr(text, word + 1) != NULL;
  if (is_on == was_on)
    return 0;
  if (is_on && !is_root_group(group) && !is_empty(group, "cgroup.procs"))
    return EBUSY;
  for (char *rest = text, *each; (each = strtok_r(rest, " ", &rest)) != NULL;)
    if (strcmp(each, word + 1) != 0)
      strcat(strcat(all_words, *all_words != '\0' ? " " : ""), each);
  if (is_on)
    strcat(strcat(all_words, *all_words != '\0' ? " " : ""), word + 1);
  put(group, "cgroup.subtree_control", all_words);
  DIR *folder = open_group(group);
  while (next_inner(folder, group, inner)) {
    put(inner, "cgroup.controllers", all_words);
    is_on ? give_files(inner) : take_files(inner);
  }
  closedir(folder);
  return 0;
}

static int is_partition(const char *group) {
  char text[64];
  if (is_root_group(group))
    return 1;
  get(group, "cpuset.cpus.partition", text, sizeof text);
  return strcmp(text, "root") == 0 || strcmp(text, "isolated") == 0;
}

/* What a partition had goes back to its parent, and what it takes comes from there. */
static int make_partition(const char *group, const char *kind) {
  char parent[PATH];
  parent_of(group, parent);
  ksi_coreset wanted = cores(group, "cpuset.cpus"), above = cores(parent, "cpuset.cpus.effective");
  if (no_isolated && strcmp(kind, "isolated") == 0)
    return EINVAL;
  if (is_partition(group))
    above = ksi_join_cores(above, wanted);
  put_cores(parent, "cpuset.cpus.effective", above);
  put(group, "cpuset.cpus.partition", kind);
  if (strcmp(kind, "member") == 0)
    return 0;
  ksi_coreset left = ksi_without_cores(above, wanted), missing = ksi_without_cores(wanted, above);
  const char *why = !is_partition(parent)           ? "Parent is not a partition root"
                    : ksi_count_cores(&wanted) == 0 ? "Cpu list in cpuset.cpus is empty"
                    : ksi_count_cores(&missing) > 0 ? "Cpu list in cpuset.cpus not exclusive"
                    : ksi_count_cores(&left) == 0   ? "Parent unable to distribute cpu downstream"
                                                    : NULL;
  char text[128];
  snprintf(text, sizeof text, "%s invalid (%s)", kind, why != NULL ? why : "");
  put(group, "cpuset.cpus.partition", why != NULL ? text : kind);
  if (why == NULL)
    put_cores(parent, "cpuset.cpus.effective", left);
  return 0;
}

/* Version 1: within the parent's, around the inner ones', apart from exclusive others'. */
static int may_have(const char *group, const char *file, ksi_coreset wanted, int is_exclusive) {
  char parent[PATH], other[PATH], flag[64];
  int is_allowed = 1;
  parent_of(group, parent);
  const char *exclusive = has(group, "cpus") ? "cpu_exclusive" : "cpuset.cpu_exclusive";
  ksi_coreset missing = ksi_without_cores(wanted, cores(parent, file));
  if (ksi_count_cores(&missing) > 0)
    return 0;
  DIR *folder = open_group(parent);
  while (next_inner(folder, parent, other)) {
    ksi_coreset common = ksi_common_cores(wanted, cores(other, file));
    get(other, exclusive, flag, sizeof flag);
    if (strcmp(other, group) != 0 && ksi_count_cores(&common) > 0 && (is_exclusive || *flag == '1'))
      is_allowed = 0;
  }
  closedir(folder);
  folder = open_group(group);
  while (next_inner(folder, group, other)) {
    ksi_coreset outside = ksi_without_cores(cores(other, file), wanted);
    if (ksi_count_cores(&outside) > 0)
      is_allowed = 0;
  }
  closedir(folder);
  return is_allowed;
}

static int write_cores_v1(const char *group, const char *name, const char *text) {
  ksi_coreset wanted;
  char flag[16];
  if (!ksi_parse_cores(text, &wanted))
    return EINVAL;
  get(group, has(group, "cpus") ? "cpu_exclusive" : "cpuset.cpu_exclusive", flag, sizeof flag);
  const char *file = name;
  if (!is_root_group(group) && !may_have(group, file, wanted, *flag == '1'))
    return EINVAL;
  put(group, name, text);
  return 0;
}

static int write_in_group(const char *group, const char *name, const char *text) {
  const char *plain = strncmp(name, "cpuset.", 7) == 0 ? name + 7 : name;
  if (is_group_file(name))
    return move_task(group, text);
  if (strcmp(name, "cgroup.subtree_control") == 0)
    return switch_controller(group, text);
  if (strcmp(plain, "cpus.partition") == 0)
    return make_partition(group, text);
  if (!is_version_2(group) && strcmp(plain, "cpus") == 0)
    return write_cores_v1(group, name, text);
  if (!is_version_2(group) && strcmp(plain, "cpu_exclusive") == 0 && *text == '1' &&
      !is_root_group(group)) {
    const char *file = name == plain ? "cpus" : "cpuset.cpus";
    if (!may_have(group, file, cores(group, file), 1))
      return EINVAL;
  }
  put(group, name, text);
  return 0;
}

/* --- Clocks. */

static unsigned long number_in(const char *policy, const char *name) {
  char text[64];
  return get(policy, name, text, sizeof text) ? strtoul(text, NULL, 10) : 0;
}

static unsigned long clamp(unsigned long khz, unsigned long least, unsigned long most) {
  return khz > most ? most : khz < least ? least : khz;
}

/* The least of the table that is not below; without a table, that itself. */
static unsigned long next_in_table(const char *policy, unsigned long khz) {
  char text[1024], *end;
  unsigned long found = 0, most = 0;
  if (!get(policy, "scaling_available_frequencies", text, sizeof text))
    return khz;
  for (const char *at = text; *at != '\0'; at = *end != '\0' ? end + 1 : end) {
    unsigned long each = strtoul(at, &end, 10);
    most = each > most ? each : most;
    if (each >= khz && (found == 0 || each < found))
      found = each;
  }
  return found != 0 ? found : most;
}

static void put_khz(const char *policy, const char *name, unsigned long khz) {
  char text[32];
  snprintf(text, sizeof text, "%lu", khz);
  put(policy, name, text);
}

/* What the governor "userspace" was asked for, which no file shows; 0: nothing. */
static const char *place_of(const char *policy) {
  static char name[32];
  snprintf(name, sizeof name, "asked%lu", number_in(policy, "affected_cpus"));
  return name;
}

static unsigned long asked_of(const char *policy) { return number_in("/run", place_of(policy)); }
static void ask(const char *policy, unsigned long khz) { put_khz("/run", place_of(policy), khz); }

/* Other governors than "userspace" find the board idle. */
static void follow(const char *policy) {
  char governor[64];
  unsigned long asked = asked_of(policy), least = number_in(policy, "scaling_min_freq"),
                most = number_in(policy, "scaling_max_freq");
  get(policy, "scaling_governor", governor, sizeof governor);
  int is_asked = strcmp(governor, "userspace") == 0;
  unsigned long khz = is_asked                               ? clamp(asked, least, most)
                      : strcmp(governor, "performance") == 0 ? most
                                                             : least;
  put_khz(policy, "scaling_cur_freq", next_in_table(policy, khz));
  if (is_asked)
    put_khz(policy, "scaling_setspeed", next_in_table(policy, khz));
  else
    put(policy, "scaling_setspeed", "<unsupported>");
}

static int has_word(const char *all, const char *word) {
  char text[512];
  snprintf(text, sizeof text, "%s", all);
  for (char *rest = text, *each; (each = strtok_r(rest, " ", &rest)) != NULL;)
    if (strcmp(each, word) == 0)
      return 1;
  return 0;
}

static int write_cpufreq(const char *policy, const char *name, const char *text) {
  char known[512], *end;
  unsigned long khz = strtoul(text, &end, 10);
  if (strcmp(name, "scaling_governor") == 0) {
    get(policy, "scaling_available_governors", known, sizeof known);
    if (!has_word(known, text))
      return EINVAL;
    put(policy, name, text);
    ask(policy, number_in(policy, "scaling_cur_freq"));
    follow(policy);
    return 0;
  }
  get(policy, "scaling_governor", known, sizeof known);
  int is_lower = strcmp(name, "scaling_min_freq") == 0;
  if (*end != '\0' || end == text)
    return EINVAL;
  if (strcmp(name, "scaling_setspeed") == 0 && strcmp(known, "userspace") == 0) {
    ask(policy, khz);
    follow(policy);
    return 0;
  }
  if (!is_lower && strcmp(name, "scaling_max_freq") != 0)
    return EINVAL;
  if (is_lower ? khz > number_in(policy, "scaling_max_freq")
               : khz < number_in(policy, "scaling_min_freq"))
    return EINVAL;
  put_khz(policy, name, khz);
  follow(policy);
  return 0;
}

static int is_policy(const char *folder) { return has(folder, "affected_cpus"); }

/* --- What the linker puts in place of the runtime's functions that change something. */

int __real_ksi_save_text(const char *path, const char *text, size_t length);
int __wrap_ksi_save_text(const char *path, const char *text, size_t length);
int __wrap_ksi_write_text(const char *path, const char *text);
int __wrap_ksi_make_folder(const char *path);
int __wrap_ksi_remove_folder(const char *path);
int __real_ksi_start_keeper(void (*keep)(ksi_process owner));
int __wrap_ksi_start_keeper(void (*keep)(ksi_process owner));

static void step(int half) {
  if (half == 0)
    model_steps++;
  int is_own = model_process == 0 || getpid() == model_process; /* not the keeper */
  if (is_own && model_die_at != 0 && 2 * model_steps - 1 + half == model_die_at)
    raise(SIGKILL);
}

static int split(const char *path, char *folder, const char **name) {
  parent_of(path, folder);
  *name = strrchr(path, '/') + 1;
  return is_group(folder);
}

int __real_ksi_can_write(const char *path);
int __wrap_ksi_can_write(const char *path);
int __wrap_ksi_can_write(const char *path) {
  return (!no_permission || strncmp(path, "/run", 4) == 0) && __real_ksi_can_write(path);
}

static int is_offline(const char *path) {
  char folder[PATH];
  parent_of(path, folder);
  return has(folder, "is_offline");
}

int __real_ksi_read_text(const char *path, char *text, size_t size);
int __wrap_ksi_read_text(const char *path, char *text, size_t size);
int __wrap_ksi_read_text(const char *path, char *text, size_t size) {
  return is_offline(path) ? -EBUSY : __real_ksi_read_text(path, text, size);
}

static int do_write(const char *path, const char *text) {
  char folder[PATH], line[PATH];
  const char *name;
  snprintf(line, sizeof line, "%s\n", path);
  if (strstr(refusing, line) != NULL)
    return EIO;
  if (is_offline(path))
    return EBUSY;
  if (no_permission)
    return EACCES;
  split(path, folder, &name);
  if (!has(folder, name))
    return ENOENT;
  if (model_fail_at != 0 && getpid() == model_process && model_steps == model_fail_at)
    return EIO;
  if (is_group(folder))
    return write_in_group(folder, name, text);
  if (is_policy(folder))
    return write_cpufreq(folder, name, text);
  put(folder, name, text);
  return 0;
}

int __wrap_ksi_write_text(const char *path, const char *text) {
  step(0);
  int problem = do_write(path, text);
  step(1);
  return problem;
}

static int do_make(const char *path) {
  char parent[PATH], whole[PATH];
  const char *name;
  full(whole, "%s", path);
  if (mkdir(whole, 0755) != 0)
    return errno;
  if (split(path, parent, &name))
    fill_group(path, parent);
  return 0;
}

int __wrap_ksi_make_folder(const char *path) {
  step(0);
  int problem = do_make(path);
  step(1);
  return problem;
}

static int has_inner(const char *group) {
  char inner[PATH];
  DIR *folder = open_group(group);
  int found = next_inner(folder, group, inner);
  closedir(folder);
  return found;
}

/* Tasks that have ended are in no group. */
static int has_living(const char *group) {
  char text[8192];
  get(group, "cgroup.procs", text, sizeof text);
  for (char *rest = text, *line; (line = strtok_r(rest, "\n", &rest)) != NULL;)
    if (atol(line) >= FIRST_RECORDED || kill((pid_t)atol(line), 0) == 0)
      return 1;
  return 0;
}

static int do_remove(const char *path) {
  char whole[PATH];
  if (!has(path, "."))
    return ENOENT;
  if (has_living(path) || has_inner(path))
    return EBUSY;
  if (is_version_2(path) && has(path, "cpuset.cpus.partition"))
    make_partition(path, "member");
  full(whole, "%s", path);
  nftw(whole, remove_one, 20, FTW_DEPTH | FTW_PHYS);
  return 0;
}

int __wrap_ksi_remove_folder(const char *path) {
  step(0);
  int problem = do_remove(path);
  step(1);
  return problem;
}

int __wrap_ksi_save_text(const char *path, const char *text, size_t length) {
  step(0);
  int problem = __real_ksi_save_text(path, text, length);
  step(1);
  return problem;
}

int __wrap_ksi_write_kept(ksi_kept *kept, const void *value, size_t bytes);
int __wrap_ksi_write_kept(ksi_kept *kept, const void *value, size_t bytes) {
  char text[64] = "";
  int problem = 0;
  step(0);
  if (strcmp(kept->path, "/dev/cpu_dma_latency") == 0) {
    int32_t us;
    memcpy(&us, value, sizeof us);
    model_wake_latency = us;
  } else {
    memcpy(text, value, bytes < sizeof text ? bytes : sizeof text - 1);
    text[strcspn(text, "\n")] = '\0';
    problem = do_write(kept->path, text);
  }
  step(1);
  return problem;
}

void __real_ksi_store_register(const ksi_register *field, uint64_t value);
void __wrap_ksi_store_register(const ksi_register *field, uint64_t value);
void __wrap_ksi_store_register(const ksi_register *field, uint64_t value) {
  step(0);
  __real_ksi_store_register(field, value);
  step(1);
}

int __real_ksi_write_register_text(const char *path, const char *text);
int __wrap_ksi_write_register_text(const char *path, const char *text);
int __wrap_ksi_write_register_text(const char *path, const char *text) {
  step(0);
  int problem = __real_ksi_write_register_text(path, text);
  step(1);
  return problem;
}

int __real_ksi_has_keeper(void);
int __wrap_ksi_has_keeper(void);
int __wrap_ksi_has_keeper(void) { return model_has_no_keeper || __real_ksi_has_keeper(); }

static void (*keep_on)(ksi_process owner);

static void keep_until_step(ksi_process owner) {
  model_die_at = model_keeper_dies_at;
  model_process = 0;
  model_steps = 0;
  keep_on(owner);
}

int __wrap_ksi_start_keeper(void (*keep)(ksi_process owner)) {
  keep_on = keep;
  return model_has_no_keeper ? 0 : __real_ksi_start_keeper(keep_until_step);
}
