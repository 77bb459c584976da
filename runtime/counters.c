/* Timers that know what they cost, and the runs that are measured.
 *
 * A zone is a stretch of a thread's time, from ksi_open_zone to ksi_close_.... Zones nest, and each
 * leaves out what was measured inside it, so no time is counted twice. A timer call itself costs
 * about as much as the dispatch of a row, so it is left out as well (the Gedae document's Tt and
 * Tpt): an empty zone measures `inside_units` of itself, and takes `outside_units` from whoever is
 * around it. Both are measured when a thread gets its lane, and subtracted: empty zones sum to
 * about zero, and so does what is around them.
 *
 * Reading the clock twice costs some 20 ns, 2 % of a task of 1 us. So not every run of a layer of
 * short tasks is measured: what a measured run costs is known, and runs are left out, by a number
 * that is random around its mean, until it is half a hundredth of the time. A run that is left out
 * only counts itself; since each run runs each row of its schedule once, rows are counted exactly
 * all the same. KASURI_PROFILE_EVERY=1 measures every run, and a trace does.
 *
 * Mean and variance are in floating point, and the floating-point environment is the program's: its
 * flags, its rounding, its traps. So samples wait in their cell, and some at a time are worked off
 * in an environment of our own. The time that takes, and that of making a cell, is nobody's.
 *
 * When nothing is counted, a run costs one load and a branch, and a row a branch on what the run
 * has found.
 *
 * That is apart from measure.c, which finds out whether a layer pays: it must work in a runtime
 * without counters, decides in the run itself on the caller, and measures long tasks by the
 * processor time of their threads.
 */
#include "counters.h"

#if KS_COUNTERS
#include "clock.h"
#include "knobs.h"
#include "lanes.h"
#include "recorder.h"

#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum {
  FIRST_RUNS = 8,      /* measured in any case: a short program wants to be seen too */
  PER_RUN = 6,         /* timer calls of a run beside those of its rows */
  CELL_MISSES = 2,     /* cells have left the cache since the last time, unlike an empty zone's */
  SHARE = 400,         /* measured runs may cost one part in so many */
  MOST_SKIP = 1 << 16, /* runs left out in a row, on average */
  SAMPLES = 256,
  MOST_LOOKS = 1 << 16,
  BATCHES = 64,
  EACH = 16
};

/* Between two looks at both clocks: some 30 ms, less at first. */
static const uint64_t most_between_ticks = (uint64_t)1 << 26, least_between_ticks = 1 << 14;

#if defined(__x86_64__)
int ksi_has_tsc;
#endif
_Atomic int ksi_is_counting;
static int has_trace;
static long every;

void ksi_start_counters(void) {
  ksi_recording recording = ksi_read_recording();
  if (recording.profile == NULL && recording.trace == NULL)
    return;
  int saved = errno;
  if (ksi_open_record(&recording)) {
    has_trace = recording.trace != NULL;
    every = has_trace ? 1 : recording.every;
    ksi_set_lanes(has_trace ? (uint32_t)recording.events : 0, recording.has_hardware);
    atomic_store_explicit(&ksi_is_counting, 1, memory_order_release);
  }
  errno = saved;
}

void ksi_forget_counters(void) {
  atomic_store(&ksi_is_counting, 0);
  ksi_forget_lanes();
  ksi_abandon_record();
}

static void open_zone(ksi_lane *lane, ksi_zone *zone) {
  zone->outer = lane->open;
  zone->inner_units = 0;
  zone->task = 0;
  lane->open = zone;
  memset(zone->hardware, 0, sizeof zone->hardware);
  memset(zone->inner_hardware, 0, sizeof zone->inner_hardware);
  if (lane->events.count > 0)
    ksi_read_events(&lane->events, zone->hardware);
  zone->begin_ticks = ksi_ticks();
}

static void close_hardware(ksi_lane *lane, ksi_zone *zone) {
  uint64_t now[KSI_HARDWARE_EVENTS] = {0};
  ksi_read_events(&lane->events, now);
  for (int i = 0; i < lane->events.count; i++) {
    uint64_t whole = now[i] - zone->hardware[i];
    uint64_t other = lane->inside_hardware[i] + zone->inner_hardware[i];
    zone->hardware[i] = whole > other ? whole - other : 0;
    if (zone->outer != NULL)
      zone->outer->inner_hardware[i] += whole;
  }
}

