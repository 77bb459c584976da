/* Timers that subtract their own cost, and the choice of measured runs.
 *
 * A zone is an interval of a thread's time, from ksi_open_zone to ksi_close_.... Zones nest, and
 * each excludes what was measured inside it, so no time is counted twice. A timer call costs about
 * as much as the dispatch of a row, so it is excluded as well (the Gedae document's Tt and Tpt). An
 * empty zone measures `inside_units` of itself, and takes `outside_units` from the zone around it.
 * Both are measured when a thread gets its counters, and subtracted. So empty zones sum to about
 * zero, and so does the code around them.
 *
 * Reading the clock twice costs some 20 ns, 2 % of a task of 1 us. So not every run of a layer of
 * short tasks is measured. The cost of a measured run is known, and runs are skipped until the cost
 * is 0.5 % of the time. The number of skipped runs is random around its mean. A skipped run only
 * counts itself. Rows are still counted exactly, because each run runs each row of its schedule
 * once. KASURI_PROFILE_EVERY=1 measures every run, and so does a trace.
 *
 * Mean and variance are in floating point, and the floating-point environment is the program's: its
 * flags, its rounding, its traps. So samples wait in their cell, and are processed in batches in a
 * separate environment. The time for that, and for creating a cell, is not part of any zone.
 *
 * If nothing is counted, a run costs one load and a branch, and a row a branch on the result of
 * that load.
 *
 * This is separate from measure.c, which finds out whether a layer is profitable. That file must
 * work in a runtime without counters, decides in the run itself on the caller, and measures long
 * tasks by the processor time of their threads.
 */
#include "counters.h"

#if KS_COUNTERS
#include "../os/knobs.h"
#include "clock.h"
#include "process_record.h"
#include "thread_counters.h"

#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum {
  FIRST_RUNS = 8,      /* always measured, so that short programs are measured too */
  PER_RUN = 6,         /* timer calls of a run in addition to those of its rows */
  CELL_MISSES = 2,     /* cells have left the cache since the last time, unlike an empty zone's */
  SHARE = 400,         /* measured runs may cost one part in this number */
  MOST_SKIP = 1 << 16, /* runs skipped in a row, on average */
  SAMPLES = 256,
  MOST_LOOKS = 1 << 16,
  BATCHES = 64,
  EACH = 16
};

/* Between two comparisons of the clocks: some 30 ms, less at first. */
static const uint64_t max_between_ticks = (uint64_t)1 << 26, min_between_ticks = 1 << 14;

_Atomic int ksi_is_counting;
static int has_trace;
static long every;

void ksi_start_counters(void) {
  ksi_recording recording = ksi_read_recording();
  if (recording.profile == NULL && recording.trace == NULL)
    return;
  int saved = errno;
  if (ksi_has_queries && ksi_open_record(&recording)) {
    has_trace = recording.trace != NULL;
    every = has_trace ? 1 : recording.every;
    ksi_set_thread_counters(has_trace ? (uint32_t)recording.events : 0, recording.has_hardware);
    atomic_store_explicit(&ksi_is_counting, 1, memory_order_release);
  }
  errno = saved;
}

void ksi_forget_counters(void) {
  atomic_store(&ksi_is_counting, 0);
  ksi_forget_thread_counters();
  ksi_abandon_record();
}

static void open_zone(ksi_thread_counters *thread, ksi_zone *zone) {
  zone->outer = thread->open;
  zone->inner_units = 0;
  zone->task = 0;
  thread->open = zone;
  memset(zone->hardware, 0, sizeof zone->hardware);
  memset(zone->inner_hardware, 0, sizeof zone->inner_hardware);
  if (thread->events.count > 0)
    ksi_read_events(&thread->events, zone->hardware);
  zone->begin_ticks = ksi_ticks();
}

static void close_hardware(ksi_thread_counters *thread, ksi_zone *zone) {
  uint64_t now[KSI_HARDWARE_EVENTS] = {0};
  ksi_read_events(&thread->events, now);
  for (int i = 0; i < thread->events.count; i++) {
    uint64_t whole = now[i] - zone->hardware[i];
    uint64_t other = thread->inside_hardware[i] + zone->inner_hardware[i];
    zone->hardware[i] = whole > other ? whole - other : 0;
    if (zone->outer != NULL)
      zone->outer->inner_hardware[i] += whole;
  }
}

