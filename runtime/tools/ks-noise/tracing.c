/* A trace of our own, so that nobody's is disturbed.
 *
 * tracefs has instances: a folder that is made there is a separate trace, with its own buffers,
 * events, clock and cores. Only two things are shared. The osnoise tracer has options for all
 * instances, and one of them, OSNOISE_WORKLOAD, makes it run threads of its own on the cores that
 * we measure. It is switched off meanwhile, unless another instance uses the tracer. Then, and
 * where the kernel has no osnoise, the plain events of interrupts, softirqs and the scheduler are
 * recorded.
 *
 * Nothing may stay behind. The name of an instance has the process that made it and its start, and
 * a "w" if OSNOISE_WORKLOAD must be switched on again. So whoever finds it knows what to do: this
 * process at its end, its keeper (a process that waits for that, also after SIGKILL), or the next
 * start of ks-noise.
 *
 * hwlat, the kernel's own detector of gaps in the hardware, keeps a core busy with interrupts off.
 * So it runs on cores that are not measured, in a second instance. Firmware interrupts stop all
 * cores, so it sees the same ones.
 */
#include "tracing.h"

#include "../../os/os.h"
#include "../../record/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_KIB = 8192, LINE_BYTES = 512, TRIES = 50, MARKS = 5 };
#define PREFIX "ks-noise-"

static ksi_path root, own, detector;
static ksi_coreset traced;
static const char *source = "events";

static int write_in(const ksi_path *folder, const char *name, const char *text) {
  return ksi_write_text(ksi_join(folder->text, name).text, text);
}

static int find_root(void) {
  static const char *const places[] = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (ksi_exists(ksi_join(places[i], "instances").text)) {
      root = ksi_join(places[i], ".");
      root.text[strlen(places[i])] = '\0';
      return 1;
    }
  return 0;
}

/* --- Instances that are found. */

/* Whether the name is one of ours, by which process, and whether it must restore osnoise. */
static int read_name(const char *name, ksi_process *owner, int *is_workload) {
  char mark = 0;
  if (sscanf(name, PREFIX "%d-%" SCNu64 "%c", &owner->number, &owner->start, &mark) < 2)
    return 0;
  *is_workload = mark == 'w';
  return 1;
}

/* The tracer must end before its option changes; a reader may keep the instance busy. */
static int remove_instance(const ksi_path *instance, int is_workload) {
  int problem = 0;
  if (!ksi_exists(instance->text))
    return 0;
  write_in(instance, "tracing_on", "0");
  write_in(instance, "current_tracer", "nop");
  write_in(instance, "events/enable", "0");
  if (is_workload)
    write_in(&root, "osnoise/options", "OSNOISE_WORKLOAD");
  for (int i = 0; i < TRIES; i++) {
    problem = ksi_remove_folder(instance->text);
    if (problem != EBUSY)
      break;
    ksi_sleep_ns(10000000);
  }
  return problem;
}

typedef struct sweep {
  ksi_process of; /* number 0: of all that have ended */
  int problem;
} sweep;

static int remove_one(void *argument, const char *name) {
  sweep *in = argument;
  ksi_process owner;
  int is_workload;
  if (!read_name(name, &owner, &is_workload))
    return 0;
  int is_meant = in->of.number != 0 ? owner.number == in->of.number && owner.start == in->of.start
                                    : !ksi_is_alive(owner);
  ksi_path instance = ksi_join(ksi_join(root.text, "instances").text, name);
  int problem = is_meant ? remove_instance(&instance, is_workload) : 0;
  if (problem != 0)
    in->problem = problem;
  return 0;
}

static int remove_of(ksi_process process) {
  sweep all = {.of = process};
  ksi_each_name(ksi_join(root.text, "instances").text, remove_one, &all);
  return all.problem;
}

void remove_old_traces(void) {
  if (find_root())
    remove_of((ksi_process){0});
}

/* In the keeper. */
static void keep(ksi_process owner) {
  while (!ksi_await_end(owner, "", -1))
    ;
  remove_of(owner);
}

/* --- Who uses osnoise. */

static int uses_osnoise(const ksi_path *instance) {
  char tracer[64];
  return ksi_read_text(ksi_join(instance->text, "current_tracer").text, tracer, sizeof tracer) >
             0 &&
         (strcmp(tracer, "osnoise") == 0 || strcmp(tracer, "timerlat") == 0);
}

