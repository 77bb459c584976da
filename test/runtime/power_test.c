/* Rows that ask for levels change the clocks of a recorded system as the kernel allows, requests
 * merge as power.c says, and whatever happens (exit, SIGKILL at any step, a refusal of any write)
 * the system is bit by bit as it was. One thread plays all workers, on cores of its choice. */
#include "../../runtime/exclusive/restore.h"
#include "../../runtime/os/os.h"
#include "../../runtime/placement/core_kinds.h"
#include "../../runtime/power/power.h"
#include "kernel_model.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *current = "";
#define CHECK_END (fprintf(stderr, "  on %s\n", current), _exit(1))
#include "check.h"

/* LONG: nanoseconds, far longer than any write takes: where a driver does not say how long a change
 * takes, the runtime measures it, also on a busy machine. */
enum { WORKERS = 4, MOST_STEPS = 16, LONG = 1000000000 };

static int core_now;
int __wrap_ksi_current_core(void);
int __wrap_ksi_current_core(void) { return core_now; }

/* A request, what becomes of it, and where the core's clock stands afterwards ("least most", or one
 * frequency by userspace). */
typedef struct step {
  int worker, core, level;
  uint32_t cost_ns;
  const char *outcome, *clock;
  int planned_for; /* a core of its kind; 0: any */
} step;

/* Instead of core 0. */
enum { LITTLE = 1, BIG = 4 };

typedef struct scene {
  const char *system, *power;
  const char *machine;  /* content of the machine file, or null */
  const char *governor; /* to begin with, or null: as recorded */
  const char *rest;     /* the clocks of the first and the last core between layers */
  const char *last_rest;
  step steps[MOST_STEPS];
} scene;

static const char registers_of_board[] =
    "kasuri-machine 1\n"
    "domain 0-1 # little\n"
    "khz 1000000 800000 500000\n"
    "register 0x1004 width 32 mask 0xff0000 values 0x010000 0x020000 0x030000\n"
    "settle_us 3\n"
    "domain 2-3\n"
    "khz 2000000 1000000\n"
    "register 0x2010 width 16 mask 0xffff values 7 9\n"
    "status 0x2018 width 8 mask 0x1 value 0x1\n"
    "settle_us 20\n";

