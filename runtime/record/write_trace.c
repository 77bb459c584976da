/* The trace: Chrome's trace event format, which browsers and Perfetto show. The format is described
 * in docs/formats/trace.md.
 *
 * One process has the lanes of the threads, with what really ran. Another has the workers of the
 * plan: each run in the trace is drawn there again, from the moment it started, with the costs that
 * the compiler planned. Rings keep the newest events and count those that were overwritten. The
 * plan of a run that has lost rows is omitted.
 *
 * A third process has the iterations of pipelines: a row for each, of as many as fit, with the
 * segments that it was in and those that it waited for. Segments that keep others waiting are steps
 * of a staircase there.
 */
#include "read_record.h"
#include "write_energy.h"
#include "write_json.h"
#include "write_record.h"

#include <inttypes.h>
#include <stdlib.h>

enum { THREADS = 1, PLAN = 2, ITERATIONS = 3, TRACE_VERSION = 1, ITERATION_ROWS = 128 };

typedef struct trace {
  ksi_json json;
  const ksi_reading *reading;
  uint64_t written, lost, plans_left_out;
  int has_iterations;
  uint64_t from_ticks; /* from then on, no lane has lost events */
} trace;

static uint64_t first_event(const ksi_ring_item *ring) {
  return ring->next > ring->capacity ? ring->next - ring->capacity : 0;
}

static double us_of(const trace *to, uint64_t ticks) {
  return (double)(int64_t)(ticks - to->reading->head->begin_ticks) * to->reading->ns_per_tick / 1e3;
}

static void open_event(trace *to, const char *name, const char *category, int process,
                       uint32_t thread, double begin_us, double us) {
  ksi_open_line(&to->json, NULL, '{');
  ksi_put_text(&to->json, "name", name);
  ksi_put_text(&to->json, "cat", category);
  ksi_put_text(&to->json, "ph", "X");
  ksi_put_number(&to->json, "ts", begin_us);
  ksi_put_number(&to->json, "dur", us > 0 ? us : 0);
  ksi_put_count(&to->json, "pid", (uint64_t)process);
  ksi_put_count(&to->json, "tid", thread);
  ksi_open_line(&to->json, "args", '{');
}

static void close_event(trace *to) {
  ksi_close_json(&to->json, '}');
  ksi_close_json(&to->json, '}');
}

static void put_place(trace *to, uint32_t layer, uint32_t workers, uint32_t worker) {
  ksi_put_text(&to->json, "layer", ksi_layer_name(to->reading, layer));
  ksi_put_count(&to->json, "workers", workers);
  ksi_put_count(&to->json, "worker", worker);
}

static void put_part(trace *to, uint32_t part, uint32_t parts) {
  ksi_put_count(&to->json, "part", part);
  ksi_put_count(&to->json, "parts", parts);
}

static double us_between(const trace *to, const ksi_event *event) {
  return (double)(int64_t)(event->end_ticks - event->begin_ticks) * to->reading->ns_per_tick / 1e3;
}

static void put_segment_at(trace *to, const ksi_event *event, int process, uint32_t thread,
                           uint32_t worker) {
  const uint64_t iteration =
      (uint64_t)event->further << 32 | (uint64_t)event->parts << 16 | event->part;
  open_event(to, ksi_segment_name(to->reading, event->layer, event->index),
             event->kind == KSI_EVENT_TURN ? "turn" : "segment", process,
             process == ITERATIONS ? (uint32_t)(iteration % ITERATION_ROWS) : thread,
             us_of(to, event->begin_ticks), us_between(to, event));
  put_place(to, event->layer, event->workers, worker);
  ksi_put_count(&to->json, "iteration", iteration);
  close_event(to);
}

/* Twice: on its thread, and in the row of its iteration. */
static void put_segment(trace *to, uint32_t lane, const ksi_event *event) {
  const uint32_t worker = ksi_worker_of(to->reading, lane);
  put_segment_at(to, event, THREADS, lane, worker);
  put_segment_at(to, event, ITERATIONS, 0, worker);
  to->has_iterations = 1;
  to->written++;
}

static void put_event(trace *to, uint32_t lane, const ksi_event *event) {
  static const char *const categories[] = {"layer", "task", "runtime"};
  const char *name = event->kind == KSI_CELL_RUN ? ksi_layer_name(to->reading, event->layer)
                     : event->kind == KSI_CELL_TASK
                         ? ksi_task_name(to->reading, event->layer, event->index)
                         : ksi_function_name(event->index);
  if (event->kind == KSI_EVENT_SEGMENT || event->kind == KSI_EVENT_TURN) {
    put_segment(to, lane, event);
    return;
  }
  if (event->kind > KSI_CELL_FUNCTION)
    return;
  open_event(to, name, categories[event->kind], THREADS, lane, us_of(to, event->begin_ticks),
             (double)(int64_t)(event->end_ticks - event->begin_ticks) * to->reading->ns_per_tick /
                 1e3);
  put_place(to, event->layer, event->workers, ksi_worker_of(to->reading, lane));
  if (event->kind == KSI_CELL_TASK)
    put_part(to, event->part, event->parts);
  close_event(to);
  to->written++;
}

static void put_planned_rows(trace *to, const ksi_event *run) {
  const ksi_plan_item *plan = ksi_find_plan(to->reading, run->layer, run->workers);
  const double begin_us = us_of(to, run->begin_ticks);
  for (uint32_t i = 0; plan != NULL && i < plan->row_count; i++) {
    const ksi_planned_row *row = &plan->row[i];
    open_event(to, ksi_task_name(to->reading, run->layer, row->task), "plan", PLAN, row->worker,
               begin_us + (double)row->start_ns / 1e3, (double)row->cost_ns / 1e3);
    put_place(to, run->layer, run->workers, row->worker);
    put_part(to, row->part, row->parts);
    close_event(to);
  }
}

