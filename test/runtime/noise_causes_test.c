/* The causes of detours: the text of tracefs in all its forms, what had a core when, clocks that
 * differ, lost events, firmware and hypervisors, and traces that were left behind. Everything is
 * recorded text; nothing of this machine is read. */
#include "../../runtime/os/os.h"
#include "../../runtime/tools/ks-noise/advice.h"
#include "../../runtime/tools/ks-noise/causes.h"
#include "../../runtime/tools/ks-noise/firmware.h"
#include "../../runtime/tools/ks-noise/trace_line.h"
#include "../../runtime/tools/ks-noise/tracing.h"
#include "check.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- Lines. */

static trace_line read_line(const char *text) {
  trace_line line;
  read_trace_line(text, &line);
  return line;
}

static void test_events(void) {
  trace_line line = read_line("          <idle>-0       [002] d.h1.   101.000250: "
                              "irq_handler_entry: irq=24 name=virtio1-input.0");
  CHECK(line.kind == TRACE_IRQ_ENTRY && line.core == 2 && line.number == 24 && !line.is_raw);
  CHECK(line.at == 101000250000 && strcmp(line.name, "virtio1-input.0") == 0);
  line = read_line(" a [3] b-77 [001] 5.5: softirq_entry: vec=9 [action=RCU]"); /* no flags */
  CHECK(line.kind == TRACE_SOFTIRQ_ENTRY && line.core == 1 && line.at == 5500000000);
  CHECK(line.number == 9 && strcmp(line.name, "RCU") == 0);
  line = read_line(
      "  x-1 ( 77) [010] d..2. 50888163017170: sched_switch: prev_comm=a ==> next_comm=b "
      "prev_pid=3 prev_prio=120 prev_state=R ==> next_comm=c next_pid=d next_pid=10 next_prio=120");
  CHECK(line.kind == TRACE_SWITCH && line.is_raw && line.at == 50888163017170 && line.core == 10);
  CHECK(line.number == 10 && strcmp(line.name, "c next_pid=d") == 0);
  line = read_line(" x-1 [001] d.h.. 7: local_timer_entry: vector=236");
  CHECK(line.kind == TRACE_IRQ_ENTRY && line.number == -1 && strcmp(line.name, "local_timer") == 0);
  line = read_line(" x-1 [001] d.h.. 7.5: ipi_exit: (Rescheduling interrupts)");
  CHECK(line.kind == TRACE_IRQ_EXIT && strcmp(line.name, "Rescheduling interrupts") == 0);
  line = read_line(
      " x-1 [001] d.h.. 7.5: nmi_handler: perf_event_nmi_handler() delta_ns: 1807 handled: 1");
  CHECK(line.kind == TRACE_NMI && line.duration_ns == 1807);
  CHECK(strcmp(line.name, "perf_event_nmi_handler") == 0);
}

static void test_noise_events(void) {
  trace_line line = read_line("     osnoise/8-961      [008] d.h..  5789.857532: irq_noise: "
                              "local_timer:236 start 5789.857529929 duration 1845 ns");
  CHECK(line.kind == TRACE_IRQ_NOISE && line.core == 8 && line.duration_ns == 1845);
  CHECK(line.number == 236 && strcmp(line.name, "local_timer") == 0);
  line = read_line(" x-9 [008] d.h.. 5.1: softirq_noise:    SCHED:7 start 5.2 duration 99 ns");
  CHECK(line.kind == TRACE_SOFTIRQ_NOISE && strcmp(line.name, "SCHED") == 0 && line.number == 7);
  line =
      read_line(" x-9 [008] ... 5.1: thread_noise: kworker/8:1: a:54 start 5.2 duration 3068 ns");
  CHECK(line.kind == TRACE_THREAD_NOISE && strcmp(line.name, "kworker/8:1: a") == 0);
  line = read_line(" x-9 [008] d.Z.. 5.1: nmi_noise: start 5.2 duration 311 ns");
  CHECK(line.kind == TRACE_NMI_NOISE && line.duration_ns == 311);
  line = read_line("  <...>-3638  [001] d... 19452.055471: #1     inner/outer(us):   12/14    "
                   "ts:1499801089.066141940");
  CHECK(line.kind == TRACE_HARDWARE && line.duration_ns == 14000 && line.count == 1);
  CHECK(line.unix_ns == 1499801089066141940u);
  line = read_line("  <...>-3638  [001] d... 9.0: #6     inner/outer(us):   36/15    "
                   "ts:17.000000001 count:9 nmi-total:4 nmi-count:1");
  CHECK(line.kind == TRACE_HARDWARE && line.duration_ns == 36000 && line.count == 9);
  line = read_line("  <idle>-0 [001] d.h1. 9.0: #42    context    irq timer_latency      9321 ns");
  CHECK(line.kind == TRACE_TIMER_LATE && line.duration_ns == 9321);
  line =
      read_line("  timerlat/1-9 [001] d.h1. 9.0: #42    context thread timer_latency     9321 ns");
  CHECK(line.kind == TRACE_OTHER);
}

