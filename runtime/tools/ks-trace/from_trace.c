/* A trace (docs/formats/trace.md) as tables. The events of each thread nest. So if they are sorted
 * by their start, the longer first, each is inside the last one before it that has not ended. The
 * time of inner events is subtracted. The cost of the timers remains, unlike in a profile. */
#include "../../record/statistics.h"
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NESTED = 64 };

static const double ps_per_ns = 1e3, ns_per_us = 1e3;

typedef struct event {
  const char *name, *category, *layer;
  double begin_ns, ns, self_ns;
  double lane, workers, worker;
} event;

static int has_category(const event *of, const char *category) {
  return strcmp(of->category, category) == 0;
}

static int is_real(const event *of) {
  return has_category(of, "task") || has_category(of, "layer") || has_category(of, "runtime");
}

static int read_event(event *to, const ksi_json_value *from) {
  const ksi_json_value *arguments = ksi_json_member(from, "args");
  *to = (event){.name = ksi_json_text(from, "name"),
                .category = ksi_json_text(from, "cat"),
                .layer = ksi_json_text(arguments, "layer"),
                .begin_ns = ksi_json_number(from, "ts") * ns_per_us,
                .ns = ksi_json_number(from, "dur") * ns_per_us,
                .lane = ksi_json_number(from, "tid"),
                .workers = ksi_json_number(arguments, "workers"),
                .worker = ksi_json_number(arguments, "worker")};
  to->self_ns = to->ns;
  /* Tasks that had not ended are not samples. */
  return strcmp(ksi_json_text(from, "ph"), "X") == 0 && is_real(to) &&
         ksi_json_member(arguments, "end") == NULL && isfinite(to->begin_ns) && isfinite(to->ns);
}

static int compare(double a, double b) { return (a > b) - (a < b); }

static int by_begin(const void *a, const void *b) {
  const event *x = a, *y = b;
  int order = compare(x->lane, y->lane);
  order = order != 0 ? order : compare(x->begin_ns, y->begin_ns);
  return order != 0 ? order : compare(y->ns, x->ns);
}

static void take_off_inner(event *events, size_t count) {
  event *open[MOST_NESTED];
  size_t depth = 0;
  qsort(events, count, sizeof *events, by_begin);
  for (size_t i = 0; i < count; i++) {
    while (depth > 0 && (open[depth - 1]->lane != events[i].lane ||
                         open[depth - 1]->begin_ns + open[depth - 1]->ns <= events[i].begin_ns))
      depth--;
    if (depth > 0)
      open[depth - 1]->self_ns -= events[i].ns;
    if (depth < MOST_NESTED)
      open[depth++] = &events[i];
  }
}

/* By layer, workers, then tasks, the run itself, functions, by name. */
static int rank(const event *of) {
  return has_category(of, "task") ? 0 : has_category(of, "layer") ? 1 : 2;
}

static int by_place(const event *x, const event *y) {
  int order = strcmp(x->layer, y->layer);
  return order != 0 ? order : compare(x->workers, y->workers);
}

static int by_line(const event *x, const event *y) {
  int order = by_place(x, y);
  order = order != 0 ? order : rank(x) - rank(y);
  return order != 0 ? order : strcmp(x->name, y->name);
}

static int compare_lines(const void *a, const void *b) { return by_line(a, b); }

/* That which ended last. */
static const event *last_of(const event *events, size_t count) {
  const event *last = events;
  for (const event *each = events; each < events + count; each++)
    if (each->begin_ns + each->ns >= last->begin_ns + last->ns)
      last = each;
  return last;
}

static line make_line(const event *events, size_t count) {
  static ksi_statistics self;
  line made = {.is_task = rank(events) == 0, .planned_ns = -1};
  memset(&self, 0, sizeof self);
  made.name = rank(events) == 1 ? "fork-join" : events->name;
  for (size_t i = 0; i < count; i++) {
    double ps = events[i].self_ns * ps_per_ns;
    ksi_add_sample(&self, (int64_t)(ps > -1e18 && ps < 1e18 ? ps : 0));
    made.whole_ns += events[i].ns;
  }
  made.last_ns = last_of(events, count)->self_ns;
  made.rows = made.measured = (double)count;
  made.mean_ns = self.mean / ps_per_ns;
  made.total_ns = made.mean_ns * (double)count;
  made.deviation_ns = sqrt(ksi_variance(&self)) / ps_per_ns;
  made.min_ns = (double)self.least / ps_per_ns;
  made.max_ns = (double)self.most / ps_per_ns;
  made.p50_ns = ksi_percentile(&self, 0.5) / ps_per_ns;
  made.p90_ns = ksi_percentile(&self, 0.9) / ps_per_ns;
  made.p99_ns = ksi_percentile(&self, 0.99) / ps_per_ns;
  return made;
}

