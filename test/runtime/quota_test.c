/* The limits of control groups decide how many workers a team has, unless KASURI_CORES does: on
 * recorded groups of both versions, nested, in containers, unlimited, and with nonsense. */
#include "../../runtime/exclusive/quota.h"
#include "../../runtime/os/os.h"

#include <kasuri/kasuri.h>

#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *current = "";
#define CHECK_END (fprintf(stderr, "  of %s\n", current), exit(1))
#include "check.h"
#include "made_tree.h"

enum { MOST = 64 };
static char root[64];

static void put_file(const char *path, const char *text) { put_below(root, path, text, "\n"); }

static void begin(const char *name) {
  current = name;
  strcpy(root, "/tmp/kasuri-quota-XXXXXX");
  CHECK(mkdtemp(root) != NULL);
  ksi_set_root(root);
}

static void end(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", root);
  CHECK(system(command) == 0);
}

#define V2 "33 28 0:29 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw,nsdelegate"
#define SET "/sys/fs/cgroup/system.slice/prog.service"

static void make_v2(const char *name, const char *own, const char *outer) {
  begin(name);
  put_file("/proc/self/mountinfo", V2);
  put_file("/proc/self/cgroup", "0::/system.slice/prog.service");
  if (own != NULL)
    put_file(SET "/cpu.max", own);
  if (outer != NULL)
    put_file("/sys/fs/cgroup/system.slice/cpu.max", outer);
}

/* Both files: rounding, the smallest limit of the path, and what is no limit. */
static void version_2(void) {
  static const struct {
    const char *own, *outer;
    int workers;
  } cases[] = {
      {"50000 100000", NULL, 1},
      {"100000 100000", NULL, 1},
      {"140000 100000", NULL, 1},
      {"149999 100000", NULL, 1},
      {"150000 100000", NULL, 2},
      {"200000 100000", NULL, 2},
      {"220000 100000", NULL, 2},
      {"225000 100000", NULL, 3},
      {"250000 100000", NULL, 3},
      {"310000 100000", NULL, 4},
      {"1010000 100000", NULL, 11},
      {"40000 20000", NULL, 2},
      {"1000 100000", NULL, 1},
      {"6300000 100000", NULL, 63},
      {"900000000 100000", NULL, MOST},
      {"max 100000", NULL, MOST},
      {NULL, NULL, MOST},
      {"max 100000", "300000 100000", 3},
      {"400000 100000", "300000 100000", 3},
      {"200000 100000", "300000 100000", 2},
      {"200000 100000", "max 100000", 2},
      {NULL, "200000 100000", 2},
      {"", NULL, MOST},
      {"200000", NULL, MOST},
      {"200000 0", NULL, MOST},
      {"0 100000", NULL, MOST},
      {"-1 100000", NULL, MOST},
      {"2e5 100000", NULL, MOST},
      {"200000 1e5", NULL, MOST},
      {"many few", NULL, MOST},
      {"99999999999999999999999 100000", NULL, MOST},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    make_v2(cases[i].own != NULL ? cases[i].own : "nothing", cases[i].own, cases[i].outer);
    CHECK(ksi_workers_of_quota(MOST) == cases[i].workers);
    CHECK(ksi_workers_of_quota(1) == 1);
    end();
  }
}

static void version_1(const char *quota, const char *period, const char *outer, int workers) {
  begin("version 1");
  put_file("/proc/self/mountinfo",
           "31 25 0:26 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
           "32 25 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
           "33 28 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw");
  put_file("/proc/self/cgroup", "9:cpuset:/other\n4:cpu,cpuacct:/docker/a1\n0::/docker/a1");
  put_file("/sys/fs/cgroup/cpu,cpuacct/docker/a1/cpu.cfs_quota_us", quota);
  if (period != NULL)
    put_file("/sys/fs/cgroup/cpu,cpuacct/docker/a1/cpu.cfs_period_us", period);
  put_file("/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_quota_us", outer);
  put_file("/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_period_us", "100000");
  /* Not its group, and not its controller. */
  put_file("/sys/fs/cgroup/cpuset/other/cpu.cfs_quota_us", "100000");
  put_file("/sys/fs/cgroup/cpuset/other/cpu.cfs_period_us", "100000");
  put_file("/sys/fs/cgroup/cpu,cpuacct/other/cpu.cfs_quota_us", "100000");
  put_file("/sys/fs/cgroup/cpu,cpuacct/other/cpu.cfs_period_us", "100000");
  CHECK(ksi_workers_of_quota(MOST) == workers);
  end();
}