/* Ends the zone: its units without those of its own timer. */
static int64_t close_zone(ksi_lane *lane, ksi_zone *zone, uint64_t end) {
  int64_t whole = (int64_t)(end - zone->begin_ticks) * KSI_UNITS - lane->inside_units;
  if (lane->events.count > 0)
    close_hardware(lane, zone);
  lane->open = zone->outer;
  if (zone->outer != NULL)
    zone->outer->inner_units += whole + lane->outside_units;
  return whole;
}

/* The zone around has nothing to do with what was done since then. */
static void leave_out(ksi_lane *lane, uint64_t begin) {
  if (lane->open != NULL)
    lane->open->inner_units += (int64_t)(ksi_ticks() - begin) * KSI_UNITS;
}

static void work_off(ksi_lane *lane, ksi_cell_item *cell) {
  uint64_t begin = ksi_ticks();
  fenv_t programs;
  fegetenv(&programs);
  fesetenv(FE_DFL_ENV);
  for (int i = 0; i < KSI_PENDING; i++)
    ksi_add_sample(&cell->self, cell->pending[i]);
  fesetenv(&programs);
  leave_out(lane, begin);
}

static void add_to_cell(ksi_lane *lane, ksi_cell_item *cell, const ksi_zone *zone, int64_t whole) {
  uint64_t samples = cell->samples + 1;
  KSI_PUT(cell->whole_units, cell->whole_units + whole);
  for (int i = 0; i < lane->events.count; i++)
    KSI_PUT(cell->hardware[i], cell->hardware[i] + zone->hardware[i]);
  KSI_PUT(cell->pending[(samples - 1) % KSI_PENDING], whole - zone->inner_units);
  KSI_PUT(cell->samples, samples);
  if (samples % KSI_PENDING == 0)
    work_off(lane, cell);
}

static void add_event(ksi_ring_item *ring, const ksi_book *book, const ksi_event *event) {
  uint64_t next = ring->next;
  ksi_event *place = &ring->event[next % ring->capacity];
  KSI_PUT(place->begin_ticks, event->begin_ticks);
  KSI_PUT(place->end_ticks, event->end_ticks);
  KSI_PUT(place->layer, book->layer_number);
  KSI_PUT(place->workers, (uint16_t)book->workers);
  KSI_PUT(place->kind, event->kind);
  KSI_PUT(place->index, event->index);
  KSI_PUT(place->part, event->part);
  KSI_PUT(place->parts, event->parts);
  __atomic_store_n(&ring->next, next + 1, __ATOMIC_RELEASE);
}

/* A new cell in `place`. */
static ksi_cell_item *make_cell(ksi_lane *lane, ksi_cell_item **place, ksi_cell_kind kind,
                                uint32_t index) {
  uint64_t begin = ksi_ticks();
  *place = ksi_new_cell(lane->book, kind, index);
  leave_out(lane, begin);
  return *place;
}

static void add(ksi_lane *lane, ksi_zone *zone, int64_t whole, ksi_cell_item **place,
                const ksi_event *event) {
  ksi_cell_item *cell = *place;
  if (cell == NULL)
    cell = make_cell(lane, place, (ksi_cell_kind)event->kind, event->index);
  if (cell != NULL)
    add_to_cell(lane, cell, zone, whole);
  if (lane->ring != NULL)
    add_event(lane->ring, lane->book, event);
}

/* Whether the calling thread's lane has a measured run; sets `lane`. */
static ksi_lane *counting_lane(void) {
  ksi_lane *lane = ksi_own_lane();
  return lane != NULL && lane->book != NULL ? lane : NULL;
}

void ksi_open_zone(ksi_zone *zone) {
  ksi_lane *lane = counting_lane();
  zone->begin_ticks = 0;
  if (lane != NULL)
    open_zone(lane, zone);
}

void ksi_open_task(ksi_zone *zone, uint32_t task) {
  ksi_lane *lane = counting_lane();
  zone->begin_ticks = 0;
  if (lane == NULL)
    return;
  KSI_PUT(lane->item->open_layer, lane->book->layer_number);
  KSI_PUT(lane->item->open_task, task);
  open_zone(lane, zone);
  zone->layer = lane->book->layer_number;
  zone->task = task + 1;
  KSI_PUT(lane->item->open_ticks, zone->begin_ticks);
}

/* What is running again when a task has ended: the one around it, if any. */
static void note_open_task(const ksi_lane *lane) {
  const ksi_zone *zone = lane->open;
  while (zone != NULL && zone->task == 0)
    zone = zone->outer;
  KSI_PUT(lane->item->open_ticks, zone != NULL ? zone->begin_ticks : 0);
  if (zone == NULL)
    return;
  KSI_PUT(lane->item->open_layer, zone->layer);
  KSI_PUT(lane->item->open_task, zone->task - 1);
}