static int is_user(void *argument, const char *name) {
  (void)argument;
  ksi_path instance = ksi_join(ksi_join(root.text, "instances").text, name);
  return uses_osnoise(&instance);
}

static int has_word(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *at = text; (at = strstr(at, word)) != NULL; at += length)
    if ((at == text || strchr(" \n", at[-1])) && strchr(" \n", at[length])) /* also the end */
      return 1;
  return 0;
}

static int has_tracer(const char *name) {
  char tracers[256];
  return ksi_read_text(ksi_join(root.text, "available_tracers").text, tracers, sizeof tracers) >
             0 &&
         has_word(tracers, name);
}

/* Whether osnoise can run without threads of its own; and whether these are switched on now. */
static int may_use_osnoise(int *is_workload) {
  char options[512];
  if (!has_tracer("osnoise") || uses_osnoise(&root) ||
      ksi_each_name(ksi_join(root.text, "instances").text, is_user, NULL) ||
      ksi_read_text(ksi_join(root.text, "osnoise/options").text, options, sizeof options) <= 0)
    return 0;
  *is_workload = has_word(options, "OSNOISE_WORKLOAD");
  return *is_workload || has_word(options, "NO_OSNOISE_WORKLOAD");
}

/* --- The instance. */

static int set_mask(const ksi_path *instance, const ksi_coreset *cores) {
  char old[KSI_VALUE_BYTES], text[KSI_VALUE_BYTES];
  ksi_path path = ksi_join(instance->text, "tracing_cpumask");
  int length = ksi_read_text(path.text, old, sizeof old);
  if (length < 0)
    return -length;
  return ksi_print_mask(cores, old, text, sizeof text) ? ksi_write_text(path.text, text) : ERANGE;
}

/* Of a trace that is read as text, whatever the system's defaults are. */
static void set_format(const ksi_path *instance) {
  static const char *const off[] = {"raw",    "hex",        "bin",        "verbose",
                                    "fields", "stacktrace", "print-tgid", "latency-format"};
  for (size_t i = 0; i < sizeof off / sizeof *off; i++)
    if (ksi_exists(ksi_join(ksi_join(instance->text, "options").text, off[i]).text))
      write_in(instance, ksi_join("options", off[i]).text, "0");
  write_in(instance, "options/context-info", "1");
  write_in(instance, "options/markers", "1");
}

/* The clock that ours is made from, if the trace can have it. */
static void set_clock(const ksi_path *instance) {
  if (ksi_choose_clock() == KSI_CLOCK_TSC && write_in(instance, "trace_clock", "x86-tsc") == 0)
    return;
  if (write_in(instance, "trace_clock", "mono") != 0)
    write_in(instance, "trace_clock", "local");
}

static void set_cores(const ksi_path *instance, const ksi_coreset *cores) {
  set_mask(instance, cores);
  for (int core = 0; core < KSI_MOST_CORES; core++)
    if (ksi_has_core(cores, core)) {
      char name[64], size[16];
      snprintf(name, sizeof name, "per_cpu/cpu%d/buffer_size_kb", core);
      snprintf(size, sizeof size, "%d", BUFFER_KIB);
      write_in(instance, name, size);
    }
}

/* Whether at least the scheduler's events are there. */
static int enable_events(void) {
  static const char *const events[] = {
      "irq/irq_handler_entry", "irq/irq_handler_exit", "irq/softirq_entry", "irq/softirq_exit",
      "irq_vectors",           "ipi/ipi_entry",        "ipi/ipi_exit",      "nmi/nmi_handler"};
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    write_in(&own, ksi_join(ksi_join("events", events[i]).text, "enable").text, "1");
  return write_in(&own, "events/sched/sched_switch/enable", "1");
}

static int enable_osnoise(int is_workload) {
  if (is_workload && write_in(&root, "osnoise/options", "NO_OSNOISE_WORKLOAD") != 0)
    return 0;
  return write_in(&own, "events/osnoise/enable", "1") == 0 &&
         write_in(&own, "current_tracer", "osnoise") == 0;
}