static void test_comments(void) {
  trace_line line = read_line("# entries-in-buffer/entries-written: 100/250   #P:4");
  CHECK(line.kind == TRACE_WRITTEN && line.count == 150);
  line = read_line("CPU:3 [LOST 17 EVENTS]");
  CHECK(line.kind == TRACE_LOST && line.core == 3 && line.count == 17);
  line = read_line("  x-1 [001] ..... 9.000001: tracing_mark_write: ks-noise 777 888");
  CHECK(line.kind == TRACE_MARK && line.ticks == 777 && line.unix_ns == 888);
  line = read_line("# ks-noise thread 2 core 5 begin 99 tick 0.25");
  CHECK(line.kind == TRACE_SERIES && line.count == 2 && line.core == 5 && line.tick_ns == 0.25);
  line = read_line("# ks-noise core 5 smi -1 steal 70 virtual 1");
  CHECK(line.kind == TRACE_FACTS && line.number == -1 && line.count == 70 && line.ticks == 1);
}

/* What has another form is no event. */
static void test_wrong_forms(void) {
  static const char *const wrong[] = {
      "",
      "#",
      "x",
      "[",
      "[1]",
      "x-1 [001] d.h1. 1.0: ",
      "x-1 [001] d.h1. 1.0: irq_handler_entry: irq=? name=x",
      "x-1 [001] d.h1. 1.0: irq_handler_entry",
      "x-1 [001] d.h1. 1.0: softirq_entry: vector=1",
      "x-1 [001] d.h1. 1.0: sched_switch: prev_comm=a next_comm=b next_pid=1",
      "x-1 [001] d.h1. 1.0: sched_switch: a ==> next_comm=b",
      "x-1 [001] d.h1. 1.0: irq_noise: local_timer:236 duration 1845 ns",
      "x-1 [001] d.h1. 1.0: irq_noise: local_timer:236 start 1.0 duration ? ns",
      "x-1 [001] d.h1. 1.0: vector_alloc: irq=3 vector=3",
      "x-1 [001] d.h1. 1.0: my_entry: a vector=3",
      "x-1 [001] d.h1. 1.0: tracing_mark_write: somebody 1 2",
      "x-1 [001] d.h1. 1.0: #1 inner/outer(us): a/b ts:1.2",
      "x-1 [abc] d.h1. 1.0: softirq_entry: vec=1 [action=TIMER]",
      "x-1 [99999999] d.h1. 1.0: softirq_entry: vec=1 [action=TIMER]",
      "x-1 [001] d.h1. softirq_entry: vec=1 [action=TIMER]",
      "CPU:x [LOST 1 EVENTS]",
      "# entries-in-buffer/entries-written: x/y"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    trace_line line = read_line(wrong[i]);
    if (line.kind != TRACE_OTHER)
      fprintf(stderr, "'%s' is an event\n", wrong[i]);
    CHECK(line.kind == TRACE_OTHER && line.core == -1);
  }
  char text[300] = "x-1 [001] d.h1. 1.0: irq_handler_entry: irq=1 name=";
  memset(text + strlen(text), 'n', 200);
  CHECK(strlen(read_line(text).name) == TRACE_NAME - 1);
}

/* --- Who had the core. Ticks are ns; the marks say that trace time 100.0 s is tick 1000000. */

#define BEGIN "  k-1 [000] ..... 100.000000: tracing_mark_write: ks-noise 1000000 5000000000\n"
#define END "  k-1 [000] ..... 100.010000: tracing_mark_write: ks-noise 11000000 5010000000\n"

static trace read_text(const char *text) {
  char line[512];
  trace_reader *reader = begin_trace(1, "ks-noise/");
  CHECK(reader != NULL);
  for (const char *at = text; *at != '\0';) {
    size_t length = strcspn(at, "\n");
    snprintf(line, sizeof line, "%.*s", (int)length, at);
    CHECK(add_trace_line(reader, line));
    at += length + (at[length] == '\n');
  }
  return end_trace(reader);
}

/* ns of a cause on the core. */
static double time_of(const trace *in, int core, cause_kind kind, const char *name) {
  double sum = 0;
  for (size_t i = 0; i < in->count; i++) {
    const segment *each = &in->list[i];
    if (each->core == core && each->cause >= 0 && in->causes[each->cause].kind == kind &&
        strcmp(in->causes[each->cause].name, name) == 0)
      sum += each->end - each->begin;
  }
  return sum;
}

static int is_about(double found, double wanted) { return fabs(found - wanted) < 1; }

