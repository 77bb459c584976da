/* A trace where the system permits one, its counters otherwise; and in both cases what firmware and
 * hypervisors took.
 *
 * A saved trace is the text of tracefs after comments of ours, which say where each series begins
 * and what was counted:
 *
 *     # ks-noise core 1 smi 0 steal 0 virtual 1
 *     # ks-noise thread 0 core 1 begin 123456789 tick 0.4089
 */
#include "recording.h"

#include "../../os/os.h"
#include "../common/output.h"
#include "tracing.h"
#include "windows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_AT_FAULT = 1, INTERNAL = 70, MOST_LINE = 4096 };

struct recording {
  core_facts *before;
  size_t count;
  double tick_ns;
  window_taker *windows; /* null: there is a trace */
  char problem[256];
};

typedef struct sink {
  trace_reader *reader;
  FILE *copy;
} sink;

static int out_of_memory(void) {
  fputs("ks-noise: error: no memory\n", stderr);
  return INTERNAL;
}

recording *begin_recording(const int *cores, size_t count, double tick_ns, int has_trace) {
  ksi_coreset measured = {{0}};
  recording *made = calloc(1, sizeof *made);
  if (made == NULL || (made->before = calloc(count, sizeof *made->before)) == NULL) {
    free(made);
    return NULL;
  }
  made->count = count;
  made->tick_ns = tick_ns;
  for (size_t i = 0; i < count; i++)
    ksi_add_core(&measured, cores[i]);
  if (!has_trace)
    snprintf(made->problem, sizeof made->problem, "not wanted");
  if (!has_trace || start_tracing(&measured, made->problem, sizeof made->problem) != NULL) {
    made->windows = begin_windows(&measured, tick_ns);
    if (made->windows == NULL) {
      free(made->before);
      free(made);
      return NULL;
    }
  } else {
    mark_trace();
  }
  for (size_t i = 0; i < count; i++)
    made->before[i] = read_core_facts(cores[i]);
  return made;
}

static int take_line(void *argument, char *line) {
  const sink *to = argument;
  if (to->copy != NULL)
    fprintf(to->copy, "%s\n", line);
  return add_trace_line(to->reader, line);
}

static void write_heading(FILE *file, const measurement *of) {
  const evidence *in = of->evidence;
  for (size_t i = 0; i < in->fact_count; i++)
    fprintf(file, "# ks-noise core %d smi %ld steal %" PRIu64 " virtual %d\n", in->facts[i].core,
            in->facts[i].has_smis ? (long)in->facts[i].smis : -1, in->facts[i].steal_ns,
            in->is_virtual_machine);
  for (size_t i = 0; i < of->count; i++)
    fprintf(file, "# ks-noise thread %zu core %d begin %" PRIu64 " tick %.9g\n", i,
            of->threads[i].series.core, begin_of(&of->threads[i].series), of->tick_ns);
}

static void note_problem(evidence *in, const char *problem) {
  snprintf(in->problem, sizeof in->problem, "%s", problem);
  in->has_trace = 0;
}

static void use_trace(evidence *in, trace_reader *reader, const char *source) {
  in->trace = end_trace(reader);
  in->has_trace = in->trace.problem == NULL;
  in->source = in->has_trace ? source : "counters";
  if (!in->has_trace)
    note_problem(in, in->trace.problem);
}

static int take_trace(measurement *made, const char *path) {
  output file;
  int problem = 0;
  trace_reader *reader = begin_trace(made->tick_ns, OWN_THREAD);
  if (reader == NULL)
    return out_of_memory();
  sink to = {reader, NULL};
  if (path != NULL && !output_open(&file, path))
    problem = errno;
  else if (path != NULL)
    write_heading(to.copy = file.stream, made);
  mark_trace();
  read_tracing(take_line, &to);
  if (to.copy != NULL && !output_close(&file, 1))
    problem = errno;
  use_trace(made->evidence, reader, trace_source());
  int kept = stop_tracing();
  if (kept != 0)
    fprintf(stderr, "ks-noise: the trace cannot be removed from tracefs: %s\n", strerror(kept));
  if (problem != 0)
    fprintf(stderr, "ks-noise: %s: error: %s\n", path, strerror(problem));
  return problem != 0 ? INTERNAL : 0;
}