/* Ends the zone: its units without those of its own timer. */
static int64_t close_zone(ksi_thread_counters *thread, ksi_zone *zone, uint64_t end) {
  int64_t whole = (int64_t)(end - zone->begin_ticks) * KSI_UNITS - thread->inside_units;
  if (thread->events.count > 0)
    close_hardware(thread, zone);
  thread->open = zone->outer;
  if (zone->outer != NULL)
    zone->outer->inner_units += whole + thread->outside_units;
  return whole;
}

/* The time since then is not part of the zone around it. */
static void leave_out(ksi_thread_counters *thread, uint64_t begin) {
  if (thread->open != NULL)
    thread->open->inner_units += (int64_t)(ksi_ticks() - begin) * KSI_UNITS;
}

static void work_off(ksi_thread_counters *thread, ksi_cell_item *cell) {
  uint64_t begin = ksi_ticks();
  fenv_t programs;
  fegetenv(&programs);
  fesetenv(FE_DFL_ENV);
  for (int i = 0; i < KSI_PENDING; i++)
    ksi_add_sample(&cell->self, cell->pending[i]);
  fesetenv(&programs);
  leave_out(thread, begin);
}

static void add_to_cell(ksi_thread_counters *thread, ksi_cell_item *cell, const ksi_zone *zone,
                        int64_t whole, uint64_t end) {
  uint64_t samples = cell->samples + 1;
  KSI_PUT(cell->last_ticks, end);
  KSI_PUT(cell->whole_units, cell->whole_units + whole);
  for (int i = 0; i < thread->events.count; i++)
    KSI_PUT(cell->hardware[i], cell->hardware[i] + zone->hardware[i]);
  KSI_PUT(cell->pending[(samples - 1) % KSI_PENDING], whole - zone->inner_units);
  KSI_PUT(cell->samples, samples);
  if (samples % KSI_PENDING == 0)
    work_off(thread, cell);
}

static void add_event(ksi_ring_item *ring, const ksi_layer_counters *layer_counters,
                      const ksi_event *event) {
  uint64_t next = ring->next;
  ksi_event *place = &ring->event[next % ring->capacity];
  KSI_PUT(place->begin_ticks, event->begin_ticks);
  KSI_PUT(place->end_ticks, event->end_ticks);
  KSI_PUT(place->layer, layer_counters->layer_number);
  KSI_PUT(place->workers, (uint16_t)layer_counters->workers);
  KSI_PUT(place->kind, event->kind);
  KSI_PUT(place->index, event->index);
  KSI_PUT(place->part, event->part);
  KSI_PUT(place->parts, event->parts);
  KSI_PUT(place->further, event->further);
  __atomic_store_n(&ring->next, next + 1, __ATOMIC_RELEASE);
}

/* A new cell in `place`. */
static ksi_cell_item *make_cell(ksi_thread_counters *thread, ksi_cell_item **place,
                                ksi_cell_kind kind, uint32_t index) {
  uint64_t begin = ksi_ticks();
  *place = ksi_new_cell(thread->layer_counters, kind, index);
  leave_out(thread, begin);
  return *place;
}

static void add(ksi_thread_counters *thread, ksi_zone *zone, int64_t whole, ksi_cell_item **place,
                const ksi_event *event) {
  ksi_cell_item *cell = *place;
  if (cell == NULL)
    cell = make_cell(thread, place, (ksi_cell_kind)event->kind, event->index);
  if (cell != NULL)
    add_to_cell(thread, cell, zone, whole, event->end_ticks);
  if (thread->ring != NULL)
    add_event(thread->ring, thread->layer_counters, event);
}

void ksi_note_interval(ksi_thread_counters *thread, ksi_cell_item *cell, const ksi_event *event) {
  const ksi_zone none = {.inner_units = 0};
  const int64_t units = (int64_t)(event->end_ticks - event->begin_ticks) * KSI_UNITS;
  ksi_zone *open = thread->open;
  thread->open = NULL; /* all that follows is left out at once */
  add_to_cell(thread, cell, &none, units, event->end_ticks);
  thread->open = open;
  if (thread->ring != NULL)
    add_event(thread->ring, thread->layer_counters, event);
  leave_out(thread, event->end_ticks);
}

/* The calling thread's counters if it is in a measured run, else null. */
static ksi_thread_counters *counting_thread(void) {
  ksi_thread_counters *thread = ksi_own_counters();
  return thread != NULL && thread->layer_counters != NULL ? thread : NULL;
}