#define AT(time, event) "  t-1 [001] d.h.. 100.00" time ": " event "\n"
#define SWITCH_TO(name, pid)                                                                       \
  "sched_switch: prev_comm=p prev_pid=1 prev_prio=120 prev_state=R ==> next_comm=" name            \
  " next_pid=" pid " next_prio=120"

static const char nested[] = BEGIN AT("0100", SWITCH_TO("ks-noise/1", "7")) AT(
    "0200", "irq_handler_entry: irq=3 name=eth0") AT("0210", "irq_handler_exit: irq=3 ret=handled")
    AT("0212", "softirq_entry: vec=3 [action=NET_RX]")
        AT("0230", "irq_handler_entry: irq=4 name=disk")
            AT("0235", "irq_handler_exit: irq=4 ret=handled")
                AT("0250", "softirq_exit: vec=3 [action=NET_RX]")
                    AT("0300", SWITCH_TO("kworker/1:2", "9"))
                        AT("0310", "local_timer_entry: vector=236")
                            AT("0314", "local_timer_exit: vector=236")
                                AT("0340", SWITCH_TO("swapper/1", "0"))
                                    AT("0350", SWITCH_TO("ks-noise/1", "7"))
                                        AT("0400", "irq_handler_exit: irq=3 ret=handled")
                                            AT("0401", "softirq_exit: vec=3 [action=NET_RX]") END;

static void test_nesting(void) {
  trace found = read_text(nested);
  CHECK(found.problem == NULL && found.lost == 0);
  CHECK(is_about(time_of(&found, 1, CAUSE_INTERRUPT, "eth0"), 10000));
  CHECK(is_about(time_of(&found, 1, CAUSE_INTERRUPT, "disk"), 5000));
  CHECK(is_about(time_of(&found, 1, CAUSE_SOFTIRQ, "NET_RX"), 33000));
  CHECK(is_about(time_of(&found, 1, CAUSE_THREAD, "kworker/1:2"), 36000));
  CHECK(is_about(time_of(&found, 1, CAUSE_INTERRUPT, "local_timer"), 4000));
  CHECK(is_about(time_of(&found, 1, CAUSE_THROTTLED, ""), 10000));
  double all = 0;
  for (size_t i = 0; i < found.count; i++)
    all += found.list[i].end - found.list[i].begin;
  CHECK(is_about(all, 10000 + 5000 + 33000 + 36000 + 4000 + 10000)); /* nothing else */
  CHECK(is_about(found.list[0].begin, 1200000));
  free_trace(&found);
}

/* Both families: only osnoise counts, and an exit without its entry changes nothing. */
static void test_families(void) {
  trace found = read_text(
      BEGIN AT("0200", "irq_handler_entry: irq=3 name=eth0")
          AT("0210", "irq_noise: eth0:3 start 100.000201 duration 8500 ns")
              AT("0211", "irq_handler_exit: irq=3 ret=handled")
                  AT("0300", "irq_noise: local_timer:236 start 100.0 duration 2000 ns")
                      AT("0400", "thread_noise: ks-noise/1:7 start 100.0 duration 90000 ns")
                          AT("0450", "thread_noise: swapper/1:0 start 100.0 duration 300 ns")
                              AT("0500", "nmi_noise: start 100.0 duration 700 ns") END);
  CHECK(is_about(time_of(&found, 1, CAUSE_INTERRUPT, "eth0"), 8500));
  CHECK(is_about(time_of(&found, 1, CAUSE_INTERRUPT, "local_timer"), 2000));
  CHECK(is_about(time_of(&found, 1, CAUSE_NMI, ""), 700));
  CHECK(is_about(time_of(&found, 1, CAUSE_THROTTLED, ""), 300));
  CHECK(found.count == 4);
  free_trace(&found);
}

static double blind_ns(const trace *in, int core) {
  double sum = 0;
  for (size_t i = 0; i < in->count; i++)
    if (in->list[i].core == core && in->list[i].cause < 0)
      sum += in->list[i].end - in->list[i].begin;
  return sum;
}

static void test_lost(void) {
  trace found = read_text(
      BEGIN AT("0100", "irq_handler_entry: irq=3 name=eth0") "CPU:1 [LOST 12 EVENTS]\n" AT(
          "0300", "softirq_entry: vec=3 [action=NET_RX]")
          AT("0310", "softirq_exit: vec=3 [action=NET_RX]") END);
  CHECK(found.lost == 12);
  CHECK(is_about(blind_ns(&found, 1), 200000)); /* from the last event before to the next */
  CHECK(time_of(&found, 1, CAUSE_INTERRUPT, "eth0") == 0);
  CHECK(is_about(time_of(&found, 1, CAUSE_SOFTIRQ, "NET_RX"), 10000));
  free_trace(&found);
  found = read_text("# entries-in-buffer/entries-written: 2/9\n" BEGIN AT(
      "0300", "softirq_entry: vec=3 [action=NET_RX]")
                        AT("0310", "softirq_exit: vec=3 [action=NET_RX]") END);
  CHECK(found.lost == 7 && blind_ns(&found, 1) > 1e200); /* everything before */
  free_trace(&found);
}

