/* Layers that are planned for kinds of cores, on machines that are made up here: each row runs
 * once, after those that it waits for, and on a thread that may only use cores of the planned kind.
 * The caller has its own cores again after each run. What the runtime asks of the system about
 * cores is answered by the test (--wrap), so nothing depends on those of this machine. */
#include "../../runtime/os/os.h"
#include "../../runtime/team/team.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *current = "";
#define CHECK_END (fprintf(stderr, "  on %s\n", current), _exit(1))
#include "check.h"

enum { MOST_THREADS = 16, EACH = 3, MOST_TABLES = 64, RUNS = 60, KINDS = 2 };

/* --- The machine. */

static const ks_kind planned[KINDS] = {{1024, 2400000}, {363, 1800000}};

static struct {
  int kind[MOST_THREADS]; /* by core; -1: the system reports nothing */
  ksi_coreset usable, online;
} machine;

/* What each thread may use; its own number is the index. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  pthread_t thread;
  ksi_coreset cores;
} known[MOST_THREADS];
static int threads;
static _Thread_local ksi_coreset callers; /* of the program's threads */
static _Thread_local int is_callers, stands_on;
static _Atomic int changes; /* of the affinity of a caller */

int __wrap_ksi_usable_cores(int *cores);
int __wrap_ksi_get_affinity(ksi_coreset *cores);
int __wrap_ksi_set_affinity(const ksi_coreset *cores);
int __real_ksi_current_core(void);
int __wrap_ksi_current_core(void);
void __wrap_ksi_confine_thread(pthread_t thread, const ksi_coreset *cores);
int __real_ksi_start_thread(void *(*run)(void *), void *argument, int core, pthread_t *thread);
int __wrap_ksi_start_thread(void *(*run)(void *), void *argument, int core, pthread_t *thread);
long __wrap_ksi_lost_cores(void);
int __wrap_ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns);
int __real_ksi_read_text(const char *path, char *text, size_t size);
int __wrap_ksi_read_text(const char *path, char *text, size_t size);
int __wrap_ksi_each_line(const char *path, int (*each)(void *argument, char *line), void *argument);

int __wrap_ksi_usable_cores(int *cores) {
  int count = 0;
  for (int core = 0; core < MOST_THREADS; core++)
    if (ksi_has_core(&machine.usable, core))
      cores[count++] = core;
  return count;
}

int __wrap_ksi_get_affinity(ksi_coreset *cores) {
  *cores = ksi_common_cores(callers, machine.online);
  return 0;
}

/* The system leaves a thread where it is, as long as that is allowed. */
int __wrap_ksi_current_core(void) {
  if (!is_callers)
    return __real_ksi_current_core();
  for (int core = 0; core < MOST_THREADS && !ksi_has_core(&callers, stands_on); core++)
    if (ksi_has_core(&callers, core))
      stands_on = core;
  return stands_on;
}

int __wrap_ksi_set_affinity(const ksi_coreset *cores) {
  callers = *cores;
  ksi_current_core();
  changes++;
  return 0;
}

/* The machines have no control groups. */
int __wrap_ksi_each_line(const char *path, int (*each)(void *argument, char *line),
                         void *argument) {
  char line[256] = "Cpus_allowed_list:\t";
  if (strcmp(path, KSI_OWN_STATUS) != 0)
    return 0;
  CHECK(ksi_print_cores(&callers, line + strlen(line), sizeof line - strlen(line)));
  return each(argument, line);
}

/* No other program is there, so no worker is released. */
long __wrap_ksi_lost_cores(void) { return 0; }
int __wrap_ksi_read_run_delay(uint64_t *ran_ns, uint64_t *waited_ns) {
  *ran_ns = *waited_ns = 0;
  return 0;
}

static void note(pthread_t thread, ksi_coreset cores) {
  int i = 0;
  pthread_mutex_lock(&lock);
  while (i < threads && !pthread_equal(known[i].thread, thread))
    i++;
  CHECK(i < MOST_THREADS);
  known[i].thread = thread;
  known[i].cores = cores;
  threads = i == threads ? threads + 1 : threads;
  pthread_mutex_unlock(&lock);
}

void __wrap_ksi_confine_thread(pthread_t thread, const ksi_coreset *cores) { note(thread, *cores); }

int __wrap_ksi_start_thread(void *(*run)(void *), void *argument, int core, pthread_t *thread) {
  ksi_coreset only = {{0}};
  ksi_add_core(&only, core);
  const int problem = __real_ksi_start_thread(run, argument, -1, thread);
  if (problem == 0)
    note(*thread, core >= 0 ? only : machine.usable);
  return problem;
}

