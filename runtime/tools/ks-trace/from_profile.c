/* A profile (docs/formats/profile.md) as tables. Every member that is used must be there and of the
 * right kind; otherwise the place where it is missing is reported. */
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct checker {
  char *problem;
  size_t bytes;
  const char *layer; /* that is read, for messages */
} checker;

static int fail(checker *with, const char *what, const char *name) {
  if (with->problem[0] == '\0')
    snprintf(with->problem, with->bytes, "%s '%s' is missing or has the wrong type%s%s", what, name,
             with->layer != NULL ? " in layer " : "", with->layer != NULL ? with->layer : "");
  return 0;
}

static double number(checker *with, const ksi_json_value *of, const char *name) {
  const ksi_json_value *found = ksi_json_member(of, name);
  if (found == NULL || found->kind != KSI_JSON_NUMBER || !isfinite(found->number))
    fail(with, "number", name);
  return ksi_json_number(of, name);
}

static const char *text(checker *with, const ksi_json_value *of, const char *name) {
  const ksi_json_value *found = ksi_json_member(of, name);
  if (found == NULL || found->kind != KSI_JSON_TEXT)
    fail(with, "text", name);
  return ksi_json_text(of, name);
}

static const ksi_json_value *array(checker *with, const ksi_json_value *of, const char *name) {
  const ksi_json_value *found = ksi_json_member(of, name);
  if (found == NULL || found->kind != KSI_JSON_ARRAY)
    fail(with, "array", name);
  return ksi_json_members(of, name);
}

static double number_or_null(checker *with, const ksi_json_value *of, const char *name) {
  const ksi_json_value *found = ksi_json_member(of, name);
  if (found != NULL && found->kind == KSI_JSON_NULL)
    return -1;
  return number(with, of, name);
}

/* For a member that older profiles lack. */
static double number_or_0(checker *with, const ksi_json_value *of, const char *name) {
  return ksi_json_member(of, name) != NULL ? number(with, of, name) : 0;
}

static void read_hardware(checker *with, line *to, const ksi_json_value *task) {
  const ksi_json_value *found = ksi_json_member(task, "hardware");
  if (found == NULL || found->kind == KSI_JSON_NULL)
    return;
  to->has_hardware = 1;
  to->cycles = number(with, found, "cycles");
  to->instructions = number(with, found, "instructions");
  to->cache_misses = number(with, found, "cacheMisses");
}

static line read_line(checker *with, const ksi_json_value *from, int is_task) {
  line made = {.is_task = is_task, .planned_ns = -1};
  const ksi_json_value *self = ksi_json_member(from, "self");
  if (self == NULL || self->kind != KSI_JSON_OBJECT)
    fail(with, "object", "self");
  made.name = text(with, from, "name");
  made.whole_ns = number(with, from, "wholeNs");
  made.measured = number(with, self, "count");
  made.rows = is_task ? number(with, from, "rows") : made.measured;
  made.total_ns = number(with, self, "totalNs");
  made.last_ns =
      ksi_json_member(self, "lastNs") != NULL ? number(with, self, "lastNs") : (double)NAN;
  made.mean_ns = number(with, self, "meanNs");
  made.deviation_ns = number(with, self, "deviationNs");
  made.min_ns = number(with, self, "leastNs");
  made.max_ns = number(with, self, "mostNs");
  made.p50_ns = number(with, self, "p50Ns");
  made.p90_ns = number(with, self, "p90Ns");
  made.p99_ns = number(with, self, "p99Ns");
  made.histogram = array(with, self, "histogram");
  if (is_task) {
    made.planned_ns = number_or_null(with, from, "plannedNs");
    read_hardware(with, &made, from);
  }
  return made;
}

static void read_lines(checker *with, table *to, const ksi_json_value *from, int is_task) {
  for (const ksi_json_value *each = from->first; each != NULL; each = each->next)
    to->lines[to->line_count++] = read_line(with, each, is_task);
}

static void read_workers(checker *with, table *to, const ksi_json_value *from) {
  for (const ksi_json_value *each = from->first; each != NULL; each = each->next)
    to->worker[to->worker_count++] = (worker){.number = number(with, each, "worker"),
                                              .rows = number(with, each, "rowsMeasured"),
                                              .tasks_ns = number(with, each, "tasksNs"),
                                              .overhead_ns = number(with, each, "overheadNs"),
                                              .wake_ns = number(with, each, "wakeNs"),
                                              .wait_ns = number(with, each, "waitNs")};
}

