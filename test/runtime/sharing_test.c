/* Whole programs that share the machine: each has a team, and what another one does changes how
 * many workers its layers get. Two cores, a table of the test's own, and nobody loses a core. */
#define _GNU_SOURCE
#include "../../runtime/os/os.h"
#include "../../runtime/sharing/program_table.h"

#include <kasuri/kasuri.h>

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK_END _exit(99)
#include "check.h"

enum { PROGRAMS = 3, LONGEST_S = 60 };

/* The machine is busy with whatever, but here only other teams count. */
long __wrap_ksi_lost_cores(void);
long __wrap_ksi_lost_cores(void) { return 0; }
int __real_ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns);
int __wrap_ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns);
int __wrap_ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns) {
  (void)ran_ns, (void)waited_ns;
  return 0;
}

/* A part that is given whatever the table says. */
static ksi_part forced;
int __real_ksi_look_at_program_table(ksi_program_table *programs, uint64_t now_ns, ksi_part *part);
int __wrap_ksi_look_at_program_table(ksi_program_table *programs, uint64_t now_ns, ksi_part *part);
int __wrap_ksi_look_at_program_table(ksi_program_table *programs, uint64_t now_ns, ksi_part *part) {
  if (forced.workers == 0)
    return __real_ksi_look_at_program_table(programs, now_ns, part);
  *part = forced;
  return 1;
}

static void count(void *frame, uint32_t part, uint32_t parts) {
  _Atomic int *counts = frame;
  atomic_fetch_add(counts, (int)(2 / parts));
  (void)part;
}

static const ks_layer *two_parts(void) {
  static const ks_row rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 0},
                                {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 0}};
  static const uint16_t first[] = {0, 1, 2};
  static const ks_table table = {2, 1, first, rows, NULL};
  static const ks_task task = {count, "sharing", 0, 0, 0, 0, 0};
  static const ks_layer layer = {KS_ABI_VERSION, "sharing", &task, &table, 1, 1, NULL};
  return &layer;
}

/* One of the programs. */
typedef struct report {
  _Atomic int workers;  /* that its next layer would get */
  _Atomic int forks;    /* how many children it has made that ended */
  _Atomic int must_end; /* 1: by return from main */
} report;
static report *reports;
static char folder[] = "/tmp/kasuri-sharing-XXXXXX";

/* A child of fork forgets its parent's team. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return 1; }

static void fork_a_child(void) {
  int status;
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0)
    exit(0); /* with the handlers of its parent */
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static void live(report *own, int must_fork) {
  while (atomic_load(&own->must_end) == 0) {
    _Atomic int counts = 0;
    const int workers = ks_workers(two_parts());
    ks_run(two_parts(), &counts);
    CHECK(counts == 2);
    if (must_fork && workers == 1 && atomic_load(&own->forks) == 0) {
      fork_a_child();
      atomic_store(&own->forks, 1);
    }
    atomic_store(&own->workers, workers);
  }
}

static pid_t start(int which, const char *name, const char *value) {
  report *own = &reports[which];
  *own = (report){0};
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    ksi_set_root(folder);
    setenv("KASURI_CORES", "2", 1);
    setenv(name, value, 1);
    live(own, strcmp(name, "FORK") == 0);
    exit(0);
  }
  return child;
}

static void await(const _Atomic int *word, int value) {
  for (int ms = 0; ms < LONGEST_S * 1000 && atomic_load(word) != value; ms++)
    usleep(1000);
  CHECK(atomic_load(word) == value);
}

static void kill_program(pid_t program) {
  int status;
  kill(program, SIGKILL);
  CHECK(waitpid(program, &status, 0) == program && WIFSIGNALED(status));
}

static void end_program(int which, pid_t program) {
  int status;
  atomic_store(&reports[which].must_end, 1);
  CHECK(waitpid(program, &status, 0) == program && status == 0);
}

static int has_program_table(void) {
  char path[300];
  snprintf(path, sizeof path, "%s/dev/shm/kasuri-%u-v1-%llu", folder, ksi_user(),
           (unsigned long long)ksi_process_namespace());
  return access(path, F_OK) == 0;
}

static void who_runs_no_layer_touches_nothing(void) {
  int status;
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    ksi_set_root(folder);
    exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0 && !has_program_table());
  const pid_t alone = start(0, "KASURI_SHARE", "0"), too = start(1, "KASURI_SHARE", "0");
  await(&reports[0].workers, 2);
  await(&reports[1].workers, 2);
  CHECK(!has_program_table());
  kill_program(alone);
  kill_program(too);
}

