/* Taking cores for oneself changes a recorded system as the kernel allows, and whatever happens
 * afterwards (exit, SIGKILL at any step, of the program, of its keeper, of the one who restores)
 * leaves it bit by bit as it was. */
#define _GNU_SOURCE
#include "../../runtime/exclusive/exclusive.h"
#include "../../runtime/exclusive/recover.h"
#include "kernel_model.h"

#include <kasuri/kasuri.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK_END (fprintf(stderr, "  on %s\n", current), exit(1))
#include "check.h"

static const char *current = "";

/* What two cores come to. */
static const struct expected {
  const char *system, *cores;
  int is_exclusive, is_isolated;
} systems[] = {
    {"v2_board", "2-3", 1, 1},   {"v2_systemd", "2-3", 1, 1},   {"v2_delegated", "6-7", 1, 1},
    {"v2_old", "2-3", 1, 0},     {"v2_no_cpuset", "2-3", 0, 0}, {"v2_user", "", 0, 0},
    {"v1_board", "2-3", 1, 1},   {"v1_phone", "6-7", 1, 1},     {"hybrid", "1", 1, 1},
    {"v1_claimed", "2-3", 0, 0}, {"none", "2-3", 0, 0},         {"one_core", "", 0, 0},
};
enum { SYSTEMS_COUNT = sizeof systems / sizeof *systems };

typedef struct owner {
  pid_t process;
  int orders; /* closing it lets the owner give back and end */
  ksi_grant grant;
} owner;

static void take(int count, ksi_grant *grant) {
  ksi_request request = {.count = count, .is_isolated = 1};
  for (int core = 0; core < 64; core++)
    ksi_add_core(&request.usable, core);
  ksi_take_exclusive_cores(&request, grant);
  if (grant->is_exclusive && ksi_enter_set(&grant->set, (int)getpid()) != 0)
    _exit(97);
}

static void be_owner(int count, int report, int orders) {
  static ksi_grant grant;
  char byte;
  take(count, &grant);
  if (write(report, &grant, sizeof grant) != sizeof grant || read(orders, &byte, 1) != 0)
    _exit(96);
  ksi_give_back_exclusive_cores();
  _exit(0);
}

/* Whether it lived to have its answer. */
static int start_owner(owner *it, int count, int die_at, int has_keeper) {
  int report[2], orders[2];
  CHECK(pipe(report) == 0 && pipe(orders) == 0);
  it->process = fork();
  if (it->process == 0) {
    for (int file = STDERR_FILENO + 1; file < 64; file++) /* another owner's orders among them */
      if (file != report[1] && file != orders[0])
        close(file);
    model_die_at = die_at;
    model_steps = 0;
    model_has_no_keeper = !has_keeper;
    be_owner(count, report[1], orders[0]);
  }
  close(report[1]);
  close(orders[0]);
  it->orders = orders[1];
  ssize_t got = read(report[0], &it->grant, sizeof it->grant);
  close(report[0]);
  return got == (ssize_t)sizeof it->grant;
}

static int wait_for(const owner *it) {
  int status;
  CHECK(waitpid(it->process, &status, 0) == it->process);
  close(it->orders);
  return status;
}

static void end_owner(owner *it) {
  int status;
  close(it->orders);
  CHECK(waitpid(it->process, &status, 0) == it->process && status == 0);
}

static void kill_owner(owner *it) {
  kill(it->process, SIGKILL);
  CHECK(WIFSIGNALED(wait_for(it)));
}

static void check_same(const char *before) { CHECK(model_is_same(before, model_snapshot())); }

static void restore_as_next_start(void) {
  int problem;
  ksi_journal *journal = ksi_open_journal(&problem);
  CHECK(journal != NULL);
  ksi_undo_dead(journal);
  ksi_close_journal(journal);
}

/* Waits until the journal has no owner left and the keeper has let go of it. */
static void wait_for_keeper(void) {
  for (int owners = 1; owners != 0; usleep(1000)) {
    int problem;
    ksi_journal *journal = ksi_open_journal(&problem);
    CHECK(journal != NULL);
    owners = ksi_all_owners(journal) != 0 || journal->changes != 0;
    ksi_close_journal(journal);
  }
}