/* A mount that shows a part of the groups only, as in a container without its own namespace; and
 * the container's own view. */
static void containers(void) {
  begin("a mount of a part");
  put_file("/proc/self/mountinfo", "33 28 0:29 /docker/a1 /sys/fs/cgroup ro - cgroup2 cgroup ro");
  put_file("/proc/self/cgroup", "0::/docker/a1/inner");
  put_file("/sys/fs/cgroup/cpu.max", "400000 100000");
  put_file("/sys/fs/cgroup/inner/cpu.max", "max 100000");
  CHECK(ksi_workers_of_quota(MOST) == 4);
  put_file("/sys/fs/cgroup/inner/cpu.max", "300000 100000");
  CHECK(ksi_workers_of_quota(MOST) == 3);
  put_file("/proc/self/cgroup",
           "0::/docker/a12/inner"); /* only the beginning of its name is alike */
  CHECK(ksi_workers_of_quota(MOST) == 4);
  put_file("/proc/self/cgroup", "0::/");
  CHECK(ksi_workers_of_quota(MOST) == 4);
  put_file("/proc/self/cgroup", "0::/../other");
  CHECK(ksi_workers_of_quota(MOST) == 4);
  put_file("/proc/self/cgroup", "nonsense\n::\n0:");
  CHECK(ksi_workers_of_quota(MOST) == MOST);
  end();
  begin("nothing mounted");
  put_file("/proc/self/cgroup", "0::/a");
  CHECK(ksi_workers_of_quota(MOST) == MOST);
  end();
}

static void nothing(void *frame, ks_uint32 part, ks_uint32 parts) {
  (void)frame, (void)part, (void)parts;
}

/* In a child, because a process makes one team. */
static int team_size(const char *cores) {
  static const ks_task task = {.ks_function = nothing, .ks_name = "nothing", .ks_line = 1};
  static const ks_node nodes[MOST] = {{.ks_parts = 1}};
  static const ks_graph graph = {.ks_described = {.ks_abi = KS_ABI_VERSION,
                                                  .ks_name = "layer",
                                                  .ks_tasks = &task,
                                                  .ks_task_count = 1},
                                 .ks_node_count = MOST,
                                 .ks_nodes = nodes};
  pid_t child = fork();
  int status;
  if (child == 0) {
    setenv("KASURI_ADAPT", "0", 1);
    setenv("KASURI_SHARE", "0", 1);
    if (cores != NULL)
      setenv("KASURI_CORES", cores, 1);
    _exit(ks_workers_of_graph(&graph));
  }
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void a_team_has_what_is_fed(void) {
  static int list[KSI_MOST_CORES];
  const int usable = ksi_usable_cores(list) < MOST ? ksi_usable_cores(list) : MOST;
  unsetenv("KASURI_CORES");
  make_v2("a team", "100000 100000", NULL);
  CHECK(team_size(NULL) == 1);
  CHECK(team_size("3") == 3);
  end();
  make_v2("a team with time for all", "max 100000", NULL);
  CHECK(team_size(NULL) == usable);
  put_file(SET "/cpu.max", "200000 100000");
  CHECK(team_size(NULL) == (usable < 2 ? usable : 2));
  end();
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "workers") == 0) /* here: quota_system.sh */
    return printf("%d\n", team_size(NULL)) < 0;
  version_2();
  version_1("250000", "100000", "-1", 3);
  version_1("250000", "100000", "200000", 2);
  version_1("-1", "100000", "-1", MOST);
  version_1("-1", "100000", "300000", 3);
  version_1("250000", NULL, "-1", MOST);
  version_1("250000", "none", "400000", 4);
  containers();
  a_team_has_what_is_fed();
  return 0;
}