static void two_have_one_each(void) {
  const pid_t first = start(0, "FORK", "1");
  await(&reports[0].workers, 2);
  CHECK(has_program_table());
  const pid_t second = start(1, "KASURI_ADAPT", "1");
  await(&reports[1].workers, 1);
  await(&reports[0].workers, 1);
  await(&reports[0].forks, 1); /* a child that ends gives nothing back that is its parent's */
  atomic_store(&reports[1].workers, 0);
  await(&reports[1].workers, 1);
  const pid_t third = start(2, "KASURI_ADAPT", "1");
  await(&reports[2].workers, 1);
  kill_program(third);
  kill_program(second);
  await(&reports[0].workers, 2);
  const pid_t late = start(1, "KASURI_ADAPT", "1");
  await(&reports[0].workers, 1);
  end_program(1, late);
  await(&reports[0].workers, 2);
  end_program(0, first);
}

/* The others see it. */
static void who_does_not_adapt_keeps_its_workers(void) {
  const pid_t first = start(0, "KASURI_ADAPT", "0");
  await(&reports[0].workers, 2);
  const pid_t second = start(1, "KASURI_ADAPT", "1");
  await(&reports[1].workers, 1);
  atomic_store(&reports[0].workers, 0);
  await(&reports[0].workers, 2);
  kill_program(first);
  await(&reports[1].workers, 2);
  end_program(1, second);
}

static int may_run_on(int thread, const ksi_coreset *cores) {
  cpu_set_t set;
  CHECK(sched_getaffinity(thread, sizeof set, &set) == 0);
  for (int core = 0; core < CPU_SETSIZE && core < KSI_MOST_CORES; core++)
    if (!CPU_ISSET(core, &set) != !ksi_has_core(cores, core))
      return 0;
  return 1;
}

/* Threads that may run on these cores, and on no others; the caller may always run on all. */
static int count_threads_on(const ksi_coreset *cores, const ksi_coreset *all) {
  DIR *tasks = opendir("/proc/self/task");
  int threads = 0;
  CHECK(tasks != NULL);
  for (struct dirent *each; (each = readdir(tasks)) != NULL;) {
    const int thread = atoi(each->d_name);
    if (thread == getpid())
      CHECK(may_run_on(thread, all));
    else if (thread != 0)
      threads += may_run_on(thread, cores);
  }
  closedir(tasks);
  return threads;
}

static void workers_stay_on_their_cores(const ksi_coreset *usable) {
  _Atomic int counts = 0;
  forced = (ksi_part){.workers = 2};
  int first = 0;
  while (!ksi_has_core(usable, first))
    first++;
  ksi_add_core(&forced.cores, first);
  ksi_set_root(folder);
  setenv("KASURI_CORES", "2", 1);
  for (int run = 0; run < 64; run++)
    ks_run(two_parts(), &counts);
  CHECK(count_threads_on(&forced.cores, usable) == 1);
  const int strangers = count_threads_on(usable, usable); /* a sanitizer has its own */
  forced.cores = *usable;
  for (int run = 0; run < 64; run++)
    ks_run(two_parts(), &counts);
  CHECK(count_threads_on(usable, usable) == strangers + 1 && counts == 256);
}

/* What the kernel says of a thread beside another one on the same core. */
static void a_rival_makes_a_delay(void) {
  uint64_t ran, waited, ran_before, waited_before, begin = ksi_thread_ns();
  ksi_coreset own, one = {{0}};
  if (!__real_ksi_read_run_delay(&ran_before, &waited_before)) {
    puts("run-queue delay: skipped, this kernel does not say it");
    return;
  }
  CHECK(ksi_get_affinity(&own) == 0);
  ksi_add_core(&one, sched_getcpu());
  CHECK(ksi_set_affinity(&one) == 0);
  const pid_t rival = fork();
  CHECK(rival >= 0);
  if (rival == 0)
    for (prctl(PR_SET_PDEATHSIG, SIGKILL);;)
      ;
  do
    CHECK(__real_ksi_read_run_delay(&ran, &waited));
  while (waited - waited_before < 5000000 && ksi_thread_ns() - begin < UINT64_C(10000000000));
  CHECK(waited - waited_before >= 5000000 && ran > ran_before);
  kill_program(rival);
  CHECK(ksi_set_affinity(&own) == 0);
}

static int has_two_cores(ksi_coreset *two) {
  ksi_coreset usable;
  *two = (ksi_coreset){{0}};
  if (ksi_get_affinity(&usable) != 0 || ksi_count_cores(&usable) < 2)
    return 0;
  for (int core = 0; ksi_count_cores(two) < 2; core++)
    if (ksi_has_core(&usable, core))
      ksi_add_core(two, core);
  return ksi_set_affinity(two) == 0;
}

int main(void) {
  char command[300];
  ksi_coreset two;
  if (!has_two_cores(&two)) {
    puts("sharing_test: skipped, there are no two cores");
    return 0;
  }
  reports = mmap(NULL, PROGRAMS * sizeof *reports, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(reports != MAP_FAILED && mkdtemp(folder) != NULL);
  snprintf(command, sizeof command, "mkdir -p %s/dev/shm", folder);
  CHECK(system(command) == 0);
  who_runs_no_layer_touches_nothing();
  two_have_one_each();
  who_does_not_adapt_keeps_its_workers();
  a_rival_makes_a_delay();
  workers_stay_on_their_cores(&two);
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
  return 0;
}