int __wrap_ksi_read_text(const char *path, char *text, size_t size) {
  int core, length = -1;
  if (strcmp(path, KSI_ONLINE_CORES) == 0)
    return ksi_print_cores(&machine.online, text, size) ? (int)strlen(text) : -EINVAL;
  if (sscanf(path, "/sys/devices/system/cpu/cpu%d/%n", &core, &length) < 1 || length < 0)
    return __real_ksi_read_text(path, text, size);
  if (core >= MOST_THREADS || machine.kind[core] < 0 || !ksi_has_core(&machine.online, core))
    return -ENOENT;
  const ks_kind *its = &planned[machine.kind[core]];
  const int is_capacity = strcmp(path + length, "cpu_capacity") == 0;
  return snprintf(text, size, "%u", is_capacity ? its->ks_capacity : its->ks_khz);
}

/* Of the calling thread. */
static ksi_coreset allowed(void) {
  ksi_coreset its = {{0}};
  if (is_callers)
    return ksi_common_cores(callers, machine.online);
  pthread_mutex_lock(&lock);
  for (int i = 0; i < threads; i++)
    if (pthread_equal(known[i].thread, pthread_self()))
      its = known[i].cores;
  pthread_mutex_unlock(&lock);
  return ksi_common_cores(its, machine.online);
}

/* --- A layer with a table for each number of cores of both kinds. Its rows name the table as their
 * number of parts. */

static ks_table table[MOST_TABLES];
static ks_row rows[MOST_TABLES][EACH * MOST_THREADS];
static ks_wait waits[EACH * MOST_THREADS];
static uint16_t first[MOST_THREADS + 1];
static ks_uint8 on[MOST_TABLES][MOST_THREADS];
static const ks_uint8 *ons[MOST_TABLES];
static int tables;

static _Atomic int done[EACH * MOST_THREADS];
static _Atomic int last_table, strangers, wrong_order;
static int is_adaptive;

static int is_of_kind(ksi_coreset cores, int kind) {
  for (int core = 0; core < MOST_THREADS; core++)
    if (ksi_has_core(&cores, core) && machine.kind[core] != kind)
      return 0;
  return ksi_count_cores(&cores) > 0;
}

static void work(void *frame, uint32_t part, uint32_t parts) {
  const int its = (int)parts - 1, worker = (int)part / EACH;
  (void)frame;
  const int is_taken_over = is_callers && worker > 0 && is_adaptive;
  if (!is_taken_over && !is_of_kind(allowed(), on[its][worker]))
    strangers++;
  if (part % EACH > 0 && done[part - 1] == 0)
    wrong_order++;
  if (worker > 0 && part % EACH > 0 && done[part - EACH] == 0)
    wrong_order++;
  done[part]++;
  last_table = its;
}

static void make_table(int big, int little) {
  const int its = tables++, workers = big + little;
  for (int row = 0; row < EACH * workers; row++)
    rows[its][row] = (ks_row){.ks_part = (uint16_t)row,
                              .ks_parts = (uint16_t)(its + 1),
                              .ks_level = KS_LEVEL_KEEP,
                              .ks_first_wait = (uint16_t)row,
                              .ks_wait_count = row >= EACH && row % EACH > 0};
  for (int worker = 0; worker < workers; worker++)
    on[its][worker] = worker >= big;
  ons[its] = on[its];
  table[its] = (ks_table){(uint16_t)workers, EACH, first, rows[its], waits};
}

static void make_tables(int most_big, int most_little) {
  tables = 0;
  for (int row = EACH; row < EACH * MOST_THREADS; row++)
    waits[row] = (ks_wait){(uint16_t)(row / EACH - 1), (uint16_t)(row % EACH + 1)};
  for (int worker = 0; worker <= MOST_THREADS; worker++)
    first[worker] = (uint16_t)(EACH * worker);
  for (int sum = 2; sum <= most_big + most_little; sum++)
    for (int big = 0; big <= most_big; big++)
      if (sum - big >= 0 && sum - big <= most_little)
        make_table(big, sum - big);
}

static const ks_task task = {work, "work@placed.c:10", 10, 0, 0, 0, 0};

static ks_placed layer(void) {
  return (ks_placed){
      {{KS_ABI_VERSION, "main@placed.c:9", &task, table, 1, (uint16_t)tables, NULL}, NULL},
      planned,
      KINDS,
      ons};
}

static int find_table(int big, int little) {
  for (int i = 0; i < tables; i++) {
    int its_big = 0;
    for (int worker = 0; worker < table[i].ks_worker_count; worker++)
      its_big += on[i][worker] == 0;
    if (its_big == big && table[i].ks_worker_count == big + little)
      return i;
  }
  return -1;
}

