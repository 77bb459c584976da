/* A set is a folder: its files contain its cores and its tasks. These functions do not know the
 * journal, so that restore.c can use them to undo its entries. */
#include "set_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 50, TRIES = 200, TRY_NS = 5000000 };

int ksi_has_word(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *at = text; (at = strstr(at, word)) != NULL; at += length)
    if ((at == text || strchr(" ,", at[-1]) != NULL) &&
        (at[length] == '\0' || strchr(" ,:", at[length]) != NULL))
      return 1;
  return 0;
}

ksi_path ksi_file_of_set(const char *set, const char *name) {
  ksi_path plain = ksi_join(set, name), path;
  char with_prefix[64];
  snprintf(with_prefix, sizeof with_prefix, "cpuset.%s", name);
  path = ksi_join(set, with_prefix);
  return ksi_exists(path.text) || !ksi_exists(plain.text) ? path : plain;
}

typedef struct move {
  ksi_path to;
  const ksi_coreset *cores;
  int moved;
} move;

static int move_task(void *argument, char *line) {
  move *all = argument;
  if (all->cores == NULL || ksi_may_run_on(atol(line), all->cores))
    all->moved += ksi_write_text(all->to.text, line) == 0;
  return 0;
}

/* In version 1 the threads of a process may be in different sets, and must remain so. */
static ksi_path tasks_of(const char *set) {
  ksi_path threads = ksi_join(set, "tasks");
  return ksi_exists(threads.text) ? threads : ksi_join(set, "cgroup.procs");
}

/* A task that is moved may just have started another. */
void ksi_move_tasks(const char *from, const char *to, const ksi_coreset *cores) {
  ksi_path tasks = tasks_of(from);
  if (ksi_only_prints_changes()) {
    printf("move the tasks of %s to %s\n", from, to);
    return;
  }
  for (int pass = 0; pass < PASSES; pass++) {
    move all = {tasks_of(to), cores, 0};
    ksi_each_line(tasks.text, move_task, &all);
    if (all.moved == 0)
      return;
  }
}

/* The last of its tasks may still be ending; the system then reports that it is busy. Tasks that
 * the heir refuses go to the folder above it. */
int ksi_dissolve_set(const char *path, const char *heir) {
  ksi_path above = ksi_join(path, "");
  for (int slashes = 0; slashes < 2; slashes++)
    *strrchr(above.text, '/') = '\0';
  if (!ksi_exists(path))
    return 1;
  if (ksi_exists(ksi_file_of_set(path, "cpus.partition").text))
    ksi_write_text(ksi_file_of_set(path, "cpus.partition").text, "member");
  for (int i = 0; i < TRIES; i++) {
    ksi_move_tasks(path, heir, NULL);
    ksi_move_tasks(path, above.text, NULL);
    int problem = ksi_remove_folder(path);
    if (problem == 0 || problem == ENOENT)
      return 1;
    if (problem != EBUSY)
      return 0;
    ksi_sleep_ns(TRY_NS);
  }
  return 0;
}

/* Its own sets no longer need the controller; those of others that use it still do. */
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
    ksi_say("%s: cpuset is used by another program: not disabled", path);
    return 1;
  }
  return ksi_write_text(path, word) == 0;
}
