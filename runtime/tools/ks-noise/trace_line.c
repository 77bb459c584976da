/* Reads the text of tracefs.
 *
 *     <idle>-0       [001] d.h1.  5789.857532: irq_handler_entry: irq=24 name=virtio1-input.0
 *
 * The name of the task may contain anything, so the core is the first number in brackets that is
 * followed by a time stamp. The column of flags is optional, and the time has a fraction only if
 * the trace clock counts in ns. Names of threads in sched_switch may contain spaces and '=', so
 * their ends are searched from the separators that follow them. What does not have the expected
 * form is no event: a wrong cause is worse than none.
 */
#include "trace_line.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_name(trace_line *line, const char *begin, const char *end) {
  while (begin < end && isspace((unsigned char)*begin))
    begin++;
  while (end > begin && isspace((unsigned char)end[-1]))
    end--;
  int length = (int)(end - begin);
  snprintf(line->name, sizeof line->name, "%.*s", length, begin);
}

/* "5789.857532:" or "123456789:"; what follows it, or null. */
static const char *read_time(const char *text, trace_line *line) {
  char *end;
  if (!isdigit((unsigned char)*text))
    return NULL;
  uint64_t whole = strtoull(text, &end, 10);
  line->is_raw = *end == ':';
  line->at = (int64_t)whole;
  if (*end == '.') {
    int64_t scale = 1000000000, fraction = 0;
    for (end++; isdigit((unsigned char)*end); end++)
      if (scale > 1) {
        fraction = fraction * 10 + (*end - '0');
        scale /= 10;
      }
    line->at = (int64_t)whole * 1000000000 + fraction * scale;
  }
  return *end == ':' && end[1] == ' ' ? end + 2 : NULL;
}

/* Reads "[001] d.h1. 5789.857532: " at a bracket; what follows, or null. */
static const char *read_place(const char *text, trace_line *line) {
  char *end;
  if (!isdigit((unsigned char)text[1]))
    return NULL;
  long core = strtol(text + 1, &end, 10);
  if (*end != ']' || end[1] != ' ' || core > 1 << 20)
    return NULL;
  line->core = (int)core;
  const char *at = end + 1 + strspn(end + 1, " ");
  const char *after = read_time(at, line);
  if (after != NULL)
    return after;
  at += strcspn(at, " "); /* the flags */
  return read_time(at + strspn(at, " "), line);
}

/* The text of the event, or null. */
static const char *find_event(const char *text, trace_line *line) {
  for (const char *at = strchr(text, '['); at != NULL; at = strchr(at + 1, '[')) {
    const char *after = read_place(at, line);
    if (after != NULL)
      return after;
  }
  return NULL;
}

static int read_after(const char *text, const char *word, long *number) {
  const char *at = strstr(text, word);
  if (at == NULL || !isdigit((unsigned char)at[strlen(word)]))
    return 0;
  *number = strtol(at + strlen(word), NULL, 10);
  return 1;
}

/* --- Comments. */

static void read_comment(const char *text, trace_line *line) {
  uint64_t kept, written;
  const char *at = strstr(text, "entries-written: ");
  if (sscanf(text, "# ks-noise thread %" SCNu64 " core %d begin %" SCNu64 " tick %lf", &line->count,
             &line->core, &line->ticks, &line->tick_ns) == 4) {
    line->kind = TRACE_SERIES;
  } else if (sscanf(text, "# ks-noise core %d smi %ld steal %" SCNu64 " virtual %" SCNu64,
                    &line->core, &line->number, &line->count, &line->ticks) == 4) {
    line->kind = TRACE_FACTS;
  } else if (at != NULL &&
             sscanf(at, "entries-written: %" SCNu64 "/%" SCNu64, &kept, &written) == 2) {
    line->kind = TRACE_WRITTEN;
    line->count = written > kept ? written - kept : 0;
  }
}

/* "CPU:1 [LOST 123 EVENTS]" */
static int read_lost(const char *text, trace_line *line) {
  if (sscanf(text, " CPU:%d [LOST %" SCNu64 " EVENTS]", &line->core, &line->count) == 2 ||
      (sscanf(text, " CPU:%d [LOST EVENTS", &line->core) == 1 && strstr(text, "[LOST EVENTS]")))
    line->kind = TRACE_LOST;
  return line->kind == TRACE_LOST;
}

/* --- Events. Each function returns whether the text has the form of the event. */

static int read_irq(const char *text, trace_line *line) {
  const char *name = strstr(text, " name=");
  if (!read_after(text, "irq=", &line->number))
    return 0;
  if (name != NULL)
    set_name(line, name + 6, text + strlen(text));
  return 1;
}

/* "vec=1 [action=TIMER]" */
static int read_softirq(const char *text, trace_line *line) {
  const char *name = strstr(text, "[action=");
  if (!read_after(text, "vec=", &line->number))
    return 0;
  if (name != NULL)
    set_name(line, name + 8, name + 8 + strcspn(name + 8, "]"));
  return 1;
}

/* "(Rescheduling interrupts)" */
static int read_ipi(const char *text, trace_line *line) {
  const char *end = strrchr(text, ')');
  if (*text != '(' || end == NULL)
    return 0;
  line->number = -1;
  set_name(line, text + 1, end);
  return 1;
}

/* "prev_comm=a prev_pid=1 ... ==> next_comm=b next_pid=2 next_prio=120" */
static int read_switch(const char *text, trace_line *line) {
  const char *next = NULL, *end = NULL;
  for (const char *at = text; (at = strstr(at, " ==> next_comm=")) != NULL; at++)
    next = at + 15;
  for (const char *at = next; at != NULL && (at = strstr(at, " next_pid=")) != NULL; at++)
    end = at;
  if (next == NULL || end == NULL || !read_after(end, " next_pid=", &line->number))
    return 0;
  set_name(line, next, end);
  return 1;
}