static void start_detector(ksi_process process, const ksi_coreset *cores) {
  ksi_coreset usable, others;
  char name[96];
  ksi_get_affinity(&usable);
  others = ksi_without_cores(usable, *cores);
  if (!has_tracer("hwlat") || ksi_count_cores(&others) == 0)
    return;
  snprintf(name, sizeof name, "instances/" PREFIX "%d-%" PRIu64 "h", process.number, process.start);
  detector = ksi_join(root.text, name);
  if (ksi_make_folder(detector.text) != 0) {
    detector.text[0] = '\0';
    return;
  }
  set_format(&detector);
  set_mask(&detector, &others);
  set_clock(&detector);
  write_in(&detector, "current_tracer", "hwlat");
}

static const char *fail(const char *what, int code, char *problem, size_t size) {
  snprintf(problem, size, "%s: %s", what, strerror(code));
  if (own.text[0] != '\0')
    stop_tracing();
  return problem;
}

const char *start_tracing(const ksi_coreset *cores, char *problem, size_t size) {
  char name[96];
  int is_workload = 0, code;
  ksi_process process = ksi_this_process();
  if (!find_root() && ksi_user() != 0)
    return fail("/sys/kernel/tracing", EACCES, problem, size);
  if (!find_root())
    return fail("/sys/kernel/tracing (mount -t tracefs nodev /sys/kernel/tracing)", ENOENT, problem,
                size);
  remove_of((ksi_process){0});
  int is_osnoise = may_use_osnoise(&is_workload);
  if (ksi_has_keeper() == 0 && (code = ksi_start_keeper(keep)) != 0)
    return fail("the process that restores tracing", code, problem, size);
  snprintf(name, sizeof name, "instances/" PREFIX "%d-%" PRIu64 "%s", process.number, process.start,
           is_osnoise && is_workload ? "w" : "");
  own = ksi_join(root.text, name);
  code = ksi_make_folder(own.text);
  if (code != 0) {
    ksi_path made = own;
    own.text[0] = '\0';
    ksi_stop_keeper(1);
    return fail(made.text, code, problem, size);
  }
  code = write_in(&own, "tracing_on", "0");
  if (code != 0)
    return fail(ksi_join(own.text, "tracing_on").text, code, problem, size);
  set_format(&own);
  set_clock(&own);
  set_cores(&own, cores);
  traced = *cores;
  source = is_osnoise && enable_osnoise(is_workload) ? "osnoise" : "events";
  if (strcmp(source, "events") == 0 && (code = enable_events()) != 0)
    return fail(ksi_join(own.text, "events/sched/sched_switch").text, code, problem, size);
  start_detector(process, cores);
  code = write_in(&own, "tracing_on", "1");
  return code == 0 ? NULL : fail(ksi_join(own.text, "tracing_on").text, code, problem, size);
}

const char *trace_source(void) { return source; }

/* Other cores are not recorded, their marks neither. */
void mark_trace(void) {
  char text[64];
  ksi_coreset before;
  ksi_get_affinity(&before);
  ksi_set_affinity(&traced);
  for (int i = 0; i < MARKS; i++) {
    uint64_t unix_ns = ksi_unix_ns();
    snprintf(text, sizeof text, "ks-noise %" PRIu64 " %" PRIu64, ksi_ticks(), unix_ns);
    write_in(&own, "trace_marker", text);
  }
  ksi_set_affinity(&before);
}

/* Only the gaps are of interest, which have the time of day in them. */
typedef struct forwarded {
  int (*each)(void *argument, char *line);
  void *argument;
} forwarded;

static int forward_gap(void *argument, char *line) {
  const forwarded *to = argument;
  return strstr(line, "inner/outer(us)") != NULL ? !to->each(to->argument, line) : 0;
}

static int forward(void *argument, char *line) {
  const forwarded *to = argument;
  return !to->each(to->argument, line);
}

void read_tracing(int (*each)(void *argument, char *line), void *argument) {
  forwarded to = {each, argument};
  write_in(&own, "tracing_on", "0");
  if (detector.text[0] != '\0') {
    write_in(&detector, "tracing_on", "0"); /* another tracer would empty the buffer */
    ksi_each_line(ksi_join(detector.text, "trace").text, forward_gap, &to);
  }
  ksi_each_line(ksi_join(own.text, "trace").text, forward, &to);
}

int stop_tracing(void) {
  int problem = remove_of(ksi_this_process());
  own.text[0] = detector.text[0] = '\0';
  ksi_stop_keeper(problem == 0);
  return problem;
}