/* A list or mask that has none of the cores, unless it refuses (then `is_same`). */
static int is_free_of(const char *path, ksi_coreset cores) {
  ksi_coreset set, common;
  const char *text = model_value(path);
  CHECK(strstr(path, "list") != NULL ? ksi_parse_cores(text, &set) : ksi_parse_mask(text, &set));
  common = ksi_common_cores(set, cores);
  return ksi_count_cores(&common) == 0 && ksi_count_cores(&set) > 0;
}

static int has_task(const char *set, const char *task) {
  char path[600];
  snprintf(path, sizeof path, "%s/cgroup.procs", set);
  const char *found = strstr(model_value(path), task);
  return found != NULL;
}

static void check_grant(const struct expected *it, const owner *one) {
  char cores[256], number[16], path[600];
  CHECK(ksi_print_cores(&one->grant.cores, cores, sizeof cores));
  if (one->grant.is_exclusive != it->is_exclusive || strcmp(cores, it->cores) != 0)
    fprintf(stderr, "cores %s: %s\n", cores, one->grant.set.notes);
  CHECK(one->grant.is_exclusive == it->is_exclusive && strcmp(cores, it->cores) == 0);
  CHECK(it->is_exclusive || one->grant.set.notes[0] != '\0');
  if (!it->is_exclusive)
    return;
  CHECK(one->grant.set.is_isolated == it->is_isolated);
  CHECK(it->is_isolated || one->grant.set.notes[0] != '\0');
  snprintf(number, sizeof number, "%d", (int)one->process);
  CHECK(has_task(one->grant.set.path.text, number));
  CHECK(is_free_of(KSI_WORKQUEUE_MASK, one->grant.cores) &&
        is_free_of(KSI_NEW_IRQ_MASK, one->grant.cores));
  if (strncmp(it->system, "v2", 2) != 0)
    return;
  snprintf(path, sizeof path, "%s/cpuset.cpus.partition", one->grant.set.path.text);
  CHECK(strcmp(model_value(path), it->is_isolated ? "isolated" : "root") == 0);
}

static void all_systems_grant_what_they_can(void) {
  for (int i = 0; i < SYSTEMS_COUNT; i++) {
    owner one;
    current = systems[i].system;
    model_load(current);
    char *before = model_snapshot();
    CHECK(start_owner(&one, 2, 0, 1));
    check_grant(&systems[i], &one);
    end_owner(&one);
    check_same(before);
    wait_for_keeper();
    free(before);
    model_remove();
  }
}

/* The keeper restores after a death before and after each change. */
static int die_everywhere(const char *system, int has_keeper) {
  int die_at = 1;
  current = system;
  model_load(system);
  char *before = model_snapshot();
  for (int is_over = 0; !is_over; die_at++) {
    owner one;
    is_over = start_owner(&one, 2, die_at, has_keeper);
    if (is_over)
      kill_owner(&one);
    else
      CHECK(WIFSIGNALED(wait_for(&one)));
    has_keeper ? wait_for_keeper() : restore_as_next_start();
    check_same(before);
  }
  free(before);
  model_remove();
  return die_at - 1;
}

static void keeper_restores_after_each_step(void) {
  for (int i = 0; i < SYSTEMS_COUNT; i++)
    printf("%s: killed at %d points, restored by the keeper\n", systems[i].system,
           die_everywhere(systems[i].system, 1));
}

static void next_start_restores_after_each_step(void) {
  for (int i = 0; i < SYSTEMS_COUNT; i++)
    printf("%s: killed at %d points, restored by the next start\n", systems[i].system,
           die_everywhere(systems[i].system, 0));
}

static int restore_and_die(int die_at) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    model_die_at = die_at;
    model_steps = 0;
    restore_as_next_start();
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status);
}

/* Killed while it takes, and the one who restores that is killed, too; each before a change, which
 * is after the one before it. */