void ksi_open_zone(ksi_zone *zone) {
  ksi_thread_counters *thread = counting_thread();
  zone->begin_ticks = 0;
  if (thread != NULL)
    open_zone(thread, zone);
}

void ksi_open_task(ksi_zone *zone, uint32_t task) {
  ksi_thread_counters *thread = counting_thread();
  zone->begin_ticks = 0;
  if (thread == NULL)
    return;
  KSI_PUT(thread->item->open_layer, thread->layer_counters->layer_number);
  KSI_PUT(thread->item->open_task, task);
  open_zone(thread, zone);
  zone->layer = thread->layer_counters->layer_number;
  zone->task = task + 1;
  KSI_PUT(thread->item->open_ticks, zone->begin_ticks);
}

/* The task that is running again when a task has ended: the one around it, if any. */
static void note_open_task(const ksi_thread_counters *thread) {
  const ksi_zone *zone = thread->open;
  while (zone != NULL && zone->task == 0)
    zone = zone->outer;
  KSI_PUT(thread->item->open_ticks, zone != NULL ? zone->begin_ticks : 0);
  if (zone == NULL)
    return;
  KSI_PUT(thread->item->open_layer, zone->layer);
  KSI_PUT(thread->item->open_task, zone->task - 1);
}

void ksi_close_task(ksi_zone *zone, uint32_t task, uint32_t part, uint32_t parts,
                    const ks_int64 *trips) {
  uint64_t end = ksi_ticks();
  ksi_thread_counters *thread = ksi_own_counters();
  if (zone->begin_ticks == 0 || thread == NULL)
    return;
  int64_t whole = close_zone(thread, zone, end);
  ksi_event event = {.begin_ticks = zone->begin_ticks,
                     .end_ticks = end,
                     .kind = KSI_CELL_TASK,
                     .index = (uint16_t)task,
                     .part = (uint16_t)part,
                     .parts = (uint16_t)parts};
  if (task < thread->layer_counters->task_count) {
    add(thread, zone, whole, &thread->layer_counters->task[task], &event);
    ksi_cell_item *cell = thread->layer_counters->task[task];
    if (cell != NULL && part == 0 && trips != NULL) { /* once a run */
      KSI_PUT(cell->trips, cell->trips + (uint64_t)*trips);
      KSI_PUT(cell->trip_runs, cell->trip_runs + 1);
    }
  }
  note_open_task(thread);
}

void ksi_close_function(ksi_zone *zone, ksi_function function) {
  uint64_t end = ksi_ticks();
  ksi_thread_counters *thread = ksi_own_counters();
  if (zone->begin_ticks == 0 || thread == NULL)
    return;
  int64_t whole = close_zone(thread, zone, end);
  ksi_event event = {.begin_ticks = zone->begin_ticks,
                     .end_ticks = end,
                     .kind = KSI_CELL_FUNCTION,
                     .index = (uint16_t)function};
  add(thread, zone, whole, &thread->layer_counters->function[function], &event);
}

static uint32_t random_below(ksi_thread_counters *thread, uint64_t end) {
  uint32_t state = thread->random * 2654435761u + 1;
  thread->random = state;
  return (uint32_t)((state >> 8) * end >> 24);
}

static uint32_t runs_to_skip(ksi_thread_counters *thread, const ksi_layer_counters *layer_counters,
                             int64_t run_units) {
  if (every > 0)
    return (uint32_t)every - 1;
  uint64_t cost = CELL_MISSES * (uint64_t)thread->outside_units * (layer_counters->rows + PER_RUN);
  if (layer_counters->run->samples < FIRST_RUNS)
    return 0;
  uint64_t run = run_units > 0 ? (uint64_t)run_units : 1, skip = cost * SHARE / run;
  return skip == 0 ? 0 : random_below(thread, 2 * (skip < MOST_SKIP ? skip : MOST_SKIP) + 1);
}

/* The run as it was seen from outside; its own cell has the time that is in no task. */
static void add_whole_run(ksi_thread_counters *thread, ksi_layer_counters *of, int64_t whole,
                          uint64_t end) {
  const ksi_zone all = {.inner_units = 0};
  ksi_cell_item *cell =
      of->whole != NULL ? of->whole : make_cell(thread, &of->whole, KSI_CELL_WHOLE, 0);
  if (cell != NULL)
    add_to_cell(thread, cell, &all, whole, end);
}