/* A task that was running when the record ended. */
static void put_open_task(trace *to, const ksi_lane_item *lane) {
  if (lane->open_ticks == 0)
    return;
  open_event(to, ksi_task_name(to->reading, lane->open_layer, lane->open_task), "task", THREADS,
             lane->lane, us_of(to, lane->open_ticks),
             us_of(to, to->reading->head->last_ticks) - us_of(to, lane->open_ticks));
  ksi_put_text(&to->json, "layer", ksi_layer_name(to->reading, lane->open_layer));
  ksi_put_text(&to->json, "end", "open");
  close_event(to);
}

static void put_name(trace *to, const char *what, int process, uint32_t thread, const char *name) {
  ksi_open_line(&to->json, NULL, '{');
  ksi_put_text(&to->json, "name", what);
  ksi_put_text(&to->json, "ph", "M");
  ksi_put_count(&to->json, "pid", (uint64_t)process);
  ksi_put_count(&to->json, "tid", thread);
  ksi_open_line(&to->json, "args", '{');
  ksi_put_text(&to->json, "name", name);
  close_event(to);
}

static void put_names(trace *to) {
  char text[64];
  uint32_t most = 0;
  put_name(to, "process_name", THREADS, 0, to->reading->head->program);
  put_name(to, "process_name", PLAN, 0, "plan");
  for (uint32_t i = 0; i < to->reading->lane_count; i++) {
    const ksi_lane_item *lane = to->reading->lane[i];
    if (lane->worker > 0)
      snprintf(text, sizeof text, "worker %" PRIu32, lane->worker);
    else
      snprintf(text, sizeof text, "caller (lane %" PRIu32 ")", lane->lane);
    put_name(to, "thread_name", THREADS, lane->lane, text);
  }
  for (uint32_t i = 0; i < to->reading->plan_count; i++)
    most = to->reading->plan[i]->workers > most ? to->reading->plan[i]->workers : most;
  for (uint32_t worker = 0; worker < most && worker < KSI_MOST_WORKERS; worker++) {
    snprintf(text, sizeof text, "planned worker %" PRIu32, worker);
    put_name(to, "thread_name", PLAN, worker, text);
  }
}

static void put_ring(trace *to, const ksi_ring_item *ring) {
  for (uint64_t i = first_event(ring); i < ring->next; i++)
    put_event(to, ring->lane, &ring->event[i % ring->capacity]);
  to->lost += first_event(ring);
}

static void put_plans(trace *to, const ksi_ring_item *ring) {
  for (uint64_t i = first_event(ring); i < ring->next; i++) {
    const ksi_event *event = &ring->event[i % ring->capacity];
    if (event->kind == KSI_CELL_RUN && event->workers > 1 && event->begin_ticks >= to->from_ticks)
      put_planned_rows(to, event);
    else
      to->plans_left_out += event->kind == KSI_CELL_RUN && event->workers > 1;
  }
}

static void find_complete_part(trace *to) {
  for (uint32_t i = 0; i < to->reading->ring_count; i++) {
    const ksi_ring_item *ring = to->reading->ring[i];
    const uint64_t first = first_event(ring);
    if (first == 0)
      continue;
    uint64_t end = ring->event[first % ring->capacity].end_ticks;
    to->from_ticks = end > to->from_ticks ? end : to->from_ticks;
  }
}

static void put_other(trace *to) {
  ksi_open_json(&to->json, "otherData", '{');
  ksi_put_text(&to->json, "format", "kasuri-trace");
  ksi_put_count(&to->json, "version", TRACE_VERSION);
  ksi_put_text(&to->json, "program", to->reading->head->program);
  ksi_put_text(&to->json, "end", to->reading->head->has_ended ? "exit" : "unknown");
  ksi_put_count(&to->json, "events", to->written);
  ksi_put_count(&to->json, "eventsLost", to->lost);
  ksi_put_count(&to->json, "plansLeftOut", to->plans_left_out);
  if (to->reading->energy != NULL)
    ksi_put_energy(&to->json, to->reading);
  ksi_close_json(&to->json, '}');
}

int ksi_write_trace(FILE *file, void *record, size_t bytes) {
  ksi_reading reading;
  trace to = {.json = {.file = file}, .reading = &reading};
  if (ksi_read_record(&reading, record, bytes) != NULL) {
    ksi_free_reading(&reading);
    return 0;
  }
  ksi_open_json(&to.json, NULL, '{');
  ksi_put_text(&to.json, "displayTimeUnit", "ns");
  ksi_open_json(&to.json, "traceEvents", '[');
  put_names(&to);
  find_complete_part(&to);
  for (uint32_t i = 0; i < reading.ring_count; i++)
    put_ring(&to, reading.ring[i]);
  if (to.has_iterations)
    put_name(&to, "process_name", ITERATIONS, 0, "iterations of pipelines");
  for (uint32_t i = 0; i < reading.lane_count; i++)
    put_open_task(&to, reading.lane[i]);
  for (uint32_t i = 0; i < reading.ring_count; i++)
    put_plans(&to, reading.ring[i]);
  ksi_close_json(&to.json, ']');
  put_other(&to);
  ksi_close_json(&to.json, '}');
  ksi_free_reading(&reading);
  return 1;
}