static void restoring_may_be_broken_off(const char *system) {
  int pairs = 0, is_over = 0;
  current = system;
  model_load(system);
  char *before = model_snapshot();
  for (int first = 1; !is_over; first += 2)
    for (int second = 1, did_die = 1; did_die; second += 2, pairs++) {
      owner one;
      is_over = start_owner(&one, 2, first, 0);
      if (is_over)
        kill_owner(&one);
      else
        wait_for(&one);
      did_die = restore_and_die(second);
      restore_as_next_start();
      check_same(before);
    }
  printf("%s: killed at %d pairs of points\n", system, pairs);
  free(before);
  model_remove();
}

/* What a program without any wish for cores or frequencies does when it enters its first layer. */
static void start_plain_program(int die_at) {
  static const ks_node nodes[] = {{.ks_parts = 2}, {.ks_part = 1, .ks_parts = 2}};
  static const ks_graph graph = {
      .ks_described = {.ks_abi = KS_ABI_VERSION, .ks_name = "layer", .ks_task_count = 1},
      .ks_node_count = 2,
      .ks_nodes = nodes};
  model_die_at = die_at;
  model_steps = 0;
  ks_workers_of_graph(&graph);
  _exit(0);
}

static pid_t fork_plain_program(int die_at) {
  pid_t child = fork();
  if (child == 0)
    start_plain_program(die_at);
  CHECK(child > 0);
  return child;
}

/* Whether it was killed. */
static int await(pid_t child) {
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
  return WIFSIGNALED(status);
}

/* The test is the parent of keepers whose programs have ended. */
static void await_keepers(void) {
  while (waitpid(-1, NULL, __WALL) > 0 || errno == EINTR)
    continue;
}

static void check_no_journal(void) {
  struct stat about;
  char path[512];
  snprintf(path, sizeof path, "%s/run/kasuri/journal", model_root());
  CHECK(stat(path, &about) != 0 && errno == ENOENT);
}

/* The program is killed at any step, its keeper at any step of restoring, and so is a program that
 * starts afterwards; the next one, which does not want anything, restores all. */
static void plain_start_restores(const char *system) {
  int points = 0, is_over = 0;
  current = system;
  model_load(system);
  char *before = model_snapshot();
  for (int first = 1; !is_over; first += 3)
    for (int second = 1, has_keeper_died = 1; has_keeper_died; second += 2, points++) {
      owner one;
      model_keeper_dies_at = second;
      is_over = start_owner(&one, 2, first, 1);
      is_over ? kill_owner(&one) : (void)wait_for(&one);
      await_keepers();
      int problem;
      ksi_journal *journal = ksi_look_at_journal(&problem);
      CHECK(journal != NULL);
      has_keeper_died = ksi_count_dead(journal) > 0;
      ksi_close_journal(journal);
      await(fork_plain_program(second));
      CHECK(!await(fork_plain_program(0)));
      check_same(before);
      check_no_journal();
    }
  model_keeper_dies_at = 0;
  printf("%s: program and keeper killed at %d pairs of points, restored by any start\n", system,
         points);
  free(before);
  model_remove();
}

/* Programs that start at the same time, some of which are killed: one has the lock, the others go
 * on. A program that still lives keeps its cores. */
static void starts_at_the_same_time(const char *system) {
  enum { AT_ONCE = 6, ROUNDS = 6 };
  current = system;
  model_load(system);
  char *before = model_snapshot();
  for (int round = 0; round < ROUNDS; round++) {
    owner one, other;
    pid_t each[AT_ONCE];
    char *with_other;
    CHECK(start_owner(&other, 1, 0, 1));
    with_other = model_snapshot();
    start_owner(&one, 1, 0, 0);
    CHECK(one.grant.is_exclusive && other.grant.is_exclusive);
    kill_owner(&one);
    for (int i = 0; i < AT_ONCE; i++)
      each[i] = fork_plain_program(i % 2 == 0 ? 0 : 2 * round + i);
    for (int i = 0; i < AT_ONCE; i++)
      await(each[i]);
    CHECK(!await(fork_plain_program(0)));
    check_same(with_other);
    free(with_other);
    end_owner(&other);
    check_same(before);
    check_no_journal();
  }
  await_keepers();
  free(before);
  model_remove();
}