/* --- Clocks. */

/* A clock of 3 steps to the ns that began at another time; of each group one mark is prompt. */
static void test_raw_clock(void) {
  trace found = read_text("  k-1 [000] ..... 9000900: tracing_mark_write: ks-noise 1000000 0\n"
                          "  k-1 [000] ..... 9003000: tracing_mark_write: ks-noise 1001000 0\n"
                          "  t-1 [001] d.h.. 9300000: softirq_entry: vec=9 [action=RCU]\n"
                          "  t-1 [001] d.h.. 9306000: softirq_exit: vec=9 [action=RCU]\n"
                          "  k-1 [000] ..... 39000000: tracing_mark_write: ks-noise 11000000 0\n"
                          "  k-1 [000] ..... 39090000: tracing_mark_write: ks-noise 11000100 0\n");
  CHECK(found.problem == NULL && found.count == 1);
  CHECK(is_about(found.list[0].begin, 1100000) && is_about(found.list[0].end, 1102000));
  free_trace(&found);
}

static void test_wrong_clocks(void) {
  static const char *const wrong[] = {
      "", BEGIN, BEGIN BEGIN, END BEGIN,
      /* seconds that are none */
      "  k-1 [000] ..... 100.0: tracing_mark_write: ks-noise 1000000 0\n"
      "  k-1 [000] ..... 100.000100: tracing_mark_write: ks-noise 11000000 0\n"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    trace found = read_text(wrong[i]);
    CHECK(found.problem != NULL && found.count == 0);
    free_trace(&found);
  }
}

/* --- Detours. */

typedef struct scene {
  evidence evidence;
  detour list[2][4];
  detours detours[2];
  thread_causes found[2];
  observed_thread threads[2];
} scene;

/* Two threads, on cores 1 and 2; tick 1000000 is the start of both. */
static void explain(scene *of, const char *text) {
  of->evidence.trace = read_text(text);
  CHECK(of->evidence.trace.problem == NULL);
  of->evidence.has_trace = 1;
  for (int i = 0; i < 2; i++) {
    of->detours[i].list = of->list[i];
    while (of->detours[i].count < 4 && of->list[i][of->detours[i].count].length_ns > 0)
      of->detours[i].count++;
    of->threads[i] = (observed_thread){i + 1, &of->detours[i], 1000000, &of->found[i]};
  }
  CHECK(find_causes(&of->evidence, of->threads, 2));
}

static cause_kind first_kind(const scene *of, int thread, int detour) {
  const detour_causes *in = &of->found[thread].of[detour];
  CHECK(in->count > 0);
  return of->evidence.trace.causes[in->share[0].cause].kind;
}

static void close_scene(scene *of) {
  free_causes(&of->found[0]);
  free_causes(&of->found[1]);
  of->evidence.facts = NULL;
  free_evidence(&of->evidence);
}

static void test_attached(void) {
  scene one = {
      .list = {{{200000, 12000, 0}, {212000, 40000, 0}, {300000, 55000, 0}, {700000, 9000, 0}}}};
  explain(&one, nested);
  const detour_causes *found = one.found[0].of;
  CHECK(first_kind(&one, 0, 0) == CAUSE_INTERRUPT && found[0].unexplained_ns == 0);
  CHECK(is_about(found[0].share[0].ns + found[0].share[1].ns,
                 12000)); /* entry and exit are part of it */
  CHECK(first_kind(&one, 0, 1) == CAUSE_SOFTIRQ && found[1].count == 2);
  CHECK(first_kind(&one, 0, 2) == CAUSE_THREAD && found[2].count == 3);
  CHECK(first_kind(&one, 0, 3) == CAUSE_HARDWARE && found[3].unexplained_ns == 9000);
  CHECK(one.found[0].total_count == 7 && one.found[1].total_count == 0);
  CHECK(one.evidence.trace.causes[one.found[0].totals[0].cause].kind == CAUSE_THREAD);
  close_scene(&one);
}

/* In a sample the detour is somewhere, and the rest of the sample is not lost. */
static void test_sample(void) {
  scene one = {.list = {{{150000, 60000, 1000000}}}};
  explain(&one, nested);
  double all = 0;
  for (int i = 0; i < one.found[0].of[0].count; i++)
    all += one.found[0].of[0].share[i].ns;
  CHECK(one.found[0].of[0].unexplained_ns == 0 && all > 50000 && all <= 60000);
  close_scene(&one);
}

