/* Turns a trace into the intervals in which something else had a core.
 *
 * A core runs a thread, a softirq may run on top of it, and interrupts on top of that. Entry and
 * exit events keep this stack for each core, and the time between two events belongs to what was on
 * top. So an interrupt inside a softirq is not counted twice. osnoise and the NMI event report
 * finished intervals instead; of osnoise they exclude what was inside. If a trace has both kinds,
 * only osnoise counts.
 *
 * The stack is wrong after a loss of events. It is then forgotten, and the time until the next
 * event of that core is unknown (cause -1), so that nothing is concluded from silence there. If
 * the kernel has overwritten the oldest events, this holds for the time before the first event.
 */
#include "segments.h"

#include "trace_scale.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STACK = 8, MOST_TRACE_CORES = 4096 };

const char *const cause_kind_names[CAUSE_KINDS] = {
    "interrupt", "softirq",  "nmi",        "thread",    "throttled", "late timer",
    "lost",      "firmware", "hypervisor", "all cores", "hardware"};

typedef struct core_state {
  int is_seen, is_lost;
  int thread, softirq; /* causes; -1: none */
  int stack[MOST_STACK], depth;
  int64_t since;
} core_state;

typedef struct raw_segment { /* in the trace's clock */
  int64_t begin, end;
  double duration_ns; /* if not negative, it ended then and begin is not used */
  uint64_t unix_ns;   /* hardware: when it began */
  int core, cause, is_net, is_single;
} raw_segment;

struct trace_reader {
  trace trace;
  raw_segment *raw;
  size_t raw_count, raw_room;
  core_state *cores; /* MOST_TRACE_CORES */
  trace_marks marks;
  const char *own;
  int has_net, has_overwritten, has_memory;
};

static void *grown(void *list, size_t count, size_t *room, size_t size) {
  if (count < *room)
    return list;
  *room = *room > 0 ? *room * 2 : 256;
  return realloc(list, *room * size);
}

int find_cause(trace *in, cause_kind kind, long number, const char *name) {
  for (size_t i = 0; i < in->cause_count; i++)
    if (in->causes[i].kind == kind && in->causes[i].number == number &&
        strcmp(in->causes[i].name, name) == 0)
      return (int)i;
  cause *larger = grown(in->causes, in->cause_count, &in->cause_room, sizeof *larger);
  if (larger == NULL)
    return -1;
  in->causes = larger;
  cause *made = &larger[in->cause_count++];
  *made = (cause){.kind = kind, .number = number};
  memcpy(made->name, name, strlen(name) + 1);
  return (int)in->cause_count - 1;
}

static void add_raw(trace_reader *in, raw_segment one) {
  raw_segment *larger = grown(in->raw, in->raw_count, &in->raw_room, sizeof *larger);
  if (larger == NULL) {
    in->has_memory = 0;
    return;
  }
  in->raw = larger;
  larger[in->raw_count++] = one;
}

trace_reader *begin_trace(double tick_ns, const char *own) {
  trace_reader *made = calloc(1, sizeof *made);
  if (made == NULL)
    return NULL;
  made->cores = calloc(MOST_TRACE_CORES, sizeof *made->cores);
  made->marks.tick_ns = tick_ns;
  made->own = own;
  made->has_memory = made->cores != NULL;
  return made;
}

/* --- The stack of a core. */

static int on_top(const core_state *of) {
  if (of->depth > 0)
    return of->stack[of->depth - 1];
  return of->softirq >= 0 ? of->softirq : of->thread;
}

static void forget(core_state *of) {
  of->thread = of->softirq = -1;
  of->depth = 0;
}

/* Ends the interval of what is on top. */
static void close_interval(trace_reader *in, int core, int64_t at) {
  core_state *of = &in->cores[core];
  int cause = of->is_lost ? -1 : on_top(of);
  if (of->is_seen && (of->is_lost || cause >= 0) && at > of->since)
    add_raw(in,
            (raw_segment){
                .begin = of->since, .end = at, .duration_ns = -1, .core = core, .cause = cause});
  if (!of->is_seen) {
    forget(of);
    if (in->has_overwritten)
      add_raw(in, (raw_segment){
                      .begin = INT64_MIN, .end = at, .duration_ns = -1, .core = core, .cause = -1});
  }
  of->is_seen = 1;
  of->is_lost = 0;
  of->since = at;
}