int ksi_open_counted_run(ksi_run *run, const ks_layer *layer, const ks_table *table) {
  int saved = errno;
  ksi_thread_counters *thread = ksi_own_counters();
  ksi_layer_counters *layer_counters =
      thread != NULL ? ksi_find_layer_counters(thread, layer, table) : NULL;
  errno = saved;
  run->layer_counters = layer_counters;
  run->is_counted = 0;
  if (layer_counters == NULL)
    return 0;
  run->outer_counters = thread->layer_counters;
  KSI_PUT(layer_counters->run->started, layer_counters->run->started + 1);
  if (layer_counters->skip > 0) {
    layer_counters->skip--;
    thread->layer_counters = NULL;
    return 0;
  }
  run->is_counted = 1;
  thread->layer_counters = layer_counters;
  open_zone(thread, &run->zone);
  return 1;
}

/* Often enough that the two clocks have been compared if a program ends without notice. The longer
 * they have been compared, the less often. */
static void refresh_clocks(uint64_t now) {
  static _Atomic int is_refreshing;
  const ksi_record_head *head = ksi_head();
  uint64_t last = __atomic_load_n(&head->last_ticks, __ATOMIC_RELAXED);
  uint64_t pause = (last - head->begin_ticks) / 2;
  pause = pause > min_between_ticks ? pause : min_between_ticks;
  pause = pause < max_between_ticks ? pause : max_between_ticks;
  if (now - last < pause || atomic_exchange(&is_refreshing, 1))
    return;
  ksi_note_clocks();
  atomic_store(&is_refreshing, 0);
}

void ksi_close_counted_run(ksi_run *run) {
  uint64_t end = ksi_ticks();
  ksi_thread_counters *thread = ksi_own_counters();
  ksi_layer_counters *layer_counters = run->layer_counters;
  if (thread == NULL)
    return;
  if (run->is_counted) {
    int64_t whole = close_zone(thread, &run->zone, end);
    ksi_event event = {
        .begin_ticks = run->zone.begin_ticks, .end_ticks = end, .kind = KSI_CELL_RUN};
    add(thread, &run->zone, whole, &layer_counters->run, &event);
    add_whole_run(thread, layer_counters, whole, end);
    layer_counters->skip = runs_to_skip(thread, layer_counters, whole);
    refresh_clocks(end);
  }
  KSI_PUT(layer_counters->run->ended, layer_counters->run->ended + 1);
  thread->layer_counters = run->outer_counters;
}

ksi_layer_counters *ksi_enter_run(const ks_layer *layer, const ks_table *table,
                                  uint64_t begin_ticks) {
  ksi_thread_counters *thread = ksi_own_counters();
  if (thread == NULL)
    return NULL;
  ksi_layer_counters *outer = thread->layer_counters;
  thread->layer_counters = ksi_find_layer_counters(thread, layer, table);
  if (thread->layer_counters == NULL)
    return outer;
  uint64_t now = ksi_ticks();
  ksi_zone wake = {.begin_ticks = now > begin_ticks ? begin_ticks : now};
  ksi_event event = {.begin_ticks = wake.begin_ticks,
                     .end_ticks = now,
                     .kind = KSI_CELL_FUNCTION,
                     .index = KSI_IN_WAKE};
  add(thread, &wake, (int64_t)(now - wake.begin_ticks) * KSI_UNITS,
      &thread->layer_counters->function[KSI_IN_WAKE], &event);
  return outer;
}

void ksi_leave_run(ksi_layer_counters *outer) {
  ksi_thread_counters *thread = ksi_own_counters();
  if (thread != NULL)
    thread->layer_counters = outer;
}

/* Of the calling thread and the layer, without a schedule; null if nothing can be counted. */
static ksi_cell_item *original_runs(const ks_layer *layer) {
  int saved = errno;
  ksi_thread_counters *thread = ksi_own_counters();
  ksi_layer_counters *layer_counters =
      thread != NULL ? ksi_find_layer_counters(thread, layer, NULL) : NULL;
  errno = saved;
  return layer_counters != NULL ? layer_counters->run : NULL;
}

void ksi_note_left(const ks_layer *layer) {
  ksi_cell_item *runs = original_runs(layer);
  if (runs != NULL)
    KSI_PUT(runs->left, runs->left + 1);
}