static segment read_segment(checker *with, const ksi_json_value *from) {
  const ksi_json_value *work = ksi_json_member(from, "work"), *wait = ksi_json_member(from, "wait");
  segment made = {.name = text(with, from, "name")};
  made.entries = number(with, work, "count");
  made.work_ns = number(with, work, "totalNs");
  made.mean_ns = number(with, work, "meanNs");
  made.most_ns = number(with, work, "mostNs");
  made.waits = number(with, wait, "count");
  made.wait_ns = number(with, wait, "totalNs");
  made.most_wait_ns = number(with, wait, "mostNs");
  return made;
}

/* Layers that are no pipelines have none. */
static int read_segments(checker *with, table *to, const ksi_json_value *schedule) {
  if (ksi_json_member(schedule, "segments") == NULL)
    return 1;
  const ksi_json_value *segments = array(with, schedule, "segments");
  to->segments = calloc(segments->count + 1, sizeof *to->segments);
  if (to->segments == NULL)
    return fail(with, "memory for", "segments");
  for (const ksi_json_value *each = segments->first; each != NULL; each = each->next)
    to->segments[to->segment_count++] = read_segment(with, each);
  return 1;
}

static int read_schedule(checker *with, table *to, const char *layer, const ksi_json_value *from) {
  const ksi_json_value *tasks = array(with, from, "tasks");
  const ksi_json_value *functions = array(with, from, "functions");
  const ksi_json_value *workers = array(with, from, "perWorker");
  *to = (table){.layer = layer,
                .workers = number(with, from, "workers"),
                .runs = number(with, from, "runs"),
                .measured = number(with, from, "runsMeasured"),
                .measured_ns = number(with, from, "measuredNs"),
                .planned_ns = number_or_null(with, from, "plannedNs")};
  to->lines = calloc(tasks->count + functions->count + 1, sizeof *to->lines);
  to->worker = calloc(workers->count + 1, sizeof *to->worker);
  if (to->lines == NULL || to->worker == NULL)
    return fail(with, "memory for", "tasks");
  read_lines(with, to, tasks, 1);
  read_lines(with, to, functions, 0);
  read_workers(with, to, workers);
  return read_segments(with, to, from);
}

static void read_layer(checker *with, model *made, const ksi_json_value *layer) {
  const ksi_json_value *schedules = array(with, layer, "schedules");
  const char *name = text(with, layer, "name");
  with->layer = name;
  made->lefts[made->left_count++] =
      (left){name, number(with, layer, "callsLeft"), number_or_0(with, layer, "callsRefused")};
  for (const ksi_json_value *each = schedules->first; each != NULL; each = each->next)
    if (!read_schedule(with, &made->tables[made->table_count++], name, each))
      return;
  with->layer = NULL;
}

int model_from_profile(model *made, const ksi_json_value *profile, char *problem, size_t bytes) {
  checker with = {.problem = problem, .bytes = bytes};
  size_t schedules = 0;
  problem[0] = '\0';
  const ksi_json_value *layers = array(&with, profile, "layers");
  for (const ksi_json_value *each = layers->first; each != NULL; each = each->next)
    schedules += ksi_json_members(each, "schedules")->count;
  *made = (model){.program = text(&with, profile, "program"),
                  .hardware = text(&with, profile, "hardware"),
                  .is_whole = strcmp(text(&with, profile, "end"), "exit") == 0,
                  .span_ns = number(&with, profile, "spanNs"),
                  .lost = number(&with, profile, "itemsRefused")};
  made->tables = calloc(schedules + 1, sizeof *made->tables);
  made->lefts = calloc(layers->count + 1, sizeof *made->lefts);
  if (made->tables == NULL || made->lefts == NULL)
    return fail(&with, "memory for", "layers");
  for (const ksi_json_value *each = layers->first; each != NULL && problem[0] == '\0';
       each = each->next)
    read_layer(&with, made, each);
  return problem[0] == '\0' &&
         model_add_energy(made, ksi_json_member(profile, "energy"), problem, bytes);
}

void model_free(model *made) {
  for (size_t i = 0; i < made->table_count; i++) {
    free(made->tables[i].lines);
    free(made->tables[i].worker);
    free(made->tables[i].segments);
  }
  free(made->tables);
  free(made->lefts);
  free(made->energy);
  free(made->energy_lines);
  *made = (model){0};
}