static void lose_events(trace_reader *in, const trace_line *line) {
  core_state *of = &in->cores[line->core];
  in->trace.lost += line->count;
  if (!of->is_seen)
    of->since = INT64_MIN;
  forget(of);
  of->is_seen = of->is_lost = 1;
}

static void enter_interrupt(core_state *of, int cause) {
  if (of->depth < MOST_STACK)
    of->stack[of->depth++] = cause;
}

/* What entered above it has ended without an event. An exit without its entry is no event. */
static void leave_interrupt(const trace_reader *in, core_state *of, const trace_line *line) {
  for (int i = of->depth - 1; i >= 0; i--) {
    const cause *each = &in->trace.causes[of->stack[i]];
    if (each->number != line->number || (*line->name && strcmp(each->name, line->name) != 0))
      continue;
    of->depth = i;
    return;
  }
}

static int is_own(const trace_reader *in, const char *name) {
  return strncmp(name, in->own, strlen(in->own)) == 0;
}

static void switch_thread(trace_reader *in, core_state *of, const trace_line *line) {
  of->softirq = -1;
  of->depth = 0;
  if (is_own(in, line->name))
    of->thread = -1;
  else if (line->number == 0)
    of->thread = find_cause(&in->trace, CAUSE_THROTTLED, -1, "");
  else
    of->thread = find_cause(&in->trace, CAUSE_THREAD, -1, line->name);
}

static void change_stack(trace_reader *in, const trace_line *line) {
  core_state *of = &in->cores[line->core];
  close_interval(in, line->core, line->at);
  if (line->kind == TRACE_SWITCH)
    switch_thread(in, of, line);
  else if (line->kind == TRACE_SOFTIRQ_ENTRY)
    of->softirq = find_cause(&in->trace, CAUSE_SOFTIRQ, line->number, line->name);
  else if (line->kind == TRACE_SOFTIRQ_EXIT)
    of->softirq = -1;
  else if (line->kind == TRACE_IRQ_EXIT)
    leave_interrupt(in, of, line);
  else {
    int cause = find_cause(&in->trace, CAUSE_INTERRUPT, line->number, line->name);
    if (cause >= 0)
      enter_interrupt(of, cause);
  }
}

/* --- Finished intervals. */

static cause_kind kind_of_noise(trace_kind kind) {
  return kind == TRACE_SOFTIRQ_NOISE  ? CAUSE_SOFTIRQ
         : kind == TRACE_THREAD_NOISE ? CAUSE_THREAD
         : kind == TRACE_IRQ_NOISE    ? CAUSE_INTERRUPT
         : kind == TRACE_TIMER_LATE   ? CAUSE_LATE_TIMER
         : kind == TRACE_HARDWARE     ? CAUSE_FIRMWARE
                                      : CAUSE_NMI;
}

/* osnoise has numbers for interrupts of the processor itself (local_timer:236); elsewhere these
 * have none, so that one cause has one name. */
static long number_of_noise(const trace_line *line, cause_kind kind) {
  static const char *const vectors[] = {"local_timer",  "reschedule", "call_function", "irq_work",
                                        "thermal_apic", "error_apic", "spurious_apic"};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    if (kind == CAUSE_INTERRUPT && strncmp(line->name, vectors[i], strlen(vectors[i])) == 0)
      return -1;
  return kind == CAUSE_INTERRUPT || kind == CAUSE_SOFTIRQ ? line->number : -1;
}

static void add_finished(trace_reader *in, const trace_line *line) {
  cause_kind kind = kind_of_noise(line->kind);
  const char *name = kind == CAUSE_FIRMWARE ? "hwlat" : line->name;
  if (kind == CAUSE_THREAD && line->number == 0) { /* the idle thread */
    kind = CAUSE_THROTTLED;
    name = "";
  }
  int is_net = line->kind >= TRACE_IRQ_NOISE && line->kind <= TRACE_NMI_NOISE;
  if (kind == CAUSE_THREAD && is_own(in, line->name))
    return;
  if (is_net)
    close_interval(in, line->core, line->at);
  in->has_net |= is_net;
  add_raw(in,
          (raw_segment){.end = line->at,
                        .duration_ns = line->duration_ns,
                        .unix_ns = line->unix_ns,
                        .core = kind == CAUSE_FIRMWARE ? -1 : line->core,
                        .cause = find_cause(&in->trace, kind, number_of_noise(line, kind), name),
                        .is_net = is_net,
                        .is_single = line->count <= 1});
}