static void run_once(const ks_placed *its) {
  const ksi_coreset before = callers;
  memset((void *)done, 0, sizeof done);
  last_table = -1;
  ks_run_placed(its, NULL);
  CHECK(ksi_are_same_cores(&before, &callers));
  CHECK(last_table >= 0 && wrong_order == 0);
  for (int row = 0; row < EACH * table[last_table].ks_worker_count; row++)
    CHECK(done[row] == 1);
}

/* Runs the layer; it takes the table for these numbers of cores. */
static void check_runs(int big, int little) {
  const ks_placed its = layer();
  CHECK(ks_workers_of_placed(&its) == big + little);
  for (int i = 0; i < RUNS; i++) {
    run_once(&its);
    CHECK(last_table == find_table(big, little));
  }
  CHECK(strangers == 0);
}

/* --- Machines, and what a process has of them. */

static void set_up(const char *little, const char *big, const char *usable) {
  ksi_coreset cores;
  char both[64];
  memset(machine.kind, -1, sizeof machine.kind);
  for (int kind = 0; kind < KINDS; kind++) {
    CHECK(ksi_parse_cores(kind == 0 ? big : little, &cores));
    for (int core = 0; core < MOST_THREADS; core++)
      if (ksi_has_core(&cores, core))
        machine.kind[core] = kind;
  }
  snprintf(both, sizeof both, "%s%s%s", little, *little && *big ? "," : "", big);
  CHECK(ksi_parse_cores(*both != '\0' ? both : usable, &machine.online));
  CHECK(ksi_parse_cores(usable, &machine.usable));
  callers = machine.usable;
  is_callers = 1;
}

static void whole_machine(void) {
  set_up("0-1", "2-3", "0-3");
  make_tables(2, 2);
  check_runs(2, 2);
}

static void big_cluster_first(void) {
  set_up("4-7", "0-3", "0-7");
  make_tables(4, 4);
  check_runs(4, 4);
}

static void part_of_machine(void) {
  set_up("0-3", "4-7", "1-2,6");
  make_tables(4, 4);
  check_runs(1, 2);
  /* From core 1, which is little, to the big one, back to the little ones, and to all of its own.
   */
  CHECK(changes == 3 * RUNS);
}

/* Nobody needs to move the caller. */
static void one_cluster(void) {
  set_up("0-3", "4-7", "5-7");
  make_tables(4, 4);
  check_runs(3, 0);
  CHECK(!is_adaptive || changes == 0);
}

static void little_cluster(void) {
  set_up("0-3", "4-7", "0-2");
  make_tables(4, 4);
  check_runs(0, 3);
}

/* The only tables are for little cores: the caller goes there, too, and comes back. */
static void tables_for_little(void) {
  set_up("0-1", "2-3", "0-3");
  make_tables(0, 2);
  check_runs(0, 2);
}

static void few_workers(void) {
  setenv("KASURI_CORES", "3", 1);
  set_up("0-1", "2-3", "0-3");
  make_tables(2, 2);
  check_runs(2, 1);
}

static void too_many_workers(void) {
  setenv("KASURI_CORES", "6", 1);
  set_up("0-1", "2-3", "0-3");
  make_tables(2, 2);
  check_runs(2, 2);
}

static void offline(const char *online, int big, int little) {
  const ks_placed its = layer();
  CHECK(ksi_parse_cores(online, &machine.online));
  run_once(&its); /* which finds out */
  strangers = 0;
  check_runs(big, little);
}

static void cores_come_and_go(void) {
  set_up("0-1", "2-3", "0-3");
  make_tables(2, 2);
  check_runs(2, 2);
  offline("0-2", 1, 2);
  offline("0-1", 0, 2);
  offline("0-3", 2, 2);
  offline("1-3", 2, 1);
}

/* The program has bound its thread: it stays there, and the others are where they should be. */
static void bound_caller(void) {
  const ks_placed its = layer();
  set_up("0-1", "2-3", "0-3");
  make_tables(2, 2);
  check_runs(2, 2);
  CHECK(ksi_parse_cores("0", &callers));
  changes = 0;
  const ks_placed bound = layer();
  for (int i = 0; i < RUNS; i++)
    run_once(&bound);
  CHECK(changes == 0 && (strangers > 0 && strangers <= RUNS * EACH));
  CHECK(its.ks_kind_count == KINDS);
}

/* Kinds that the system does not report, and such as are not planned: by number. */
static void unknown_cores(void) {
  set_up("", "", "0-3");
  make_tables(2, 2);
  const ks_placed its = layer();
  CHECK(ks_workers_of_placed(&its) == 4);
  for (int i = 0; i < RUNS; i++)
    run_once(&its);
  CHECK(changes == 0 && last_table == find_table(2, 2));
}