/* "local_timer:236 start 5789.857529929 duration 1845 ns"; the name may have a colon in it. */
static int read_noise(const char *text, trace_line *line) {
  const char *start = strstr(text, "start "), *duration = NULL;
  for (const char *at = text; (at = strstr(at, " start ")) != NULL; at++)
    start = at;
  if (start == NULL || (duration = strstr(start, " duration ")) == NULL ||
      !isdigit((unsigned char)duration[10]))
    return 0;
  line->duration_ns = strtod(duration + 10, NULL);
  line->number = -1;
  const char *colon = start;
  while (colon > text && *colon != ':')
    colon--;
  if (*colon == ':' && colon > text) {
    line->number = strtol(colon + 1, NULL, 10);
    set_name(line, text, colon);
  }
  return 1;
}

static int read_nmi(const char *text, trace_line *line) {
  const char *duration = strstr(text, "delta_ns: ");
  if (duration == NULL)
    return 0;
  line->duration_ns = strtod(duration + 10, NULL);
  set_name(line, text, text + strcspn(text, "("));
  return line->duration_ns >= 0;
}

static int read_mark(const char *text, trace_line *line) {
  return sscanf(text, "ks-noise %" SCNu64 " %" SCNu64, &line->ticks, &line->unix_ns) == 2;
}

/* "#1     inner/outer(us):   12/14    ts:1499801089.066141940 count:3" */
static int read_hardware(const char *text, trace_line *line) {
  uint64_t inner, outer, seconds, ns;
  const char *at = strstr(text, "inner/outer(us):"), *count = strstr(text, " count:");
  if (at == NULL || sscanf(at, "inner/outer(us): %" SCNu64 "/%" SCNu64 " ts:%" SCNu64 ".%" SCNu64,
                           &inner, &outer, &seconds, &ns) != 4)
    return 0;
  line->kind = TRACE_HARDWARE;
  line->duration_ns = 1000 * (double)(inner > outer ? inner : outer);
  line->unix_ns = seconds * 1000000000 + ns;
  line->count = count != NULL ? strtoull(count + 7, NULL, 10) : 1;
  return 1;
}

/* "#42    context    irq timer_latency      9321 ns" */
static int read_late_timer(const char *text, trace_line *line) {
  const char *at = strstr(text, " timer_latency ");
  if (at == NULL || strstr(text, " irq ") == NULL)
    return 0;
  line->kind = TRACE_TIMER_LATE;
  line->duration_ns = strtod(at + 15, NULL);
  return 1;
}

static const struct {
  const char *name;
  trace_kind kind;
  int (*read)(const char *text, trace_line *line);
} events[] = {{"irq_handler_entry", TRACE_IRQ_ENTRY, read_irq},
              {"irq_handler_exit", TRACE_IRQ_EXIT, read_irq},
              {"ipi_entry", TRACE_IRQ_ENTRY, read_ipi},
              {"ipi_exit", TRACE_IRQ_EXIT, read_ipi},
              {"softirq_entry", TRACE_SOFTIRQ_ENTRY, read_softirq},
              {"softirq_exit", TRACE_SOFTIRQ_EXIT, read_softirq},
              {"sched_switch", TRACE_SWITCH, read_switch},
              {"irq_noise", TRACE_IRQ_NOISE, read_noise},
              {"softirq_noise", TRACE_SOFTIRQ_NOISE, read_noise},
              {"thread_noise", TRACE_THREAD_NOISE, read_noise},
              {"nmi_noise", TRACE_NMI_NOISE, read_noise},
              {"nmi_handler", TRACE_NMI, read_nmi},
              {"tracing_mark_write", TRACE_MARK, read_mark}};

static int ends_with(const char *text, size_t length, const char *end) {
  size_t size = strlen(end);
  return length > size && memcmp(text + length - size, end, size) == 0;
}

/* The interrupts of x86 without a device: "local_timer_entry: vector=236". */
static void read_vector(const char *name, size_t length, const char *text, trace_line *line) {
  int is_entry = ends_with(name, length, "_entry");
  if ((!is_entry && !ends_with(name, length, "_exit")) ||
      !read_after(text, "vector=", &line->number) || strncmp(text, "vector=", 7) != 0)
    return;
  line->kind = is_entry ? TRACE_IRQ_ENTRY : TRACE_IRQ_EXIT;
  line->number = -1;
  set_name(line, name, name + length - (is_entry ? 6 : 5));
}

static void read_event(const char *text, trace_line *line) {
  size_t length = strcspn(text, ":");
  if (*text == '#') {
    if (!read_hardware(text, line))
      read_late_timer(text, line);
    return;
  }
  if (text[length] != ':')
    return;
  const char *rest = text + length + 1 + strspn(text + length + 1, " ");
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    if (strlen(events[i].name) == length && memcmp(events[i].name, text, length) == 0) {
      line->kind = events[i].read(rest, line) ? events[i].kind : TRACE_OTHER;
      return;
    }
  read_vector(text, length, rest, line);
}

void read_trace_line(const char *text, trace_line *line) {
  *line = (trace_line){.kind = TRACE_OTHER, .core = -1, .number = -1};
  if (*text == '#') {
    read_comment(text, line);
    return;
  }
  if (read_lost(text, line))
    return;
  const char *event = find_event(text, line);
  if (event != NULL)
    read_event(event, line);
  if (line->kind == TRACE_OTHER)
    line->core = -1;
}