static const scene scenes[] = {
    {"freq_rk3399",
     "cpufreq",
     NULL,
     NULL,
     "1416000",
     "1800000",
     {{0, 0, 5, LONG, "set", "408000"},
      {1, 1, 2, LONG, "set", "1008000"},
      {0, 0, 4, LONG, "merged", "1008000"},
      {0, 0, 4, LONG, "same", "1008000"},
      {1, 1, 9, LONG, "set", "600000"}, /* beyond the table: the slowest */
      {2, 4, 7, LONG, "set", "408000"},
      {2, 4, 0, 39999, "short", "408000"},
      {2, 0, 0, LONG, "set", "1416000"}, /* it has moved, and nobody is left on the big ones */
      {3, 4, 1, LONG, "set", "1608000"},
      {3, 63, 1, LONG, "unmanaged", NULL}}},
    {"freq_pi4",
     "auto",
     NULL,
     NULL,
     "1500000",
     "1500000",
     {{0, 0, 9, LONG, "set", "600000"},
      {1, 3, 5, LONG, "set", "1000000"},
      {1, 3, 9, LONG, "set", "600000"}}},
    {"freq_pi4", /* somebody has chosen a speed already */
     "auto",
     NULL,
     "userspace",
     "1500000",
     "1500000",
     {{0, 0, 9, LONG, "set", "600000"}, {0, 0, 8, LONG, "set", "700000"}}},
    {"freq_phone",
     "cpufreq",
     NULL,
     NULL,
     "300000 1804800",
     "825600 2841600",
     {{0, 0, 9, LONG, "set", "300000 300000"},
      {1, 1, 0, LONG, "set", "1804800 1804800"},
      {1, 1, 3, LONG, "set", "1497600 1497600"},
      {1, 1, 2, LONG, "set", "1612800 1612800"},
      {2, 7, 8, LONG, "set", "825600 825600"},
      {2, 7, 8, LONG, "same", "825600 825600"},
      {3, 5, 1, 60999, "short", "710400 2419200"}}},
    {"freq_pstate", /* eight steps from 4200000 to 800000; the limit is 3800000 */
     "cpufreq",
     NULL,
     NULL,
     "800000 3800000",
     "800000 3800000",
     {{0, 0, 0, LONG, "set", "3800000 3800000"},
      {0, 0, 7, LONG, "set", "800000 800000"},
      {1, 1, 4, LONG, "set", "2257144 2257144"},
      {0, 0, 1, LONG, "set", "3714286 3714286"}}},
    {"freq_pi4",
     "registers",
     registers_of_board,
     NULL,
     NULL,
     NULL,
     {{0, 0, 2, LONG, "set", "0xaa03bbaa 0x1111"},
      {1, 1, 1, LONG, "set", "0xaa02bbaa 0x1111"},
      {1, 1, 1, 2999, "same", "0xaa02bbaa 0x1111"},
      {2, 2, 9, LONG, "set", "0xaa02bbaa 0x9"},
      {3, 3, 0, LONG, "set", "0xaa02bbaa 0x7"},
      {0, 0, 0, 2999, "short", "0xaa02bbaa 0x7"}}},
    {"freq_rk3399",
     "record",
     NULL,
     NULL,
     NULL,
     NULL,
     {{0, 0, 5, LONG, "set", NULL}, {1, 1, 2, LONG, "set", NULL}, {0, 0, 4, LONG, "merged", NULL}}},
    {"freq_rk3399", /* levels of another clock */
     "cpufreq",
     NULL,
     NULL,
     "1416000",
     "1800000",
     {{0, 4, 2, LONG, "set", "1416000", BIG},
      {1, 0, 3, LONG, "foreign", "1416000", BIG},
      {2, 1, 4, LONG, "merged", "1416000", LITTLE}, /* the first one wants that of between layers */
      {1, 1, 3, LONG, "foreign", "1416000", BIG},
      {1, 5, 5, LONG, "merged", "1416000", BIG}, /* where it was planned */
      {0, 4, 5, LONG, "set", "816000", BIG},
      {2, 1, 5, LONG, "set", "408000", LITTLE},
      {2, 5, 5, LONG, "foreign", "1800000", LITTLE}, /* it leaves the little clock to itself */
      {2, 63, 5, LONG, "unmanaged", NULL, LITTLE}}},
    {"freq_phone",
     "cpufreq,qos:0",
     NULL,
     NULL,
     "300000 1804800",
     "825600 2841600",
     {{0, 0, 9, LONG, "set", "300000 300000"}}},
    {"freq_rk3399",
     "cpufreq,qos:20",
     NULL,
     NULL,
     "1416000",
     "1800000",
     {{0, 0, 5, LONG, "set", "408000"}}},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static char record_path[64], machine_path[64];

/* --- A layer of which each row is one step. */

static ks_row rows[MOST_STEPS];
static uint16_t first_row[WORKERS + 1];
static const ks_task task = {NULL, "task", 1, 0, 0, 0, 0};
static const ks_table table = {WORKERS, MOST_STEPS, first_row, rows, NULL};
static const ks_layer layer = {KS_ABI_VERSION, "layer@a.c:1", &task, &table, 1, 1, NULL};

static int count_steps(const scene *it) {
  int count = 0;
  while (count < MOST_STEPS && it->steps[count].outcome != NULL)
    count++;
  return count;
}

static void make_rows(const scene *it) {
  int count = count_steps(it);
  for (int i = 0; i < count; i++)
    rows[i] = (ks_row){
        .ks_parts = 1, .ks_level = (uint8_t)it->steps[i].level, .ks_cost_ns = it->steps[i].cost_ns};
  for (int i = 1; i <= WORKERS; i++)
    first_row[i] = (uint16_t)count;
}

static ksi_level_place place_of(const step *it) {
  static ks_uint8 kind_of[KSI_MOST_CORES];
  if (it->planned_for == 0)
    return (ksi_level_place){NULL, 0};
  memset(kind_of, KSI_UNKNOWN_KIND, sizeof kind_of);
  for (int core = 0; core < 6; core++)
    kind_of[core] = core < BIG;
  return (ksi_level_place){kind_of, it->planned_for == LITTLE};
}

/* What a core's clock is told. */
static const char *clock_of(int core) {
  static char text[64];
  char path[96], least[32];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", core);
  if (strcmp(model_value(path), "userspace") == 0) {
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", core);
    return model_value(path);
  }
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_min_freq", core);
  snprintf(least, sizeof least, "%.31s", model_value(path));
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_max_freq", core);
  snprintf(text, sizeof text, "%s %.30s", least, model_value(path));
  return text;
}

static const char *registers_now(void) {
  static char text[64];
  char little[64], big[64];
  ksi_read_register_text("/dev/mem@0x1004:32:0xffffffff", little, sizeof little);
  ksi_read_register_text("/dev/mem@0x2010:16:0xffff", big, sizeof big);
  snprintf(text, sizeof text, "%.30s %.30s", little, big);
  return text;
}

static int last_core(const char *system) {
  return strcmp(system, "freq_phone") == 0 ? 7 : strcmp(system, "freq_rk3399") == 0 ? 5 : 3;
}

static void check_text(const char *what, const char *wanted, const char *got) {
  if (wanted != NULL && strcmp(wanted, got) != 0) {
    fprintf(stderr, "%s: '%s' instead of '%s'\n", what, got, wanted);
    CHECK(!"as expected");
  }
}

static void check_rest(const scene *it) {
  check_text("first core at rest", it->rest, clock_of(0));
  check_text("last core at rest", it->last_rest, clock_of(last_core(it->system)));
}

/* Line `number` of the record, from 1, ends with this outcome. */
static void check_record(int number, const char *outcome) {
  char line[512] = "";
  FILE *file = fopen(record_path, "re");
  CHECK(file != NULL);
  for (int i = 0; i < number + 2; i++)
    CHECK(fgets(line, sizeof line, file) != NULL);
  fclose(file);
  line[strcspn(line, "\n")] = '\0';
  check_text("outcome", outcome, strrchr(line, '\t') + 1);
}

/* For all cores by the one file, or where that is missing by one for each. */
static void check_latency(const scene *it, int is_held) {
  const char *core = model_value("/sys/devices/system/cpu/cpu1/power/pm_qos_resume_latency_us");
  if (strcmp(it->power, "cpufreq,qos:20") == 0) {
    CHECK(strcmp(core, "0") == 0 && model_wake_latency == (is_held ? 20 : 2000000000));
  } else {
    int is_wished = is_held && strcmp(it->power, "cpufreq,qos:0") == 0;
    CHECK(model_wake_latency == -1 && strcmp(core, is_wished ? "n/a" : "0") == 0);
  }
}

/* `is_checked`: nothing is refused. */
static void play(const scene *it, ksi_power *power, int is_checked) {
  make_rows(it);
  if (is_checked)
    check_rest(it);
  CHECK(ksi_begin_levels(power, &table));
  if (is_checked)
    check_latency(it, 1);
  for (int i = 0; i < count_steps(it); i++) {
    const step *each = &it->steps[i];
    core_now = each->core;
    ksi_request_level(power, &layer, &table, (uint32_t)i, (uint32_t)i + 1, each->worker,
                      place_of(each));
    if (!is_checked)
      continue;
    check_record(i + 1, each->outcome);
    if (each->clock != NULL)
      check_text("clock", each->clock,
                 it->machine != NULL ? registers_now() : clock_of(each->core));
  }
  for (int worker = WORKERS - 1; worker > 0; worker--)
    ksi_leave_levels(power, worker, 0);
  ksi_end_levels(power, 0, 0);
  ksi_rest_power(power);
  if (is_checked)
    check_rest(it);
  if (is_checked)
    check_latency(it, 0);
  if (is_checked && it->machine != NULL)
    check_text("registers at rest", "0xaa55bbaa 0x1111", registers_now());
}

/* --- The file that stands for the machine's memory. */

static void make_memory(void) {
  static unsigned char bytes[0x4000];
  char path[512];
  memset(bytes, 0x11, sizeof bytes);
  memcpy(bytes + 0x1004, (const unsigned char[]){0xaa, 0xbb, 0x55, 0xaa}, 4);
  snprintf(path, sizeof path, "%s/dev", model_root());
  mkdir(path, 0755);
  strcat(path, "/mem");
  FILE *file = fopen(path, "we");
  CHECK(file != NULL && fwrite(bytes, 1, sizeof bytes, file) == sizeof bytes);
  fclose(file);
}

static void begin(const scene *it) {
  current = it->system;
  model_load(it->system);
  make_memory();
  for (int core = 0; it->governor != NULL && core < 64; core++) {
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", core);
    if (ksi_exists(path))
      CHECK(ksi_write_text(path, it->governor) == 0);
  }
  snprintf(record_path, sizeof record_path, "/tmp/power-record-%d", (int)getpid());
  snprintf(machine_path, sizeof machine_path, "%s", "/machine");
  if (it->machine == NULL)
    return;
  char path[512];
  snprintf(path, sizeof path, "%s/machine", model_root());
  FILE *file = fopen(path, "we");
  CHECK(file != NULL && fputs(it->machine, file) >= 0 && fclose(file) == 0);
}

/* Files of the system, and the memory. */
static char *snapshot(void) {
  char *files = model_snapshot(), *all = malloc(strlen(files) + 128);
  sprintf(all, "%s%s\n", files, registers_now());
  free(files);
  return all;
}

static void check_same(const char *before) { CHECK(model_is_same(before, snapshot())); }

static void end(void) {
  unlink(record_path);
  model_remove();
}

typedef struct program {
  pid_t process;
  int orders; /* closing it ends the program */
} program;

static void set_power(const scene *it) {
  char power[256];
  snprintf(power, sizeof power, "%s,record:%s", it->power, record_path);
  if (record_path[0] == '\0') /* it can always be written, and would hide what cannot */
    snprintf(power, sizeof power, "%s", it->power);
  setenv("KASURI_POWER", strcmp(it->power, "record") == 0 ? strchr(power, ',') + 1 : power, 1);
  unsetenv("KASURI_MACHINE");
  if (it->machine != NULL)
    setenv("KASURI_MACHINE", machine_path, 1);
}

static void be_program(const scene *it, int report, int orders, int is_checked) {
  char byte = 1;
  set_power(it);
  ksi_power *power = ksi_start_power(WORKERS);
  if (power != NULL)
    play(it, power, is_checked);
  byte = power != NULL;
  if (write(report, &byte, 1) != 1 || read(orders, &byte, 1) != 0)
    _exit(96);
  exit(0);
}

/* -1: it did not live to say so; else whether it can set speeds. */
static int start(program *made, const scene *it, int die_at, int fail_at, int has_keeper) {
  int report[2], orders[2];
  char byte = 0;
  CHECK(pipe(report) == 0 && pipe(orders) == 0);
  made->process = fork();
  if (made->process == 0) {
    close(report[0]);
    close(orders[1]);
    model_die_at = die_at;
    model_fail_at = fail_at;
    model_process = getpid();
    model_steps = 0;
    model_has_no_keeper = !has_keeper;
    be_program(it, report[1], orders[0], fail_at == 0);
  }
  close(report[1]);
  close(orders[0]);
  made->orders = orders[1];
  int got = (int)read(report[0], &byte, 1);
  close(report[0]);
  return got == 1 ? byte : -1;
}

static int finish(program *it, int is_killed) {
  int status;
  if (is_killed)
    kill(it->process, SIGKILL);
  close(it->orders);
  CHECK(waitpid(it->process, &status, 0) == it->process);
  return status;
}

static void restore_as_next_start(void) {
  int problem;
  ksi_journal *journal = ksi_open_journal(&problem);
  CHECK(journal != NULL);
  ksi_undo_dead(journal);
  CHECK(ksi_all_owners(journal) == 0 && journal->changes == 0);
  ksi_close_journal(journal);
}

static void wait_for_keeper(void) {
  for (int is_left = 1; is_left; usleep(1000)) {
    int problem;
    ksi_journal *journal = ksi_open_journal(&problem);
    CHECK(journal != NULL);
    is_left = ksi_all_owners(journal) != 0 || journal->changes != 0;
    ksi_close_journal(journal);
  }
}

static void requests_become_what_they_can(const scene *it) {
  program one;
  begin(it);
  char *before = snapshot();
  CHECK(start(&one, it, 0, 0, 1) == 1);
  CHECK(finish(&one, 0) == 0);
  check_same(before);
  wait_for_keeper();
  free(before);
  end();
}

static void nothing_is_lost_by_a_death(const scene *it, int has_keeper) {
  int die_at = 1;
  begin(it);
  char *before = snapshot();
  for (int is_over = 0; !is_over; die_at++) {
    program one;
    is_over = start(&one, it, die_at, 0, has_keeper) >= 0;
    CHECK(WIFSIGNALED(finish(&one, is_over)));
    has_keeper ? wait_for_keeper() : restore_as_next_start();
    check_same(before);
  }
  printf("%s %s: killed at %d points, restored by the %s\n", it->system, it->power, die_at - 1,
         has_keeper ? "keeper" : "next start");
  free(before);
  end();
}

/* Also at each step of the end, when it restores by itself. */
static void nothing_is_lost_at_exit(const scene *it) {
  int did_die = 1, points = 0;
  begin(it);
  char *before = snapshot();
  for (int die_at = 1; did_die; die_at++) {
    program one;
    int is_there = start(&one, it, die_at, 0, 0);
    did_die = WIFSIGNALED(finish(&one, 0));
    points += is_there >= 0 && did_die;
    restore_as_next_start();
    check_same(before);
  }
  printf("%s %s: killed at %d points of its end\n", it->system, it->power, points);
  free(before);
  end();
}

static void nothing_is_lost_by_a_refusal(const scene *it) {
  int steps = 40;
  begin(it);
  char *before = snapshot();
  for (int fail_at = 1; fail_at <= steps; fail_at++) {
    program one;
    CHECK(start(&one, it, 0, fail_at, 1) >= 0);
    CHECK(finish(&one, 0) == 0);
    wait_for_keeper();
    check_same(before);
  }
  free(before);
  end();
}

/* Standard error of a program that starts and ends; to be freed. */
static char *words_of(const scene *it, int *can_set) {
  char path[64], *text = calloc(1, 4096);
  program one;
  snprintf(path, sizeof path, "/tmp/power-words-%d", (int)getpid());
  int saved = dup(STDERR_FILENO), file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  dup2(file, STDERR_FILENO);
  *can_set = start(&one, it, 0, 1000, 1);
  int status = finish(&one, 0);
  dup2(saved, STDERR_FILENO);
  CHECK(status == 0 && pread(file, text, 4095, 0) >= 0);
  close(file);
  close(saved);
  unlink(path);
  return text;
}

static int count_lines(const char *text) {
  int count = 0;
  for (; (text = strchr(text, '\n')) != NULL; text++)
    count++;
  return count;
}

static void refusals_are_said_once(void) {
  static const struct {
    const char *system, *extra, *power, *words;
  } cases[] = {
      {"freq_rk3399", "no permission", "cpufreq", "no permission to write scaling_governor"},
      {"freq_phone", "no permission", "cpufreq", "no permission to write scaling_min_freq"},
      {"freq_none", NULL, "cpufreq", "their frequency does not change: cpufreq"},
      {"freq_none", NULL, "registers", "their frequency does not change"},
      {"freq_none", NULL, "fast", "may only contain none, auto"},
      {"freq_none", NULL, "none", NULL},
      {"freq_rk3399", "no permission", "qos", "no permission to write /dev/cpu_dma_latency"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scene it = {.system = cases[i].system, .power = cases[i].power};
    int can_set;
    begin(&it);
    model_forbid(cases[i].extra != NULL);
    char *before = snapshot();
    record_path[0] = '\0';
    char *words = words_of(&it, &can_set);
    CHECK(can_set == 0);
    if (cases[i].words == NULL ? *words != '\0'
                               : count_lines(words) != 1 || !strstr(words, cases[i].words)) {
      fprintf(stderr, "%s %s: %s", it.system, it.power, words);
      CHECK(!"the words");
    }
    check_same(before);
    free(words);
    free(before);
    model_remove();
  }
}

static void a_clock_has_one_master(void) {
  const scene *it = &scenes[0];
  program a, b;
  begin(it);
  char *before = snapshot();
  CHECK(start(&a, it, 0, 0, 1) == 1);
  char *between = snapshot();
  int can_set;
  char *words = words_of(it, &can_set);
  CHECK(can_set == 0 && strstr(words, "another program sets their frequency") != NULL);
  check_same(between);
  finish(&a, 1);
  wait_for_keeper();
  check_same(before);
  CHECK(start(&b, it, 0, 0, 1) == 1);
  finish(&b, 0);
  check_same(before);
  free(words);
  free(between);
  free(before);
  end();
}

static void another_governor_is_left(void) {
  program one;
  begin(&scenes[0]);
  CHECK(start(&one, &scenes[0], 0, 0, 1) == 1);
  CHECK(ksi_write_text("/sys/devices/system/cpu/cpu4/cpufreq/scaling_governor", "powersave") == 0);
  finish(&one, 0);
  wait_for_keeper();
  CHECK(strcmp(model_value("/sys/devices/system/cpu/cpu4/cpufreq/scaling_governor"), "powersave") ==
        0);
  CHECK(strcmp(model_value("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"), "schedutil") ==
        0);
  end();
}

/* The cores of a clock may be offline when a program ends: it is restored when they are back, and
 * the keeper waits longer for that than it tries otherwise. */
static void clocks_of_offline_cores_wait(int is_killed) {
  const char *offline = "/sys/devices/system/cpu/cpu4/cpufreq/is_offline";
  char path[512];
  program one;
  int problem;
  begin(&scenes[0]);
  char *before = snapshot();
  CHECK(start(&one, &scenes[0], 0, 0, 1) == 1);
  model_set(offline, "1");
  finish(&one, is_killed);
  usleep(is_killed ? 11000000 : 100000);
  CHECK(strcmp(model_value("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"), "schedutil") ==
        0);
  CHECK(strcmp(model_value("/sys/devices/system/cpu/cpu4/cpufreq/scaling_governor"), "userspace") ==
        0);
  ksi_journal *journal = ksi_look_at_journal(&problem);
  CHECK(journal != NULL && journal->changes == 1);
  ksi_close_journal(journal);
  snprintf(path, sizeof path, "%s%s", model_root(), offline);
  CHECK(unlink(path) == 0);
  wait_for_keeper();
  check_same(before);
  free(before);
  end();
}

static void machine_files_are_read_strictly(void) {
  static const char *const bad[] = {
      "",
      "kasuri-machine 2\n",
      "kasuri-machine 1\nkhz 5\n",
      "kasuri-machine 1\ndomain x\n",
      "kasuri-machine 1\ndomain 0\nspeed 5\n",
      "kasuri-machine 1\ndomain 0\nkhz 5 6\n",
      "kasuri-machine 1\ndomain 0\nkhz 0\n",
      "kasuri-machine 1\ndomain 0\nkhz 6 5k\n",
      "kasuri-machine 1\ndomain 0\nkhz 6 5\nregister 0x1000 width 32 mask 0xff values 1\n",
      "kasuri-machine 1\ndomain 0\nkhz 6\nregister 0x1001 width 32 mask 0xff values 1\n",
      "kasuri-machine 1\ndomain 0\nkhz 6\nregister 0x1000 width 24 mask 0xff values 1\n",
      "kasuri-machine 1\ndomain 0\nkhz 6\nregister 0x1000 width 8 mask 0x1ff values 1\n",
      "kasuri-machine 1\ndomain 0\nkhz 6\nregister 0x1000 width 8 mask 0x0f values 16\n",
      "kasuri-machine 1\ndomain 0\nkhz 6\nregister -1 width 8 mask 0x0f values 1\n",
      "kasuri-machine 1\ndomain 0\nkhz 6\nregister 0x1000 width 8 mask 0x0f values 1\nstatus 0 "
      "width 8 mask 1 value 1\n",
      "kasuri-machine 1\ndomain 0\nsettle_us 1000001\n",
      "kasuri-machine 1\ndevice mem\n",
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    scene it = {.system = "freq_none", .power = "registers", .machine = bad[i]};
    int can_set;
    begin(&it);
    char *words = words_of(&it, &can_set);
    if (can_set != 0 || (strstr(words, "the file is ignored") == NULL && *bad[i] != '\0'))
      fprintf(stderr, "%s: %s", bad[i], words);
    CHECK(can_set == 0 && (strstr(words, "the file is ignored") != NULL || *bad[i] == '\0'));
    free(words);
    end();
  }
}

static void a_short_window_is_refused(void) {
  scene it = {.system = "freq_none",
              .power = "registers",
              .machine = "kasuri-machine 1\ndomain 0-1\nkhz 2 1\n"
                         "register 0x4000 width 32 mask 0xff values 1 2\n"};
  int can_set;
  begin(&it);
  char *words = words_of(&it, &can_set);
  CHECK(can_set == 0 && count_lines(words) == 1);
  free(words);
  end();
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  setvbuf(stdout, NULL, _IONBF, 0); /* children end by exit */
  unsetenv("XDG_RUNTIME_DIR");
  for (int i = 0; i < SCENES; i++) {
    requests_become_what_they_can(&scenes[i]);
    if (strcmp(scenes[i].power, "record") == 0)
      continue;
    nothing_is_lost_by_a_death(&scenes[i], 1);
    if (i % 3 == 0 || scenes[i].machine != NULL) /* a scene of each way */
      nothing_is_lost_by_a_death(&scenes[i], 0);
    nothing_is_lost_at_exit(&scenes[i]);
    nothing_is_lost_by_a_refusal(&scenes[i]);
  }
  refusals_are_said_once();
  a_clock_has_one_master();
  another_governor_is_left();
  clocks_of_offline_cores_wait(0);
  clocks_of_offline_cores_wait(1);
  machine_files_are_read_strictly();
  a_short_window_is_refused();
  return 0;
}