/* A long detour in which an interrupt was short: the interrupt is not the reason. */
static void test_partly(void) {
  scene one = {.list = {{{199000, 500000, 0}}}};
  explain(&one, BEGIN AT("0200", "irq_handler_entry: irq=3 name=eth0")
                    AT("0210", "irq_handler_exit: irq=3 ret=handled") END);
  CHECK(first_kind(&one, 0, 0) == CAUSE_HARDWARE && one.found[0].of[0].unexplained_ns == 490000);
  CHECK(one.found[0].of[0].count == 2);
  close_scene(&one);
}

/* Silence says nothing where events were lost. */
static void test_blind(void) {
  scene one = {.list = {{{150000, 20000, 0}, {350000, 20000, 0}}}};
  explain(&one,
          BEGIN AT("0100", "softirq_exit: vec=3 [action=NET_RX]") "CPU:1 [LOST 12 EVENTS]\n" AT(
              "0300", "softirq_exit: vec=3 [action=NET_RX]") END);
  CHECK(first_kind(&one, 0, 0) == CAUSE_LOST && first_kind(&one, 0, 1) == CAUSE_HARDWARE);
  close_scene(&one);
}

static void test_firmware_counted(void) {
  core_facts facts[] = {{.core = 1, .has_smis = 1, .smis = 1},
                        {.core = 2, .has_smis = 1, .smis = 0}};
  scene one = {.list = {{{100000, 20000, 0}, {300000, 90000, 0}}, {{600000, 95000, 0}}}};
  one.evidence.facts = facts;
  one.evidence.fact_count = 2;
  explain(&one, BEGIN END);
  CHECK(first_kind(&one, 0, 0) == CAUSE_HARDWARE); /* one was counted: the longest */
  CHECK(first_kind(&one, 0, 1) == CAUSE_FIRMWARE && first_kind(&one, 1, 0) == CAUSE_HARDWARE);
  close_scene(&one);
}

/* The detector on core 3 saw a gap at unix 5.000400 s, which is 400 us after the start. */
static void test_firmware_seen(void) {
  scene one = {.list = {{{100000, 100000, 0}, {320000, 80000, 0}, {600000, 90000, 0}},
                        {{330000, 70000, 0}}}};
  explain(&one, BEGIN "  h-1 [003] d.... 100.000900: #1     inner/outer(us):   85/14    "
                      "ts:5.000400000 count:1\n" END);
  CHECK(first_kind(&one, 0, 0) == CAUSE_HARDWARE && first_kind(&one, 0, 2) == CAUSE_HARDWARE);
  CHECK(first_kind(&one, 0, 1) == CAUSE_FIRMWARE && first_kind(&one, 1, 0) == CAUSE_FIRMWARE);
  close_scene(&one);
}

/* A gap of 85 us is no reason for half a millisecond. */
static void test_gap_is_short(void) {
  scene one = {.list = {{{320000, 500000, 0}}}};
  explain(&one, BEGIN "  h-1 [003] d.... 100.000900: #1     inner/outer(us):   85/14    "
                      "ts:5.000400000 count:1\n" END);
  CHECK(first_kind(&one, 0, 0) == CAUSE_HARDWARE);
  close_scene(&one);
}

static void test_together(void) {
  scene one = {
      .list = {{{100000, 50000, 0}, {600000, 20000, 0}}, {{110000, 50000, 0}, {700000, 20000, 0}}}};
  one.evidence.is_virtual_machine = 1;
  explain(&one, BEGIN END);
  CHECK(first_kind(&one, 0, 0) == CAUSE_ALL_CORES && first_kind(&one, 1, 0) == CAUSE_ALL_CORES);
  CHECK(first_kind(&one, 0, 1) == CAUSE_HYPERVISOR && first_kind(&one, 1, 1) == CAUSE_HYPERVISOR);
  close_scene(&one);
}

static void test_late_timer(void) {
  scene one = {.list = {{{100000, 50000, 0}}, {{100000, 30000, 0}}}};
  explain(&one, BEGIN AT("0151", "#42    context    irq timer_latency      48000 ns") END);
  CHECK(first_kind(&one, 0, 0) == CAUSE_LATE_TIMER && first_kind(&one, 1, 0) == CAUSE_ALL_CORES);
  close_scene(&one);
}