void ksi_close_task(ksi_zone *zone, uint32_t task, uint32_t part, uint32_t parts,
                    const ks_int64 *trips) {
  uint64_t end = ksi_ticks();
  ksi_lane *lane = ksi_own_lane();
  if (zone->begin_ticks == 0 || lane == NULL)
    return;
  int64_t whole = close_zone(lane, zone, end);
  ksi_event event = {.begin_ticks = zone->begin_ticks,
                     .end_ticks = end,
                     .kind = KSI_CELL_TASK,
                     .index = (uint16_t)task,
                     .part = (uint16_t)part,
                     .parts = (uint16_t)parts};
  if (task < lane->book->task_count) {
    add(lane, zone, whole, &lane->book->task[task], &event);
    ksi_cell_item *cell = lane->book->task[task];
    if (cell != NULL && part == 0 && trips != NULL) { /* once a run */
      KSI_PUT(cell->trips, cell->trips + (uint64_t)*trips);
      KSI_PUT(cell->trip_runs, cell->trip_runs + 1);
    }
  }
  note_open_task(lane);
}

void ksi_close_function(ksi_zone *zone, ksi_function function) {
  uint64_t end = ksi_ticks();
  ksi_lane *lane = ksi_own_lane();
  if (zone->begin_ticks == 0 || lane == NULL)
    return;
  int64_t whole = close_zone(lane, zone, end);
  ksi_event event = {.begin_ticks = zone->begin_ticks,
                     .end_ticks = end,
                     .kind = KSI_CELL_FUNCTION,
                     .index = (uint16_t)function};
  add(lane, zone, whole, &lane->book->function[function], &event);
}

static uint32_t random_below(ksi_lane *lane, uint64_t end) {
  uint32_t state = lane->random * 2654435761u + 1;
  lane->random = state;
  return (uint32_t)((state >> 8) * end >> 24);
}

static uint32_t runs_to_skip(ksi_lane *lane, const ksi_book *book, int64_t run_units) {
  if (every > 0)
    return (uint32_t)every - 1;
  uint64_t cost = CELL_MISSES * (uint64_t)lane->outside_units * (book->rows + PER_RUN);
  if (book->run->samples < FIRST_RUNS)
    return 0;
  uint64_t run = run_units > 0 ? (uint64_t)run_units : 1, skip = cost * SHARE / run;
  return skip == 0 ? 0 : random_below(lane, 2 * (skip < MOST_SKIP ? skip : MOST_SKIP) + 1);
}

int ksi_open_counted_run(ksi_run *run, const ks_layer *layer, const ks_table *table) {
  int saved = errno;
  ksi_lane *lane = ksi_own_lane();
  ksi_book *book = lane != NULL ? ksi_find_book(lane, layer, table) : NULL;
  errno = saved;
  run->book = book;
  run->is_counted = 0;
  if (book == NULL)
    return 0;
  run->outer_book = lane->book;
  KSI_PUT(book->run->started, book->run->started + 1);
  if (book->skip > 0) {
    book->skip--;
    lane->book = NULL;
    return 0;
  }
  run->is_counted = 1;
  lane->book = book;
  open_zone(lane, &run->zone);
  return 1;
}

/* Often enough that a program which ends without notice leaves the two clocks compared, and the
 * more seldom the longer they have been. */
static void refresh_clocks(uint64_t now) {
  static _Atomic int is_refreshing;
  const ksi_record_head *head = ksi_head();
  uint64_t last = __atomic_load_n(&head->last_ticks, __ATOMIC_RELAXED);
  uint64_t pause = (last - head->begin_ticks) / 2;
  pause = pause > least_between_ticks ? pause : least_between_ticks;
  pause = pause < most_between_ticks ? pause : most_between_ticks;
  if (now - last < pause || atomic_exchange(&is_refreshing, 1))
    return;
  ksi_note_clocks();
  atomic_store(&is_refreshing, 0);
}

void ksi_close_counted_run(ksi_run *run) {
  uint64_t end = ksi_ticks();
  ksi_lane *lane = ksi_own_lane();
  ksi_book *book = run->book;
  if (lane == NULL)
    return;
  if (run->is_counted) {
    int64_t whole = close_zone(lane, &run->zone, end);
    ksi_event event = {
        .begin_ticks = run->zone.begin_ticks, .end_ticks = end, .kind = KSI_CELL_RUN};
    add(lane, &run->zone, whole, &book->run, &event);
    book->skip = runs_to_skip(lane, book, whole);
    refresh_clocks(end);
  }
  KSI_PUT(book->run->ended, book->run->ended + 1);
  lane->book = run->outer_book;
}