static void add_begin(trace_reader *in, const trace_line *line) {
  trace *to = &in->trace;
  if (line->count >= MOST_TRACE_CORES)
    return;
  if (line->count >= to->begin_count) {
    trace_begin *larger = realloc(to->begins, (line->count + 1) * sizeof *larger);
    if (larger == NULL) {
      in->has_memory = 0;
      return;
    }
    for (size_t i = to->begin_count; i <= line->count; i++)
      larger[i] = (trace_begin){.core = -1};
    to->begins = larger;
    to->begin_count = line->count + 1;
  }
  to->begins[line->count] = (trace_begin){line->core, line->ticks, line->tick_ns};
  in->marks.tick_ns = line->tick_ns;
}

int add_trace_line(trace_reader *in, const char *text) {
  trace_line line;
  if (!in->has_memory)
    return 0;
  read_trace_line(text, &line);
  if (line.kind == TRACE_WRITTEN) {
    in->has_overwritten |= line.count > 0;
    in->trace.lost += line.count;
  } else if (line.kind == TRACE_SERIES) {
    add_begin(in, &line);
  }
  if (line.kind <= TRACE_WRITTEN || line.kind == TRACE_SERIES || line.kind == TRACE_FACTS ||
      line.core < 0 || line.core >= MOST_TRACE_CORES)
    return in->has_memory;
  in->marks.is_raw |= line.is_raw;
  if (line.kind == TRACE_LOST)
    lose_events(in, &line);
  else if (line.kind == TRACE_MARK)
    add_mark(&in->marks, &line);
  else if (line.kind >= TRACE_IRQ_NOISE)
    add_finished(in, &line);
  else
    change_stack(in, &line);
  return in->has_memory;
}

/* --- The result. */

/* Of a hardware gap only the first has a time; further ones are somewhere until its report. */
static segment convert(const trace_scale *by, const raw_segment *of, int is_hardware) {
  segment made = {
      .end = trace_ns(by, of->end), .core = of->core, .cause = of->cause, .is_net = of->is_net};
  made.begin = of->duration_ns >= 0 ? made.end - of->duration_ns : trace_ns(by, of->begin);
  if (is_hardware) {
    double seen = (double)of->unix_ns - by->unix_offset_ns;
    made.begin = seen - of->duration_ns;
    made.longest_ns = of->duration_ns;
    if (of->is_single)
      made.end = seen;
  }
  return made;
}

static int by_core_and_begin(const void *a, const void *b) {
  const segment *x = a, *y = b;
  if (x->core != y->core)
    return x->core > y->core ? 1 : -1;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

static int is_counted(const trace_reader *in, const raw_segment *of) {
  if (!in->has_net || of->cause < 0 || of->is_net)
    return 1;
  cause_kind kind = in->trace.causes[of->cause].kind;
  return kind == CAUSE_FIRMWARE || kind == CAUSE_LATE_TIMER || kind == CAUSE_THROTTLED;
}

static void convert_all(trace_reader *in, const trace_scale *by) {
  trace *to = &in->trace;
  to->list = malloc((in->raw_count + 1) * sizeof *to->list);
  if (to->list == NULL) {
    in->has_memory = 0;
    return;
  }
  for (size_t i = 0; i < in->raw_count; i++) {
    const raw_segment *each = &in->raw[i];
    int is_hardware = each->cause >= 0 && to->causes[each->cause].kind == CAUSE_FIRMWARE;
    if (is_counted(in, each))
      to->list[to->count++] = convert(by, each, is_hardware);
  }
  if (to->count > 0)
    qsort(to->list, to->count, sizeof *to->list, by_core_and_begin);
}

trace end_trace(trace_reader *in) {
  trace_scale by;
  int64_t end = in->marks.count > 0 ? in->marks.mark[in->marks.count - 1].at : INT64_MIN;
  for (int i = 0; in->has_memory && i < MOST_TRACE_CORES; i++)
    if (in->cores[i].is_seen)
      close_interval(in, i, end);
  if (in->has_memory && !find_trace_scale(&in->marks, &by))
    in->trace.problem = "its marks do not agree with the clock of ks-noise";
  else if (in->has_memory)
    convert_all(in, &by);
  if (!in->has_memory)
    in->trace.problem = "no memory";
  trace made = in->trace;
  free(in->raw);
  free(in->cores);
  free(in);
  return made;
}

void free_trace(trace *of) {
  free(of->list);
  free(of->causes);
  free(of->begins);
  *of = (trace){0};
}