/* Without a trace: what was counted in the window, on that core. */
static void test_windows(void) {
  counter counted[] = {
      {.kind = COUNTS_INTERRUPT, .core = 2, .key = "24", .name = "net", .count = 9},
      {.kind = COUNTS_INTERRUPT,
       .core = 1,
       .key = "LOC",
       .name = "Local timer interrupts",
       .count = 5},
      {.kind = COUNTS_SOFTIRQ, .core = 1, .key = "TIMER", .name = "TIMER", .count = 3},
      {.kind = COUNTS_TASK, .core = 1, .thread = 5, .name = "cron", .count = 2}};
  window windows[] = {{.begin = 1000000, .end = 1200000}, {.begin = 1200000, .end = 1400000}};
  windows[1].counted = (counters){.list = counted, .count = 4};
  detour list[] = {{100000, 9000, 0}, {300000, 9000, 0}, {310000, 900000, 0}};
  detours all = {.list = list, .count = 3};
  thread_causes found = {0};
  observed_thread thread = {1, &all, 1000000, &found};
  evidence one = {.windows = windows, .window_count = 2};
  CHECK(find_causes(&one, &thread, 1));
  CHECK(found.of[0].count == 0 && found.of[1].count == 3 && found.of[2].count == 3);
  const cause *first = &one.trace.causes[found.of[1].share[0].cause];
  CHECK(strcmp(first->name, "local_timer") == 0 && found.of[1].share[0].ns == 0);
  CHECK(strcmp(one.trace.causes[found.of[2].share[0].cause].name, "cron") == 0);
  free_causes(&found);
  free_trace(&one.trace);
}

/* --- Advice. */

static void test_advice(void) {
  for (int kind = 0; kind < CAUSE_KINDS; kind++) {
    cause one = {.kind = (cause_kind)kind, .number = 24, .name = "x"};
    char text[512], name[128];
    advise(&one, 3, text, sizeof text);
    name_cause(&one, name, sizeof name);
    CHECK(strlen(text) > 20 && strlen(text) < 400 && *name != '\0');
    CHECK(strchr(text, '%') == NULL);
  }
  char text[512];
  advise(&(cause){CAUSE_INTERRUPT, 24, "virtio1"}, 3, text, sizeof text);
  CHECK(strstr(text, "/proc/irq/24/smp_affinity_list") && strstr(text, "managed_irq,3"));
  advise(&(cause){CAUSE_INTERRUPT, -1, "local_timer"}, 3, text, sizeof text);
  CHECK(strstr(text, "nohz_full=3"));
  advise(&(cause){CAUSE_THREAD, -1, "rcu_preempt"}, 3, text, sizeof text);
  CHECK(strstr(text, "rcu_nocbs=3"));
  advise(&(cause){CAUSE_THREAD, -1, "kworker/u8:1"}, 3, text, sizeof text);
  CHECK(strstr(text, "workqueue/cpumask"));
}

/* --- A recorded system. */

static char root[] = "/tmp/kasuri-causes-XXXXXX";