static worker *worker_of(table *of, double number) {
  for (size_t i = 0; i < of->worker_count; i++)
    if (of->worker[i].number == number)
      return &of->worker[i];
  of->worker[of->worker_count] = (worker){.number = number};
  return &of->worker[of->worker_count++];
}

static void add_to_worker(table *to, const event *from) {
  worker *its = worker_of(to, from->worker);
  if (has_category(from, "task")) {
    its->rows++;
    its->tasks_ns += from->self_ns;
  } else if (strcmp(from->name, "wake") == 0) {
    its->wake_ns += from->self_ns;
  } else if (strcmp(from->name, "wait") == 0 || strcmp(from->name, "join") == 0 ||
             strcmp(from->name, "queue") == 0) {
    its->wait_ns += from->self_ns;
  } else {
    its->overhead_ns += from->self_ns;
  }
}

static int by_number(const void *a, const void *b) {
  return compare(((const worker *)a)->number, ((const worker *)b)->number);
}

/* Of events of one place, sorted by line. */
static int make_table(table *made, const event *events, size_t count) {
  *made = (table){.layer = events->layer, .workers = events->workers, .planned_ns = -1};
  made->lines = calloc(count, sizeof *made->lines);
  made->worker = calloc(count, sizeof *made->worker);
  if (made->lines == NULL || made->worker == NULL)
    return 0;
  for (size_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && by_line(&events[begin], &events[end]) == 0;)
      end++;
    made->lines[made->line_count++] = make_line(&events[begin], end - begin);
  }
  for (size_t i = 0; i < count; i++) {
    add_to_worker(made, &events[i]);
    made->measured_ns += has_category(&events[i], "layer") ? events[i].ns : 0;
    made->measured += has_category(&events[i], "layer");
  }
  made->runs = made->measured;
  qsort(made->worker, made->worker_count, sizeof *made->worker, by_number);
  return 1;
}

static int make_tables(model *made, event *events, size_t count) {
  take_off_inner(events, count);
  qsort(events, count, sizeof *events, compare_lines);
  made->tables = calloc(count + 1, sizeof *made->tables);
  if (made->tables == NULL)
    return 0;
  for (size_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && by_place(&events[begin], &events[end]) == 0;)
      end++;
    if (!make_table(&made->tables[made->table_count++], &events[begin], end - begin))
      return 0;
  }
  return 1;
}

int model_from_trace(model *made, const ksi_json_value *trace, char *problem, size_t bytes) {
  const ksi_json_value *list = ksi_json_member(trace, "traceEvents");
  const ksi_json_value *other = ksi_json_member(trace, "otherData");
  problem[0] = '\0';
  if (list == NULL || list->kind != KSI_JSON_ARRAY) {
    snprintf(problem, bytes, "array 'traceEvents' is missing or has the wrong type");
    return 0;
  }
  *made = (model){.program = ksi_json_text(other, "program"),
                  .hardware = "",
                  .is_trace = 1,
                  .is_whole = strcmp(ksi_json_text(other, "end"), "exit") == 0,
                  .lost = ksi_json_number(other, "eventsLost")};
  event *events = calloc(list->count + 1, sizeof *events);
  size_t count = 0;
  for (const ksi_json_value *each = list->first; events != NULL && each != NULL; each = each->next)
    count += (size_t)read_event(&events[count], each);
  if (events == NULL || !make_tables(made, events, count))
    snprintf(problem, bytes, "out of memory");
  free(events);
  return problem[0] == '\0' &&
         model_add_energy(made, ksi_json_member(other, "energy"), problem, bytes);
}