/* While another process holds the journal, a start does not wait. */
static void a_start_does_not_wait(void) {
  owner one;
  int problem;
  current = "a start does not wait";
  model_load("v2_systemd");
  char *before = model_snapshot();
  errno = ERANGE;
  ksi_recover_at_start();
  CHECK(errno == ERANGE);
  start_owner(&one, 1, 0, 0);
  kill_owner(&one);
  ksi_journal *held = ksi_open_journal(&problem);
  CHECK(held != NULL);
  uint64_t begin = ksi_now_ns();
  CHECK(!await(fork_plain_program(0)));
  CHECK(ksi_now_ns() - begin < UINT64_C(4000000000)); /* others wait for 5 s */
  CHECK(ksi_count_dead(held) == 1);
  ksi_close_journal(held);
  CHECK(!await(fork_plain_program(0)));
  check_same(before);
  free(before);
  model_remove();
}

#define WORKQUEUE "/sys/devices/virtual/workqueue/cpumask"

static void write_journal(const char *boot, ksi_process owner, int mode) {
  char text[512], path[512];
  int length = snprintf(text, sizeof text,
                        "kasuri-journal 1\n%sowner 0 %d %llu 2-3\nm 1 " WORKQUEUE "|3|f|f\n", boot,
                        owner.number, (unsigned long long)owner.start);
  ksi_make_folder("/run/kasuri");
  CHECK(ksi_save_text("/run/kasuri/journal", text, (size_t)length) == 0);
  snprintf(path, sizeof path, "%s/run/kasuri/journal", model_root());
  CHECK(chmod(path, (mode_t)mode) == 0);
}

/* The system was restarted meanwhile: nothing is restored, whatever the processes of today are. */
static void an_earlier_boot_is_not_undone(void) {
  owner one;
  int problem;
  ksi_process own = ksi_this_process(), dead = {own.number, own.start + 1};
  current = "an earlier boot";
  model_load("v2_systemd");
  ksi_make_folder("/proc");
  ksi_make_folder("/proc/sys");
  ksi_make_folder("/proc/sys/kernel");
  ksi_make_folder("/proc/sys/kernel/random");
  CHECK(ksi_save_text(KSI_BOOT_ID, "5e2a0a39-6f0e\n", 14) == 0);
  char *before = model_snapshot();
  for (int is_owner_alive = 0; is_owner_alive < 2; is_owner_alive++) {
    write_journal("boot 4dcb-8f7c\n", is_owner_alive ? own : dead, 0644);
    ksi_journal *journal = ksi_look_at_journal(&problem);
    CHECK(journal != NULL && journal->is_of_earlier_boot && ksi_all_owners(journal) == 0);
    ksi_close_journal(journal);
    CHECK(!await(fork_plain_program(0)));
    check_same(before);
    check_no_journal();
  }
  /* Its cores are free, and it is replaced. Whatever follows the line is of no interest. */
  write_journal("boot 4dcb-8f7c\nnonsense\n", own, 0644);
  CHECK(start_owner(&one, 2, 0, 1) && one.grant.is_exclusive);
  CHECK(strstr(model_value("/run/kasuri/journal"), "boot 5e2a0a39-6f0e\n") != NULL);
  end_owner(&one);
  check_same(before);
  /* This boot's, and one that does not say. */
  for (int is_named = 0; is_named < 2; is_named++) {
    model_set(WORKQUEUE, "f");
    write_journal(is_named ? "boot 5e2a0a39-6f0e\n" : "", dead, 0644);
    CHECK(!await(fork_plain_program(0)));
    CHECK(strcmp(model_value(WORKQUEUE), "3") == 0);
    check_no_journal();
  }
  free(before);
  model_remove();
}