static void put_bytes(const char *path, const void *bytes, size_t size) {
  char full[256];
  snprintf(full, sizeof full, "%s%s", root, path);
  for (char *at = full + strlen(root) + 1; (at = strchr(at, '/')) != NULL; at++) {
    *at = '\0';
    mkdir(full, 0755);
    *at = '/';
  }
  FILE *file = fopen(full, "w");
  CHECK(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static void put_text(const char *path, const char *text) { put_bytes(path, text, strlen(text)); }

static void put_smis(uint32_t count) {
  unsigned char registers[0x34 + 8] = {0};
  memcpy(registers + 0x34, &count, sizeof count);
  put_bytes("/dev/cpu/1/msr", registers, sizeof registers);
}

static void test_facts(void) {
  CHECK(!is_virtual_machine());
  core_facts before = read_core_facts(1);
  CHECK(!before.has_smis && !before.has_steal);
  put_smis(UINT32_MAX);
  put_text(
      "/proc/stat",
      "cpu  1 2 3 4 5 6 7 8 0 0\ncpu0 1 2 3 4 5 6 7 9 0 0\ncpu1 1 2 3 4 5 6 7 20 0 0\nintr 5\n");
  before = read_core_facts(1);
  CHECK(before.has_smis && before.smis == UINT32_MAX && before.has_steal);
  put_smis(2);
  put_text("/proc/stat", "cpu1 1 2 3 4 5 6 7 23 0 0\n");
  core_facts between = subtract_facts(before, read_core_facts(1));
  CHECK(between.smis == 3 && between.has_smis); /* the counter wraps around */
  CHECK(between.steal_ns == 3 * (uint64_t)(1000000000 / sysconf(_SC_CLK_TCK)));
  put_text("/proc/cpuinfo", "model name : hypervisor\nflags\t\t: fpu hypervisor tsc\n");
  CHECK(is_virtual_machine());
}

static int exists(const char *path) {
  char full[256];
  snprintf(full, sizeof full, "%s%s", root, path);
  return access(full, F_OK) == 0;
}

static const char *options_now(void) {
  static char text[64];
  CHECK(ksi_read_text("/sys/kernel/tracing/osnoise/options", text, sizeof text) >= 0);
  return text;
}

/* Of a process that has ended, of one that lives, and of somebody else. */
static void test_left_behind(void) {
  char living[128], problem[256];
  ksi_process own = ksi_this_process();
  put_text("/sys/kernel/tracing/osnoise/options", "NO_OSNOISE_WORKLOAD");
  put_text("/sys/kernel/tracing/available_tracers", "osnoise function nop");
  put_text("/sys/kernel/tracing/instances/.keep", "");
  snprintf(living, sizeof living, "/sys/kernel/tracing/instances/ks-noise-%d-%llu", own.number,
           (unsigned long long)own.start);
  const char *const names[] = {"/sys/kernel/tracing/instances/ks-noise-%d-1w",
                               "/sys/kernel/tracing/instances/ks-noise-%d-2h",
                               "/sys/kernel/tracing/instances/ks-noise-old-%d"};
  char paths[3][128];
  for (int i = 0; i < 3; i++) { /* number of this process, but another start */
    snprintf(paths[i], sizeof paths[i], names[i], own.number);
    CHECK(ksi_make_folder(paths[i]) == 0);
  }
  CHECK(ksi_make_folder(living) == 0);
  remove_old_traces();
  CHECK(!exists(paths[0]) && !exists(paths[1]) && exists(paths[2]) && exists(living));
  CHECK(strcmp(options_now(), "OSNOISE_WORKLOAD") == 0);
  CHECK(rmdir(strcat(strcpy(problem, root), living)) == 0);
}

/* A tracefs that refuses: the reason is named, and nothing stays. */
static void test_refused(void) {
  char problem[256];
  ksi_coreset cores = {{0}};
  ksi_add_core(&cores, 0);
  const char *found = start_tracing(&cores, problem, sizeof problem);
  CHECK(found != NULL && strstr(found, "tracing_on: No such file") != NULL);
  int left = 0;
  char path[160];
  snprintf(path, sizeof path,
           "ls %s/sys/kernel/tracing/instances | grep -c 'ks-noise-[0-9]' >/dev/null", root);
  left = system(path) == 0;
  CHECK(!left && strcmp(options_now(), "OSNOISE_WORKLOAD") == 0);
}

/* --- A tracefs that permits everything: a new instance has its files, and goes with them. */

#define TRACEFS "/sys/kernel/tracing"

static const char *const instance_files[] = {"tracing_on",
                                             "trace",
                                             "trace_clock",
                                             "trace_marker",
                                             "tracing_cpumask",
                                             "current_tracer",
                                             "events/enable",
                                             "events/osnoise/enable",
                                             "events/sched/sched_switch/enable",
                                             "events/irq/softirq_entry/enable",
                                             "options/raw"};
static const char *const instance_folders[] = {"events/irq/softirq_entry",
                                               "events/irq",
                                               "events/sched/sched_switch",
                                               "events/sched",
                                               "events/osnoise",
                                               "events",
                                               "options"};
static int has_model;

int __real_ksi_make_folder(const char *path);
int __real_ksi_remove_folder(const char *path);
int __wrap_ksi_make_folder(const char *path);
int __wrap_ksi_remove_folder(const char *path);

int __wrap_ksi_make_folder(const char *path) {
  int problem = __real_ksi_make_folder(path);
  for (size_t i = 0;
       has_model && problem == 0 && i < sizeof instance_files / sizeof *instance_files; i++) {
    char name[256];
    snprintf(name, sizeof name, "%s/%s", path, instance_files[i]);
    put_text(name, strcmp(instance_files[i], "tracing_cpumask") == 0 ? "f" : "");
  }
  return problem;
}

int __wrap_ksi_remove_folder(const char *path) {
  char name[400];
  for (size_t i = 0; has_model && i < sizeof instance_files / sizeof *instance_files; i++) {
    snprintf(name, sizeof name, "%s%s/%s", root, path, instance_files[i]);
    unlink(name);
  }
  for (size_t i = 0; has_model && i < sizeof instance_folders / sizeof *instance_folders; i++) {
    snprintf(name, sizeof name, "%s%s/%s", root, path, instance_folders[i]);
    rmdir(name);
  }
  return __real_ksi_remove_folder(path);
}

typedef struct found_instance {
  char path[300];
  int count;
} found_instance;

static int find_one(void *argument, const char *name) {
  found_instance *to = argument;
  ksi_process own = ksi_this_process();
  char mine[64];
  snprintf(mine, sizeof mine, "ks-noise-%d-", own.number);
  if (strncmp(name, mine, strlen(mine)) == 0) {
    snprintf(to->path, sizeof to->path, TRACEFS "/instances/%s", name);
    to->count++;
  }
  return 0;
}

static found_instance find_instance(void) {
  found_instance found = {.count = 0};
  ksi_each_name(TRACEFS "/instances", find_one, &found);
  return found;
}

static int holds(const char *folder, const char *name, const char *wanted) {
  char text[128];
  ksi_read_text(ksi_join(folder, name).text, text, sizeof text);
  return strcmp(text, wanted) == 0;
}

static void start_on_core_1(void) {
  char problem[256];
  ksi_coreset cores = {{0}};
  ksi_add_core(&cores, 1);
  const char *found = start_tracing(&cores, problem, sizeof problem);
  if (found != NULL)
    fprintf(stderr, "%s\n", found);
  CHECK(found == NULL);
}

static void test_osnoise_is_shared(void) {
  has_model = 1;
  put_text(TRACEFS "/osnoise/options", "NO_PANIC_ON_STOP\nOSNOISE_WORKLOAD\n");
  start_on_core_1();
  found_instance mine = find_instance();
  CHECK(mine.count == 1 && mine.path[strlen(mine.path) - 1] == 'w');
  CHECK(strcmp(trace_source(), "osnoise") == 0 &&
        strcmp(options_now(), "NO_OSNOISE_WORKLOAD") == 0);
  CHECK(holds(mine.path, "current_tracer", "osnoise") && holds(mine.path, "tracing_on", "1"));
  CHECK(holds(mine.path, "tracing_cpumask", "2") && holds(mine.path, "events/osnoise/enable", "1"));
  CHECK(stop_tracing() == 0 && find_instance().count == 0);
  CHECK(strcmp(options_now(), "OSNOISE_WORKLOAD") == 0);
  /* Somebody uses the tracer, with threads: nothing of it changes. */
  put_text(TRACEFS "/instances/theirs/current_tracer", "timerlat");
  put_text(TRACEFS "/osnoise/options", "OSNOISE_WORKLOAD");
  start_on_core_1();
  mine = find_instance();
  CHECK(mine.count == 1 && mine.path[strlen(mine.path) - 1] != 'w');
  CHECK(strcmp(trace_source(), "events") == 0 && strcmp(options_now(), "OSNOISE_WORKLOAD") == 0);
  CHECK(holds(mine.path, "current_tracer", "") &&
        holds(mine.path, "events/sched/sched_switch/enable", "1"));
  CHECK(holds(TRACEFS "/instances/theirs", "current_tracer", "timerlat"));
  CHECK(stop_tracing() == 0 && find_instance().count == 0);
  put_text(TRACEFS "/instances/theirs/current_tracer", "nop");
  put_text(TRACEFS "/current_tracer", "osnoise"); /* of the main trace */
  start_on_core_1();
  CHECK(strcmp(trace_source(), "events") == 0 && strcmp(options_now(), "OSNOISE_WORKLOAD") == 0);
  CHECK(stop_tracing() == 0);
  put_text(TRACEFS "/current_tracer", "nop");
  /* Without threads already: it stays so. */
  put_text(TRACEFS "/osnoise/options", "NO_OSNOISE_WORKLOAD");
  start_on_core_1();
  mine = find_instance();
  CHECK(mine.count == 1 && mine.path[strlen(mine.path) - 1] != 'w' &&
        strcmp(trace_source(), "osnoise") == 0);
  CHECK(stop_tracing() == 0 && strcmp(options_now(), "NO_OSNOISE_WORKLOAD") == 0);
}

/* The keeper of a process that is killed restores; nobody else is there to do it. */
static void test_killed(void) {
  put_text(TRACEFS "/osnoise/options", "OSNOISE_WORKLOAD");
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    start_on_core_1();
    raise(SIGKILL);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  char command[256];
  snprintf(command, sizeof command, "ls %s" TRACEFS "/instances | grep -q '^ks-noise-%d-'", root,
           (int)child);
  int left = 1;
  for (int i = 0; i < 1000 && left; i++) {
    usleep(20000);
    left = system(command) == 0;
  }
  CHECK(!left && strcmp(options_now(), "OSNOISE_WORKLOAD") == 0);
}

int main(void) {
  test_events();
  test_noise_events();
  test_comments();
  test_wrong_forms();
  test_nesting();
  test_families();
  test_lost();
  test_raw_clock();
  test_wrong_clocks();
  test_attached();
  test_sample();
  test_partly();
  test_blind();
  test_firmware_counted();
  test_firmware_seen();
  test_gap_is_short();
  test_together();
  test_late_timer();
  test_windows();
  test_advice();
  CHECK(mkdtemp(root) != NULL);
  ksi_set_root(root);
  test_facts();
  test_left_behind();
  test_refused();
  test_osnoise_is_shared();
  test_killed();
  char command[64];
  snprintf(command, sizeof command, "rm -r %s", root);
  CHECK(system(command) == 0);
  puts("passed");
  return 0;
}
