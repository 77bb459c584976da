/* A team with cores of its own, on the real system: run with KASURI_EXCLUSIVE=1, by
 * exclusive_system.sh, also as `term`, `killed` and `exec`: ways to end; `thread`: killed, too,
 * when another thread than the first made the team. */
#define _GNU_SOURCE
#include <kasuri/kasuri.h>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK_END _exit(99)
#include "check.h"

enum { PARTS = 2, MEGABYTES = 64 };

static int count_cores(cpu_set_t *set) {
  CHECK(sched_getaffinity(0, sizeof *set, set) == 0);
  return CPU_COUNT(set);
}

static void note_core(void *frame, uint32_t part, uint32_t parts) {
  cpu_set_t *sets = frame;
  for (uint32_t i = part; i < (parts == 1 ? PARTS : part + 1); i++)
    count_cores(&sets[i]);
}

static int run_layer(cpu_set_t *sets) {
  static const ks_row rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 0}};
  static const uint16_t first[] = {0, 1, 2};
  static const ks_table table = {PARTS, 1, first, rows, NULL};
  ks_task task = {note_core, "core", 0, 0, 0, 0, 0};
  ks_layer layer = {KS_ABI_VERSION, "core", &task, &table, 1, 1, NULL};
  int workers = (int)ks_workers(&layer);
  if (workers >= PARTS)
    ks_run(&layer, sets);
  return workers;
}

/* That it is in a set of ours, not merely pinned. */
static int is_in_own_set(void) {
  char line[512], name[64];
  int found = 0;
  snprintf(name, sizeof name, "/kasuri-%d\n", (int)getpid());
  FILE *file = fopen("/proc/self/cgroup", "re");
  CHECK(file != NULL);
  while (fgets(line, sizeof line, file) != NULL)
    found |= strstr(line, name) != NULL;
  fclose(file);
  return found;
}

static void child_of_fork(void) {
  cpu_set_t set, sets[PARTS];
  int status;
  pid_t child = fork();
  if (child == 0) {
    count_cores(&set);
    run_layer(sets);
    exit(5); /* which restores nothing of the parent's */
  }
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 5);
  CHECK(is_in_own_set());
}

static void end_by_handler(int signal) {
  (void)signal;
  exit(3);
}

/* What the program executes finds the system restored. */
static int look_after_exec(int all) {
  cpu_set_t set;
  for (int i = 0; i < 1000; i++, usleep(10000))
    if (!is_in_own_set() && count_cores(&set) == all)
      return 0;
  fprintf(stderr, "after the exec: %s set, %d of %d cores\n", is_in_own_set() ? "own" : "no own",
          CPU_COUNT(&set), all);
  return 98;
}

/* The keeper must not share the program's memory, or each first write to a page of it would copy
 * that. */
static void check_keeper_is_small(void) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(SANITIZED)
  FILE *out =
      popen("cd /proc; for p in [0-9]*; do [ \"$(cat $p/comm 2>/dev/null)\" = kasuri-keeper ] && "
            "sed -n 's/^VmRSS:[[:space:]]*\\([0-9]*\\) kB/\\1/p' $p/status; done",
            "re");
  char line[64];
  int keepers = 0;
  CHECK(out != NULL);
  for (; fgets(line, sizeof line, out) != NULL; keepers++)
    CHECK(atol(line) < MEGABYTES * 1024 / 2);
  pclose(out);
  CHECK(keepers > 0);
#endif
}

static void *make_team(void *sets) { return (void *)(intptr_t)run_layer(sets); }

/* On the stack of another thread, the keeper has other memory to keep. */
static int run_first_layer(cpu_set_t *sets, int in_thread) {
  pthread_t other;
  void *workers;
  char *large = malloc((size_t)MEGABYTES << 20);
  CHECK(large != NULL && memset(large, 1, (size_t)MEGABYTES << 20) == large);
  if (!in_thread)
    return run_layer(sets);
  CHECK(pthread_create(&other, NULL, make_team, sets) == 0 && pthread_join(other, &workers) == 0);
  return (int)(intptr_t)workers;
}

static int no_children(void) { return waitpid(-1, NULL, WNOHANG) == -1; }

int main(int count, char **arguments) {
  cpu_set_t set, sets[PARTS];
  char number[16];
  int all = count_cores(&set);
  if (count > 2)
    return look_after_exec(atoi(arguments[2]));
  if (count > 1 && strcmp(arguments[1], "plain") == 0)
    return run_first_layer(sets, 0) < 1;
  CHECK(all > 1);
  int in_thread = count > 1 && strcmp(arguments[1], "thread") == 0;
  int workers = run_first_layer(sets, in_thread);
  CHECK(is_in_own_set() && no_children());
  check_keeper_is_small();
  CHECK(count_cores(&set) < all && workers <= count_cores(&set));
  /* The caller does the rows of a worker that does not come, so it may take some layers until one
   * does. */
  while (workers >= PARTS && (CPU_COUNT(&sets[1]) != 1 || CPU_EQUAL(&sets[0], &sets[1])))
    run_layer(sets);
  printf("%d workers on %d of %d cores\n", workers, CPU_COUNT(&set), all);
  fflush(stdout);
  child_of_fork();
  if (count < 2)
    return 0;
  snprintf(number, sizeof number, "%d", all);
  signal(SIGTERM, end_by_handler);
  if (strcmp(arguments[1], "exec") == 0)
    execl("/proc/self/exe", "exec", "after", number, (char *)NULL);
  raise(strcmp(arguments[1], "term") == 0 ? SIGTERM : SIGKILL);
  return 97;
}