void ksi_note_refused(const ks_layer *layer) {
  ksi_cell_item *runs = original_runs(layer);
  if (runs != NULL)
    KSI_PUT(runs->refused, runs->refused + 1);
}

static int by_value(const void *a, const void *b) {
  const int64_t *first = a, *second = b;
  return (*first > *second) - (*first < *second);
}

/* The smallest step of the clock. */
static int64_t clock_step(void) {
  int64_t least = INT64_MAX;
  uint64_t last = ksi_ticks();
  for (int i = 0; i < SAMPLES || (least == INT64_MAX && i < MOST_LOOKS); i++) {
    uint64_t now = ksi_ticks();
    if (now != last && (int64_t)(now - last) < least)
      least = (int64_t)(now - last);
    last = now;
  }
  return least < INT64_MAX ? least : 1;
}

/* The mean without samples that an interrupt has made several times as long. If the clock is
 * coarser than what it measures, most samples are 0 and some are a step, and each of them counts.
 */
static int64_t usual_mean(int64_t *samples, int count) {
  int64_t sum = 0, usual = 0, step = clock_step();
  qsort(samples, (size_t)count, sizeof *samples, by_value);
  int64_t most = 4 * samples[count / 2] + 2 * KSI_UNITS * step;
  for (; usual < count && samples[usual] <= most; usual++)
    sum += samples[usual];
  return usual > 0 ? sum / usual : 0;
}

static void empty_zone(void) {
  ksi_zone zone;
  ksi_open_task(&zone, 0);
  ksi_close_task(&zone, 0, 0, 1, NULL);
}

static void calibrate(ksi_thread_counters *thread, const ksi_cell_item *cell) {
  int64_t samples[SAMPLES];
  uint64_t hardware[KSI_HARDWARE_EVENTS];
  thread->inside_units = thread->outside_units = 0;
  memset(thread->inside_hardware, 0, sizeof thread->inside_hardware);
  for (int i = 0; i < EACH; i++)
    empty_zone();
  memcpy(hardware, cell->hardware, sizeof hardware);
  for (int i = 0; i < SAMPLES; i++) {
    int64_t before = cell->whole_units;
    empty_zone();
    samples[i] = cell->whole_units - before;
  }
  for (int i = 0; i < KSI_HARDWARE_EVENTS; i++)
    thread->inside_hardware[i] = (cell->hardware[i] - hardware[i]) / SAMPLES;
  int64_t inside = usual_mean(samples, SAMPLES);
  for (int i = 0; i < BATCHES; i++) {
    int64_t left_out = thread->open->inner_units - cell->whole_units;
    uint64_t begin = ksi_ticks();
    for (int j = 0; j < EACH; j++)
      empty_zone();
    left_out -= thread->open->inner_units - cell->whole_units;
    samples[i] = (int64_t)(ksi_ticks() - begin) * KSI_UNITS + left_out;
  }
  thread->outside_units = (usual_mean(samples, BATCHES) - inside) / EACH;
  thread->inside_units = inside;
}

/* On a cell that no one reads, and without leaving events. */
void ksi_calibrate_timers(void) {
  ksi_thread_counters *thread = ksi_own_counters();
  ksi_cell_item *cell = calloc(1, sizeof *cell);
  ksi_layer_counters *layer_counters =
      calloc(1, sizeof *layer_counters + sizeof *layer_counters->task);
  if (thread != NULL && cell != NULL && layer_counters != NULL) {
    ksi_layer_counters *before = thread->layer_counters;
    ksi_zone *open = thread->open, around = {.outer = NULL};
    uint64_t next = thread->ring != NULL ? thread->ring->next : 0;
    layer_counters->task_count = 1;
    layer_counters->task[0] = cell;
    thread->layer_counters = layer_counters;
    thread->open = &around;
    calibrate(thread, cell);
    thread->layer_counters = before;
    thread->open = open;
    KSI_PUT(thread->item->inside_units, (uint64_t)thread->inside_units);
    KSI_PUT(thread->item->outside_units, (uint64_t)thread->outside_units);
    KSI_PUT(thread->item->open_ticks, 0);
    if (thread->ring != NULL)
      KSI_PUT(thread->ring->next, next);
    refresh_clocks(ksi_ticks());
  }
  free(cell);
  free(layer_counters);
}
#endif