static void no_table_fits(void) {
  set_up("0-3", "", "0-3");
  make_tables(2, 1);
  const ks_placed its = layer();
  CHECK(ks_workers_of_placed(&its) == 3);
  for (int i = 0; i < RUNS; i++)
    run_once(&its);
  CHECK(last_table == find_table(2, 1) && changes == 0);
}

/* Layers without kinds, between, run on all threads by their numbers. */
static void other_layers_between(void) {
  set_up("0-1", "2-3", "0-3");
  make_tables(2, 2);
  ks_placed little = layer();
  little.ks_grouped.ks_described.ks_table_count = 1;
  const ks_layer plain = {
      KS_ABI_VERSION, "plain@placed.c:8", &task, &table[find_table(2, 2)], 1, 1, NULL};
  for (int i = 0; i < RUNS; i++) {
    run_once(&little);
    CHECK(last_table == find_table(0, 2));
    memset((void *)done, 0, sizeof done);
    ks_run(&plain, NULL);
    for (int row = 0; row < 4 * EACH; row++)
      CHECK(done[row] == 1);
  }
}

/* A second plan, for other kinds: of its first there are none, of its second all. */
static void other_plan(void) {
  static const ks_kind others[KINDS] = {{4000, 9000000}, {1024, 2400000}};
  set_up("", "0-3", "0-3");
  make_tables(2, 2);
  check_runs(2, 0);
  ks_placed its = layer();
  its.ks_kinds = others;
  CHECK(ks_workers_of_placed(&its) == 2);
  for (int i = 0; i < RUNS; i++)
    run_once(&its);
  CHECK(last_table == find_table(0, 2));
  strangers = 0;
  check_runs(2, 0);
}

/* Two leaders, a big one and a little one, each with one more core. */
static void groups(void) {
  static const ks_uint16 two[] = {2, 2}, sum_of_one[] = {1, 1};
  static const ks_uint16 *const sizes[] = {sum_of_one, two};
  static const ks_uint8 both_big[] = {0, 0}, each[] = {0, 1};
  static const ks_uint8 *const leaders[] = {both_big, each};
  set_up("0-1", "2-3", "0-3");
  make_tables(2, 2);
  memcpy(on[0], both_big, sizeof both_big);
  memcpy(on[1], each, sizeof each);
  ks_placed its = layer();
  its.ks_grouped.ks_described.ks_table_count = 2;
  table[1].ks_worker_count = 2;
  its.ks_grouped.ks_sizes = sizes;
  its.ks_on = leaders;
  CHECK(ks_workers_of_placed(&its) == 2);
  for (int i = 0; i < RUNS; i++) {
    run_once(&its);
    CHECK(last_table == 1);
  }
  CHECK(strangers == 0);
}

static void *run_in_thread(void *argument) {
  (void)argument;
  is_callers = 1;
  callers = machine.usable;
  check_runs(2, 2);
  return NULL;
}

/* Each thread that has the team is the caller, and has its own cores again. */
static void other_callers(void) {
  pthread_t thread;
  set_up("0-1", "2-3", "0-3");
  make_tables(2, 2);
  check_runs(2, 2);
  CHECK(pthread_create(&thread, NULL, run_in_thread, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  check_runs(2, 2);
}

static const struct {
  const char *name;
  void (*run)(void);
} scenes[] = {{"the whole machine", whole_machine},
              {"the big cluster first", big_cluster_first},
              {"a part of the machine", part_of_machine},
              {"one cluster", one_cluster},
              {"the little cluster", little_cluster},
              {"tables for little cores", tables_for_little},
              {"few workers", few_workers},
              {"more workers than cores", too_many_workers},
              {"cores that come and go", cores_come_and_go},
              {"a bound caller", bound_caller},
              {"unknown cores", unknown_cores},
              {"no table fits", no_table_fits},
              {"other layers between", other_layers_between},
              {"another plan", other_plan},
              {"groups", groups},
              {"other callers", other_callers}};

/* In a process of its own: a team is made once. */
static int run_scene(size_t index, const char *adapt) {
  int status;
  const pid_t child = fork();
  if (child == 0) {
    current = scenes[index].name;
    is_adaptive = strcmp(adapt, "1") == 0;
    setenv("KASURI_ADAPT", adapt, 1);
    setenv("KASURI_SHARE", "0", 1);
    unsetenv("KASURI_CORES");
    scenes[index].run();
    exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return 0;
  fprintf(stderr, "%s, KASURI_ADAPT=%s: status %x\n", scenes[index].name, adapt, (unsigned)status);
  return 1;
}

int main(void) {
  int failed = 0;
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    failed += run_scene(i, "0") + run_scene(i, "1");
  return failed != 0;
}