/* Nobody else can have root or the user write a value. */
static void what_others_could_write_is_not_trusted(void) {
  ksi_process own = ksi_this_process(), dead = {own.number, own.start + 1};
  char folder[512], path[512], elsewhere[512];
  struct stat about;
  for (int way = 0; way < 6; way++) {
    current = "journals of others";
    model_load("v2_systemd");
    write_journal("", dead, way == 0 ? 0664 : way == 1 ? 0646 : 0644);
    snprintf(folder, sizeof folder, "%s/run/kasuri", model_root());
    snprintf(path, sizeof path, "%s/journal", folder);
    snprintf(elsewhere, sizeof elsewhere, "%s/run/elsewhere", model_root());
    if (way == 2)
      CHECK(chmod(folder, 0775) == 0);
    if (way == 3)
      CHECK(rename(path, elsewhere) == 0 && symlink(elsewhere, path) == 0);
    if (way == 4)
      CHECK(link(path, elsewhere) == 0);
    if (way == 5 && (geteuid() != 0 || chown(folder, 65534, 65534) != 0))
      printf("skipped: not root, which could give a folder to another user\n");
    char *before = model_snapshot();
    CHECK(way == 5 && geteuid() != 0 ? 1 : !await(fork_plain_program(0)));
    check_same(before);
    CHECK(lstat(path, &about) == 0);
    free(before);
    chmod(folder, 0755);
    model_remove();
  }
  /* A folder that others can write, so that they can put something else in place of ours. */
  current = "a place of others";
  model_load("v2_systemd");
  write_journal("", dead, 0644);
  snprintf(folder, sizeof folder, "%s/run", model_root());
  CHECK(chmod(folder, 0777) == 0);
  char *before = model_snapshot();
  CHECK(!await(fork_plain_program(0)));
  check_same(before);
  CHECK(chmod(folder, 01777) == 0); /* only owners may exchange what is in it */
  CHECK(!await(fork_plain_program(0)));
  CHECK(strcmp(model_value(WORKQUEUE), "3") == 0);
  free(before);
  model_remove();
}

/* The journal of a program that was started with another place for it. */
static void every_place_is_looked_at(void) {
  ksi_process own = ksi_this_process(), dead = {own.number, own.start + 1};
  char from[512], to[512];
  current = "every place";
  model_load("v2_systemd");
  char *before = model_snapshot();
  model_set(WORKQUEUE, "f");
  ksi_make_folder("/home");
  write_journal("", dead, 0644);
  snprintf(from, sizeof from, "%s/run/kasuri", model_root());
  snprintf(to, sizeof to, "%s/home/kasuri", model_root());
  CHECK(rename(from, to) == 0);
  CHECK(!await(fork_plain_program(0)));
  CHECK(strcmp(model_value(WORKQUEUE), "f") == 0);
  setenv("XDG_RUNTIME_DIR", "/home", 1);
  CHECK(!await(fork_plain_program(0)));
  unsetenv("XDG_RUNTIME_DIR");
  CHECK(strcmp(model_value(WORKQUEUE), "3") == 0);
  free(before);
  model_remove();
}

static void check_disjoint(const owner *a, const owner *b) {
  ksi_coreset common = ksi_common_cores(a->grant.cores, b->grant.cores);
  CHECK(a->grant.is_exclusive && b->grant.is_exclusive && ksi_count_cores(&common) == 0);
}

/* Two programs have different cores, and may end in any order and in any way. */
static void two_programs(const char *system) {
  current = system;
  for (int way = 0; way < 8; way++) {
    owner a, b;
    model_load(system);
    char *before = model_snapshot();
    CHECK(start_owner(&a, 1, 0, 1) && start_owner(&b, 1, 0, 1));
    check_disjoint(&a, &b);
    owner *first = way & 1 ? &a : &b, *second = way & 1 ? &b : &a;
    way & 2 ? end_owner(first) : kill_owner(first);
    if (way & 4)
      end_owner(second);
    else
      kill_owner(second);
    wait_for_keeper();
    check_same(before);
    free(before);
    model_remove();
  }
}

/* The second is killed at each step while the first one lives: it keeps what it has. */
static void second_dies(const char *system) {
  owner a, b;
  int is_over = 0;
  current = system;
  model_load(system);
  char *before = model_snapshot();
  CHECK(start_owner(&a, 1, 0, 0));
  char *between = model_snapshot();
  for (int die_at = 1; !is_over; die_at++) {
    is_over = start_owner(&b, 1, die_at, 0);
    if (is_over)
      kill_owner(&b);
    else
      wait_for(&b);
    restore_as_next_start();
    check_same(between);
  }
  end_owner(&a);
  check_same(before);
  free(before);
  free(between);
  model_remove();
}