void ksi_enter_run(const ks_layer *layer, const ks_table *table, uint64_t begin_ticks) {
  ksi_lane *lane = ksi_own_lane();
  if (lane == NULL)
    return;
  lane->book = ksi_find_book(lane, layer, table);
  if (lane->book == NULL)
    return;
  uint64_t now = ksi_ticks();
  ksi_zone wake = {.begin_ticks = now > begin_ticks ? begin_ticks : now};
  ksi_event event = {.begin_ticks = wake.begin_ticks,
                     .end_ticks = now,
                     .kind = KSI_CELL_FUNCTION,
                     .index = KSI_IN_WAKE};
  add(lane, &wake, (int64_t)(now - wake.begin_ticks) * KSI_UNITS,
      &lane->book->function[KSI_IN_WAKE], &event);
}

void ksi_leave_run(void) {
  ksi_lane *lane = ksi_own_lane();
  if (lane != NULL)
    lane->book = NULL;
}

void ksi_note_left(const ks_layer *layer) {
  int saved = errno;
  ksi_lane *lane = ksi_own_lane();
  ksi_book *book = lane != NULL ? ksi_find_book(lane, layer, NULL) : NULL;
  if (book != NULL)
    KSI_PUT(book->run->left, book->run->left + 1);
  errno = saved;
}

static int by_value(const void *a, const void *b) {
  const int64_t *first = a, *second = b;
  return (*first > *second) - (*first < *second);
}

/* By how much the clock grows at least, if it grows. */
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

/* The mean without those that an interrupt has made several times as long. With a clock that is
 * coarser than what it measures most samples are 0 and some a step, and each of them counts. */
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

static void calibrate(ksi_lane *lane, const ksi_cell_item *cell) {
  int64_t samples[SAMPLES];
  uint64_t hardware[KSI_HARDWARE_EVENTS];
  lane->inside_units = lane->outside_units = 0;
  memset(lane->inside_hardware, 0, sizeof lane->inside_hardware);
  for (int i = 0; i < EACH; i++)
    empty_zone();
  memcpy(hardware, cell->hardware, sizeof hardware);
  for (int i = 0; i < SAMPLES; i++) {
    int64_t before = cell->whole_units;
    empty_zone();
    samples[i] = cell->whole_units - before;
  }
  for (int i = 0; i < KSI_HARDWARE_EVENTS; i++)
    lane->inside_hardware[i] = (cell->hardware[i] - hardware[i]) / SAMPLES;
  int64_t inside = usual_mean(samples, SAMPLES);
  for (int i = 0; i < BATCHES; i++) {
    int64_t left_out = lane->open->inner_units - cell->whole_units;
    uint64_t begin = ksi_ticks();
    for (int j = 0; j < EACH; j++)
      empty_zone();
    left_out -= lane->open->inner_units - cell->whole_units;
    samples[i] = (int64_t)(ksi_ticks() - begin) * KSI_UNITS + left_out;
  }
  lane->outside_units = (usual_mean(samples, BATCHES) - inside) / EACH;
  lane->inside_units = inside;
}

/* On a cell that no one reads, and without leaving events. */
void ksi_calibrate_timers(void) {
  ksi_lane *lane = ksi_own_lane();
  ksi_cell_item *cell = calloc(1, sizeof *cell);
  ksi_book *book = calloc(1, sizeof *book + sizeof *book->task);
  if (lane != NULL && cell != NULL && book != NULL) {
    ksi_book *before = lane->book;
    ksi_zone *open = lane->open, around = {.outer = NULL};
    uint64_t next = lane->ring != NULL ? lane->ring->next : 0;
    book->task_count = 1;
    book->task[0] = cell;
    lane->book = book;
    lane->open = &around;
    calibrate(lane, cell);
    lane->book = before;
    lane->open = open;
    KSI_PUT(lane->item->inside_units, (uint64_t)lane->inside_units);
    KSI_PUT(lane->item->outside_units, (uint64_t)lane->outside_units);
    KSI_PUT(lane->item->open_ticks, 0);
    if (lane->ring != NULL)
      KSI_PUT(lane->ring->next, next);
    refresh_clocks(ksi_ticks());
  }
  free(cell);
  free(book);
}
#endif