int end_recording(recording *in, measurement *made, const char *path) {
  evidence *to = made->evidence = calloc(1, sizeof *to);
  int status = to == NULL ? out_of_memory() : 0;
  for (size_t i = 0; status == 0 && i < in->count; i++)
    in->before[i] = subtract_facts(in->before[i], read_core_facts(in->before[i].core));
  if (status == 0) {
    to->facts = in->before;
    to->fact_count = in->count;
    to->is_virtual_machine = is_virtual_machine();
    to->source = "counters";
    memcpy(to->problem, in->problem, sizeof to->problem);
    if (in->windows == NULL)
      status = take_trace(made, path);
    else if (!end_windows(in->windows, to))
      status = out_of_memory();
  }
  if (status == 0 && in->windows != NULL && path != NULL)
    fprintf(stderr, "ks-noise: %s is not written, because there is no trace: %s\n", path,
            to->problem);
  free(in);
  return status;
}

/* --- From a file. */

static int add_facts(evidence *to, const char *text) {
  trace_line line;
  read_trace_line(text, &line);
  if (line.kind != TRACE_FACTS)
    return 1;
  core_facts *larger = realloc(to->facts, (to->fact_count + 1) * sizeof *larger);
  if (larger == NULL)
    return 0;
  to->facts = larger;
  larger[to->fact_count++] = (core_facts){.core = line.core,
                                          .has_smis = line.number >= 0,
                                          .has_steal = 1,
                                          .smis = line.number >= 0 ? (uint64_t)line.number : 0,
                                          .steal_ns = line.count};
  to->is_virtual_machine |= line.ticks == 1;
  return 1;
}

static int read_lines(FILE *file, evidence *to, trace_reader *reader) {
  char text[MOST_LINE];
  int is_there = 1;
  while (is_there && fgets(text, sizeof text, file) != NULL) {
    text[strcspn(text, "\n")] = '\0';
    is_there = add_trace_line(reader, text) && (*text != '#' || add_facts(to, text));
  }
  return is_there;
}

/* Files of detours have ns since the begin. */
static void count_in_ticks(series *of, double tick_ns) {
  for (size_t i = 0; i < of->count; i++) {
    of->ticks[i] = of->begin_ticks + (uint64_t)((double)of->ticks[i] / tick_ns + 0.5);
    of->work[i] = (uint64_t)((double)of->work[i] / tick_ns + 0.5);
  }
  of->length_ticks = (uint64_t)((double)of->length_ticks / tick_ns);
}

static int place_series(const char *path, measurement *made) {
  const trace *in = &made->evidence->trace;
  for (size_t i = 0; i < made->count; i++) {
    series *each = &made->threads[i].series;
    if (i >= in->begin_count || in->begins[i].core < 0) {
      fprintf(stderr, "ks-noise: %s: error: it does not say where thread %zu began\n", path, i);
      return INPUT_AT_FAULT;
    }
    each->core = in->begins[i].core;
    each->begin_ticks = in->begins[i].ticks;
    made->tick_ns = in->begins[i].tick_ns;
    if (each->mode == NOISE_DETOUR)
      count_in_ticks(each, made->tick_ns);
  }
  return 0;
}

int read_recording(const char *path, measurement *made) {
  evidence *to = made->evidence = calloc(1, sizeof *to);
  trace_reader *reader = to != NULL ? begin_trace(made->tick_ns, OWN_THREAD) : NULL;
  FILE *file = fopen(path, "re");
  int is_there = reader != NULL;
  if (file == NULL) {
    fprintf(stderr, "ks-noise: %s: error: %s\n", path, strerror(errno));
    if (reader != NULL)
      to->trace = end_trace(reader);
    return INPUT_AT_FAULT;
  }
  if (is_there) {
    is_there = read_lines(file, to, reader);
    use_trace(to, reader, "file");
  }
  fclose(file);
  if (!is_there)
    return out_of_memory();
  if (!to->has_trace) {
    fprintf(stderr, "ks-noise: %s: error: %s\n", path, to->problem);
    return INPUT_AT_FAULT;
  }
  return place_series(path, made);
}