/* All lists and masks of the journal are what they were before, without these cores. */
static void check_lacks_only(ksi_coreset cores) {
  int problem;
  ksi_journal *journal = ksi_open_journal(&problem);
  CHECK(journal != NULL && journal->changes > 2);
  for (int i = 0; i < journal->changes; i++) {
    const ksi_change *change = &journal->change[i];
    ksi_coreset before, now;
    int (*parse)(const char *, ksi_coreset *) =
        change->kind == KSI_CORE_MASK ? ksi_parse_mask : ksi_parse_cores;
    if (change->kind != KSI_CORE_MASK && change->kind != KSI_CORE_LIST)
      continue;
    CHECK(parse(change->before, &before) && parse(model_value(change->path), &now));
    before = ksi_without_cores(before, cores);
    CHECK(ksi_are_same_cores(&before, &now));
  }
  ksi_close_journal(journal);
}

/* The first ends, at each step of that it may be killed, while the second lives. */
static void first_dies_giving_back(const char *system) {
  current = system;
  for (int die_at = 1, did_die = 1; did_die; die_at++) {
    owner a, b;
    model_load(system);
    char *before = model_snapshot();
    CHECK(start_owner(&a, 1, 0, 0) && start_owner(&b, 1, 0, 0));
    kill_owner(&a);
    did_die = restore_and_die(die_at);
    restore_as_next_start();
    check_lacks_only(b.grant.cores);
    end_owner(&b);
    check_same(before);
    free(before);
    model_remove();
  }
}

static void one_core_always_stays(void) {
  owner a, b;
  current = "one core always stays";
  model_load("v2_systemd");
  CHECK(start_owner(&a, 64, 0, 1) && a.grant.is_exclusive && ksi_count_cores(&a.grant.cores) == 3);
  CHECK(!ksi_has_core(&a.grant.cores, 0));
  char *between = model_snapshot();
  CHECK(start_owner(&b, 1, 0, 1) && !b.grant.is_exclusive && ksi_count_cores(&b.grant.cores) == 0);
  check_same(between);
  end_owner(&b);
  end_owner(&a);
  free(between);
  model_remove();
}

static void what_others_change_is_theirs(void) {
  owner one;
  current = "what others change is theirs";
  model_load("v2_systemd");
  CHECK(start_owner(&one, 1, 0, 1));
  model_set("/proc/irq/8/smp_affinity_list", "1");
  model_set("/sys/fs/cgroup/system.slice/cpuset.cpus", "0-1");
  end_owner(&one);
  CHECK(strcmp(model_value("/proc/irq/8/smp_affinity_list"), "1") == 0);
  CHECK(strcmp(model_value("/proc/irq/0/smp_affinity_list"), "0-3") == 0);
  CHECK(strcmp(model_value("/proc/irq/27/smp_affinity_list"), "3") == 0);
  CHECK(strstr(model_value("/sys/fs/cgroup/cgroup.subtree_control"), "cpuset") != NULL);
  CHECK(strcmp(model_value("/sys/fs/cgroup/system.slice/cpuset.cpus"), "0-1") == 0);
  model_remove();
}

static void interrupts_of_the_cores_go_elsewhere(void) {
  owner one;
  current = "interrupts of the cores go elsewhere";
  model_load("v2_systemd");
  CHECK(start_owner(&one, 1, 0, 1));
  CHECK(strcmp(model_value("/proc/irq/27/smp_affinity_list"), "0-2") == 0);
  CHECK(strcmp(model_value("/proc/irq/16/smp_affinity_list"), "2") == 0);
  end_owner(&one);
  model_remove();
}

static void other_sets_lose_the_cores(void) {
  owner one;
  current = "other sets lose the cores";
  model_load("v1_phone");
  CHECK(start_owner(&one, 2, 0, 1) && one.grant.is_exclusive);
  CHECK(strcmp(model_value("/dev/cpuset/foreground/cpus"), "0-5") == 0);
  CHECK(strcmp(model_value("/dev/cpuset/foreground/boost/cpus"), "4-5") == 0);
  CHECK(strcmp(model_value("/dev/cpuset/background/cpus"), "0-1") == 0);
  CHECK(strcmp(model_value("/dev/cpuset/kasuri-housekeeping/cpus"), "0-5") == 0);
  CHECK(has_task("/dev/cpuset/kasuri-housekeeping", "90000002") &&
        has_task("/dev/cpuset", "90000100"));
  CHECK(strcmp(model_value("/dev/cpuset/sched_load_balance"), "0") == 0);
  end_owner(&one);
  model_remove();
}

static void another_form_of_journal_is_not_touched(void) {
  owner one;
  current = "another form of journal";
  model_load("v2_systemd");
  CHECK(ksi_make_folder("/run/kasuri") == 0);
  CHECK(ksi_save_text("/run/kasuri/journal", "kasuri-journal 2\n", 17) == 0);
  char *before = model_snapshot();
  CHECK(start_owner(&one, 1, 0, 1) && !one.grant.is_exclusive);
  CHECK(strcmp(model_value("/run/kasuri/journal"), "kasuri-journal 2") == 0);
  end_owner(&one);
  check_same(before);
  free(before);
  model_remove();
}

/* A process that has the number of the owner, but began at another time, is not the owner. */
static void numbers_are_used_again(void) {
  int problem;
  current = "numbers are used again";
  model_load("v2_systemd");
  ksi_journal *journal = ksi_open_journal(&problem);
  CHECK(journal != NULL);
  ksi_process own = ksi_this_process(), other = {own.number, own.start + 1};
  ksi_coreset cores = {{8}};
  CHECK(own.start != 0 && ksi_is_alive(own) && !ksi_is_alive(other));
  CHECK(ksi_add_owner(journal, own, cores) == 0 && ksi_add_owner(journal, other, cores) == 1);
  CHECK(ksi_undo_dead(journal) == 1 && ksi_all_owners(journal) == 1);
  ksi_close_journal(journal);
  model_remove();
}

static void sets_of_cores(void) {
  static const char *const lists[] = {"", "0", "0-3", "0,2-3,5", "31-32,1023"};
  static const char *const bad[] = {"-1", "3-2", "0,,1", "0,", "1024", "x", "1-"};
  char text[KSI_VALUE_BYTES];
  ksi_coreset set;
  current = "sets of cores";
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    CHECK(ksi_parse_cores(lists[i], &set) && ksi_print_cores(&set, text, sizeof text) &&
          strcmp(text, lists[i]) == 0);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK(!ksi_parse_cores(bad[i], &set));
  CHECK(ksi_parse_mask("1,80000001", &set) && ksi_count_cores(&set) == 3 && ksi_has_core(&set, 32));
  CHECK(ksi_print_mask(&set, "00,00000000", text, sizeof text) && strcmp(text, "01,80000001") == 0);
  CHECK(ksi_parse_mask("f", &set) && ksi_print_mask(&set, "f", text, sizeof text) &&
        strcmp(text, "f") == 0);
  CHECK(!ksi_parse_mask("0x1", &set));
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  unsetenv("XDG_RUNTIME_DIR");
  setenv("KASURI_SHARE", "0", 1);
  setenv("KASURI_CORES", "2", 1);
  CHECK(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0);
  sets_of_cores();
  all_systems_grant_what_they_can();
  one_core_always_stays();
  what_others_change_is_theirs();
  interrupts_of_the_cores_go_elsewhere();
  other_sets_lose_the_cores();
  another_form_of_journal_is_not_touched();
  numbers_are_used_again();
  keeper_restores_after_each_step();
  next_start_restores_after_each_step();
  restoring_may_be_broken_off("v2_delegated");
  restoring_may_be_broken_off("v1_phone");
  two_programs("v2_systemd");
  two_programs("v2_delegated");
  two_programs("v1_phone");
  second_dies("v2_delegated");
  second_dies("v1_phone");
  first_dies_giving_back("v2_delegated");
  first_dies_giving_back("v1_phone");
  await_keepers();
  plain_start_restores("v2_delegated");
  plain_start_restores("v1_phone");
  starts_at_the_same_time("v2_systemd");
  starts_at_the_same_time("v1_phone");
  a_start_does_not_wait();
  an_earlier_boot_is_not_undone();
  what_others_could_write_is_not_trusted();
  every_place_is_looked_at();
  return 0;
}
