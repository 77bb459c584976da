/* The profile: for each layer, schedule and macro-task the merged counters of all threads. The
 * format is described in docs/formats/profile.md.
 *
 * Cells come sorted, so each schedule of a layer is one range of them, and each of its tasks is one
 * range of that.
 */
#include "read_record.h"
#include "segments.h"
#include "write_energy.h"
#include "write_json.h"
#include "write_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROFILE_VERSION = 1 };

typedef struct cells {
  ksi_cell_item *const *first;
  uint32_t count;
} cells;

typedef struct schedule {
  const ksi_reading *reading;
  const ksi_plan_item *plan; /* null for the tasks in order */
  cells all, runs, tasks, functions, wholes;
  uint32_t layer, workers;
  uint64_t started, ended, measured;
  double measured_ns; /* from start to end of the measured runs */
} schedule;

static cells with(cells all, uint32_t (*key)(const ksi_cell_item *), uint32_t value) {
  uint32_t begin = 0, end;
  while (begin < all.count && key(all.first[begin]) != value)
    begin++;
  for (end = begin; end < all.count && key(all.first[end]) == value;)
    end++;
  return (cells){all.first + begin, end - begin};
}

static uint32_t layer_key(const ksi_cell_item *cell) { return cell->layer; }
static uint32_t workers_key(const ksi_cell_item *cell) { return cell->workers; }
static uint32_t kind_key(const ksi_cell_item *cell) { return cell->kind; }
static uint32_t index_key(const ksi_cell_item *cell) { return cell->index; }

/* The leading cells that agree in the key. */
static cells leading(cells all, uint32_t (*key)(const ksi_cell_item *)) {
  return all.count == 0 ? all : with(all, key, key(all.first[0]));
}

static cells behind(cells all, cells part) {
  const uint32_t passed = (uint32_t)(part.first - all.first) + part.count;
  return (cells){all.first + passed, all.count - passed};
}

static double total_units(const ksi_statistics *self) { return self->mean * (double)self->count; }

static schedule make_schedule(const ksi_reading *reading, cells all) {
  schedule made = {.reading = reading, .all = all};
  made.layer = all.first[0]->layer;
  made.workers = all.first[0]->workers;
  made.plan = ksi_find_plan(reading, made.layer, made.workers);
  made.runs = with(all, kind_key, KSI_CELL_RUN);
  made.tasks = with(all, kind_key, KSI_CELL_TASK);
  made.functions = with(all, kind_key, KSI_CELL_FUNCTION);
  made.wholes = with(all, kind_key, KSI_CELL_WHOLE);
  for (uint32_t i = 0; i < made.runs.count; i++) {
    made.started += made.runs.first[i]->started;
    made.ended += made.runs.first[i]->ended;
    made.measured += made.runs.first[i]->self.count;
    made.measured_ns += (double)made.runs.first[i]->whole_units * reading->ns_per_unit;
  }
  return made;
}

static void put_histogram(ksi_json *json, const ksi_statistics *self, double scale) {
  ksi_open_json(json, "histogram", '[');
  for (int i = 0; i < KSI_BUCKETS; i++)
    if (self->bucket[i] > 0) {
      ksi_open_line(json, NULL, '{');
      ksi_put_number(json, "fromNs", (double)ksi_bucket_begin(i) * scale);
      ksi_put_number(json, "toNs", (double)ksi_bucket_begin(i + 1) * scale);
      ksi_put_count(json, "count", self->bucket[i]);
      ksi_close_json(json, '}');
    }
  ksi_close_json(json, ']');
}

static double at_least_0(double value) { return value > 0 ? value : 0; }

static void put_statistics(ksi_json *json, const char *name, const ksi_cell_item *of,
                           double scale) {
  const ksi_statistics *self = &of->self;
  static const struct {
    const char *name;
    double share;
  } points[] = {{"p50Ns", 0.5}, {"p90Ns", 0.9}, {"p99Ns", 0.99}, {"p999Ns", 0.999}};
  ksi_open_json(json, name, '{');
  ksi_put_count(json, "count", self->count);
  ksi_put_number(json, "totalNs", total_units(self) * scale);
  ksi_put_number(json, "lastNs", (double)ksi_last_units(of) * scale);
  ksi_put_number(json, "meanNs", self->mean * scale);
  ksi_put_number(json, "deviationNs", sqrt(at_least_0(ksi_variance(self))) * scale);
  ksi_put_number(json, "leastNs", at_least_0((double)self->least * scale));
  ksi_put_number(json, "mostNs", at_least_0((double)self->most * scale));
  for (size_t i = 0; i < sizeof points / sizeof *points; i++)
    ksi_put_number(json, points[i].name, ksi_percentile(self, points[i].share) * scale);
  put_histogram(json, self, scale);
  ksi_close_json(json, '}');
}

/* The last sample is that which ended last. */
static ksi_cell_item merged(cells same) {
  ksi_cell_item sum;
  memset(&sum, 0, sizeof sum);
  for (uint32_t i = 0; i < same.count; i++) {
    ksi_merge_statistics(&sum.self, &same.first[i]->self);
    if (same.first[i]->samples > 0 && same.first[i]->last_ticks >= sum.last_ticks) {
      sum.last_ticks = same.first[i]->last_ticks;
      sum.pending[0] = ksi_last_units(same.first[i]);
      sum.samples = 1;
    }
    sum.whole_units += same.first[i]->whole_units;
    sum.trips += same.first[i]->trips;
    sum.trip_runs += same.first[i]->trip_runs;
    for (int event = 0; event < KSI_HARDWARE_EVENTS; event++)
      sum.hardware[event] += same.first[i]->hardware[event];
  }
  return sum;
}

static void put_hardware(ksi_json *json, const ksi_reading *reading, const ksi_cell_item *cell) {
  if (reading->head->hardware_on == 0) {
    ksi_put_null(json, "hardware");
    return;
  }
  ksi_open_line(json, "hardware", '{');
  ksi_put_count(json, "cycles", cell->hardware[0]);
  ksi_put_count(json, "instructions", cell->hardware[1]);
  ksi_put_count(json, "cacheMisses", cell->hardware[2]);
  ksi_close_json(json, '}');
}

/* The planned cost of each task. */
typedef struct planned_task {
  uint32_t rows;
  double cost_ns; /* of all its rows */
} planned_task;

static uint32_t task_count(const schedule *of) {
  const ksi_reading *reading = of->reading;
  return of->layer < reading->layer_count && reading->layer[of->layer] != NULL
             ? reading->layer[of->layer]->task_count
             : 0;
}

static planned_task *sum_plan(const schedule *of) {
  const uint32_t tasks = task_count(of);
  planned_task *planned = calloc((size_t)tasks + 1, sizeof *planned);
  for (uint32_t i = 0; planned != NULL && of->plan != NULL && i < of->plan->row_count; i++)
    if (of->plan->row[i].task < tasks) {
      planned[of->plan->row[i].task].rows++;
      planned[of->plan->row[i].task].cost_ns += of->plan->row[i].cost_ns;
    }
  for (uint32_t task = 0; planned != NULL && of->workers == 1 && task < tasks; task++)
    planned[task].rows = 1;
  return planned;
}

static void put_task(ksi_json *json, const schedule *of, uint32_t task, cells same,
                     const planned_task *planned) {
  const ksi_reading *reading = of->reading;
  ksi_cell_item sum = merged(same);
  ksi_open_json(json, NULL, '{');
  ksi_put_text(json, "name", ksi_task_name(reading, of->layer, task));
  ksi_put_count(json, "line", ksi_task_line(reading, of->layer, task));
  /* A dynamic layer has no plan to count by. */
  ksi_put_count(json, "rows", planned->rows > 0 ? of->ended * planned->rows : sum.self.count);
  if (of->plan != NULL && planned->rows > 0)
    ksi_put_number(json, "plannedNs", planned->cost_ns / planned->rows);
  else
    ksi_put_null(json, "plannedNs");
  if (sum.trip_runs > 0)
    ksi_put_number(json, "trips", (double)sum.trips / (double)sum.trip_runs);
  ksi_put_number(json, "wholeNs", (double)sum.whole_units * reading->ns_per_unit);
  put_statistics(json, "self", &sum, reading->ns_per_unit);
  put_hardware(json, reading, &sum);
  ksi_close_json(json, '}');
}

static void put_tasks(ksi_json *json, const schedule *of) {
  planned_task *planned = sum_plan(of);
  cells rest = of->tasks;
  ksi_open_json(json, "tasks", '[');
  for (uint32_t task = 0; planned != NULL && task < task_count(of); task++) {
    cells same = leading(rest, index_key);
    if (same.count > 0 && same.first[0]->index == task)
      rest = behind(rest, same);
    else
      same.count = 0;
    if (same.count > 0 || planned[task].rows > 0)
      put_task(json, of, task, same, &planned[task]);
  }
  ksi_close_json(json, ']');
  free(planned);
}

static void put_function(ksi_json *json, const schedule *of, const char *name, cells same) {
  ksi_cell_item sum = merged(same);
  if (sum.self.count == 0)
    return;
  ksi_open_json(json, NULL, '{');
  ksi_put_text(json, "name", name);
  ksi_put_number(json, "wholeNs", (double)sum.whole_units * of->reading->ns_per_unit);
  put_statistics(json, "self", &sum, of->reading->ns_per_unit);
  ksi_close_json(json, '}');
}

static void put_functions(ksi_json *json, const schedule *of) {
  ksi_open_json(json, "functions", '[');
  put_function(json, of, "fork-join", of->runs);
  for (cells rest = of->functions; rest.count > 0;) {
    cells same = leading(rest, index_key);
    put_function(json, of, ksi_function_name(same.first[0]->index), same);
    rest = behind(rest, same);
  }
  ksi_close_json(json, ']');
}

/* Where one worker has spent its time, in the measured runs. */
typedef struct spent {
  uint64_t rows;
  double tasks_ns, function_ns[KSI_FUNCTIONS], fork_join_ns;
} spent;

static void add_spent(spent *to, const ksi_cell_item *cell, double scale) {
  const double ns = total_units(&cell->self) * scale;
  if (cell->kind == KSI_CELL_TASK) {
    to->rows += cell->self.count;
    to->tasks_ns += ns;
  } else if (cell->kind == KSI_CELL_RUN) {
    to->fork_join_ns += ns;
  } else if (cell->kind == KSI_CELL_FUNCTION && cell->index < KSI_FUNCTIONS) {
    to->function_ns[cell->index] += ns;
  }
}

static spent spent_by(const schedule *of, int64_t worker) {
  spent sum;
  memset(&sum, 0, sizeof sum);
  for (uint32_t i = 0; i < of->all.count; i++)
    if (worker < 0 || ksi_worker_of(of->reading, of->all.first[i]->lane) == worker)
      add_spent(&sum, of->all.first[i], of->reading->ns_per_unit);
  return sum;
}

/* The time of the runtime's own work; waits are not work. */
static double overhead_ns(const spent *sum) {
  return at_least_0(sum->fork_join_ns + sum->function_ns[KSI_IN_DISPATCH] +
                    sum->function_ns[KSI_IN_SWITCH_LEVEL] + sum->function_ns[KSI_IN_SCRATCH]);
}

static double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

static void put_worker(ksi_json *json, const schedule *of, uint32_t worker) {
  spent sum = spent_by(of, worker);
  ksi_open_json(json, NULL, '{');
  ksi_put_count(json, "worker", worker);
  ksi_put_count(json, "rowsMeasured", sum.rows);
  ksi_put_number(json, "tasksNs", sum.tasks_ns);
  ksi_put_number(json, "overheadNs", overhead_ns(&sum));
  ksi_put_number(json, "wakeNs", sum.function_ns[KSI_IN_WAKE]);
  ksi_put_number(json, "waitNs",
                 sum.function_ns[KSI_IN_WAIT] + sum.function_ns[KSI_IN_JOIN] +
                     sum.function_ns[KSI_IN_QUEUE]);
  ksi_put_number(json, "efficiency", share(sum.tasks_ns, of->measured_ns));
  ksi_close_json(json, '}');
}

/* The threads that took part, and those that the schedule has workers for. Where groups run it,
 * these are others. */
static void put_workers(ksi_json *json, const schedule *of) {
  static uint8_t took_part[KSI_MOST_WORKERS];
  uint32_t end = of->workers < KSI_MOST_WORKERS ? of->workers : KSI_MOST_WORKERS;
  int is_in_groups = 0;
  memset(took_part, 0, sizeof took_part);
  for (uint32_t i = 0; i < of->all.count; i++) {
    const uint32_t worker = ksi_worker_of(of->reading, of->all.first[i]->lane);
    if (worker >= KSI_MOST_WORKERS)
      continue;
    took_part[worker] = 1;
    is_in_groups |= worker >= of->workers;
    end = worker < end ? end : worker + 1;
  }
  for (uint32_t worker = 0; worker < end; worker++)
    if (took_part[worker] || !is_in_groups)
      put_worker(json, of, worker);
}

static double makespan_ns(const ksi_plan_item *plan) {
  double end = 0;
  for (uint32_t i = 0; i < plan->row_count; i++) {
    double row = (double)plan->row[i].start_ns + (double)plan->row[i].cost_ns;
    end = row > end ? row : end;
  }
  return end;
}

static cells segment_cells(const schedule *of, ksi_activity activity, uint32_t segment) {
  const cells all = {of->reading->segment_cell, of->reading->segment_cell_count};
  const cells its = with(with(all, layer_key, of->layer), workers_key, of->workers);
  return with(with(its, kind_key, activity), index_key, segment);
}

static void put_activity(ksi_json *json, const schedule *of, const char *name,
                         ksi_activity activity, uint32_t segment) {
  ksi_cell_item sum = merged(segment_cells(of, activity, segment));
  put_statistics(json, name, &sum, of->reading->ns_per_unit);
}

/* What iterations did outside of the segments comes last. */
static void put_pipeline(ksi_json *json, const schedule *of) {
  const uint32_t count = ksi_segment_count(of->reading, of->layer);
  if (segment_cells(of, KSI_WORKS, count).count == 0)
    return;
  ksi_open_json(json, "segments", '[');
  for (uint32_t segment = 0; segment <= count; segment++) {
    ksi_open_json(json, NULL, '{');
    ksi_put_text(json, "name", ksi_segment_name(of->reading, of->layer, segment));
    ksi_put_count(json, "line", ksi_segment_line(of->reading, of->layer, segment));
    put_activity(json, of, "work", KSI_WORKS, segment);
    put_activity(json, of, "wait", KSI_WAITS, segment);
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, ']');
}

static void put_schedule(ksi_json *json, const schedule *of) {
  spent sum = spent_by(of, -1);
  ksi_open_json(json, NULL, '{');
  ksi_put_count(json, "workers", of->workers);
  ksi_put_count(json, "runs", of->ended);
  ksi_put_count(json, "runsBegun", of->started);
  ksi_put_count(json, "runsMeasured", of->measured);
  ksi_put_number(json, "measuredNs", of->measured_ns);
  if (of->plan != NULL)
    ksi_put_number(json, "plannedNs", makespan_ns(of->plan));
  else
    ksi_put_null(json, "plannedNs");
  ksi_put_number(json, "efficiency", share(sum.tasks_ns, of->measured_ns * of->workers));
  ksi_put_number(json, "overheadPerRowNs", share(overhead_ns(&sum), (double)sum.rows));
  ksi_cell_item whole = merged(of->wholes);
  put_statistics(json, "wholeRuns", &whole, of->reading->ns_per_unit);
  put_tasks(json, of);
  put_functions(json, of);
  put_pipeline(json, of);
  ksi_open_json(json, "perWorker", '[');
  put_workers(json, of);
  ksi_close_json(json, ']');
  ksi_close_json(json, '}');
}

static void put_layer(ksi_json *json, const ksi_reading *reading, cells all) {
  uint64_t left = 0, refused = 0;
  for (uint32_t i = 0; i < all.count; i++) {
    left += all.first[i]->left;
    refused += all.first[i]->refused;
  }
  ksi_open_json(json, NULL, '{');
  ksi_put_text(json, "name", ksi_layer_name(reading, all.first[0]->layer));
  ksi_put_count(json, "callsLeft", left);
  ksi_put_count(json, "callsRefused", refused);
  ksi_open_json(json, "schedules", '[');
  while (all.count > 0) {
    cells same = leading(all, workers_key);
    schedule its = make_schedule(reading, same);
    if (its.started > 0 || its.tasks.count > 0)
      put_schedule(json, &its);
    all = behind(all, same);
  }
  ksi_close_json(json, ']');
  ksi_close_json(json, '}');
}

static void put_lane(ksi_json *json, const ksi_reading *reading, const ksi_lane_item *lane) {
  const double scale = reading->ns_per_unit;
  ksi_open_json(json, NULL, '{');
  ksi_put_count(json, "lane", lane->lane);
  ksi_put_count(json, "worker", lane->worker);
  ksi_put_number(json, "timerInsideNs", (double)lane->inside_units * scale);
  ksi_put_number(json, "timerOutsideNs", (double)lane->outside_units * scale);
  if (lane->open_ticks == 0) {
    ksi_put_null(json, "openTask");
  } else {
    ksi_open_line(json, "openTask", '{');
    ksi_put_text(json, "layer", ksi_layer_name(reading, lane->open_layer));
    ksi_put_text(json, "task", ksi_task_name(reading, lane->open_layer, lane->open_task));
    ksi_put_number(json, "sinceNs",
                   at_least_0((double)(int64_t)(reading->head->last_ticks - lane->open_ticks)) *
                       reading->ns_per_tick);
    ksi_close_json(json, '}');
  }
  ksi_close_json(json, '}');
}

/* Level 64 is the one between layers. */
static void put_level(ksi_json *json, const ksi_level_account *level, uint32_t number) {
  ksi_open_line(json, NULL, '{');
  if (number < KSI_MOST_LEVELS)
    ksi_put_count(json, "level", number);
  else
    ksi_put_null(json, "level");
  if (level->khz > 0)
    ksi_put_count(json, "requestedKhz", level->khz);
  else
    ksi_put_null(json, "requestedKhz");
  ksi_put_count(json, "times", level->times);
  ksi_put_count(json, "ns", level->ns);
  ksi_put_count(json, "samples", level->samples);
  if (level->samples > 0) {
    ksi_put_number(json, "achievedKhz", (double)level->sum_khz / (double)level->samples);
    ksi_put_count(json, "leastKhz", level->min_khz);
    ksi_put_count(json, "mostKhz", level->max_khz);
  } else {
    ksi_put_null(json, "achievedKhz");
    ksi_put_null(json, "leastKhz");
    ksi_put_null(json, "mostKhz");
  }
  ksi_close_json(json, '}');
}

static void put_clock(ksi_json *json, const ksi_power_account *account) {
  ksi_open_json(json, NULL, '{');
  ksi_put_text(json, "cores", account->cores);
  ksi_put_text(json, "setBy", account->way);
  ksi_put_text(json, "achievedBy", account->seen_by);
  ksi_put_count(json, "transitionNs", account->transition_ns);
  ksi_open_line(json, "requests", '{');
  for (uint32_t i = 0; i < KSI_OUTCOMES; i++)
    ksi_put_count(json, ksi_outcome_name(i), account->outcome[i]);
  ksi_close_json(json, '}');
  ksi_open_json(json, "levels", '[');
  for (uint32_t i = 0; i <= KSI_MOST_LEVELS; i++)
    if (i < account->levels || account->level[i].times > 0 || account->level[i].ns > 0)
      put_level(json, &account->level[i], i);
  ksi_close_json(json, ']');
  ksi_close_json(json, '}');
}

static void put_head(ksi_json *json, const ksi_reading *reading) {
  static const char *const clocks[] = {"system clock", "time-stamp counter", "generic timer"};
  const ksi_record_head *head = reading->head;
  ksi_put_text(json, "format", "kasuri-profile");
  ksi_put_count(json, "version", PROFILE_VERSION);
  ksi_put_text(json, "program", head->program);
  ksi_put_count(json, "process", head->process);
  ksi_put_count(json, "beginUnixNs", head->begin_unix_ns);
  ksi_put_count(json, "beforeNs", head->before_ns);
  ksi_put_count(json, "spanNs", reading->span_ns);
  ksi_put_text(json, "end", head->has_ended ? "exit" : "unknown");
  ksi_put_text(json, "clock", clocks[head->clock < 3 ? head->clock : 0]);
  ksi_put_number(json, "clockTickNs", reading->ns_per_tick);
  ksi_put_count(json, "everyRuns", head->every);
  ksi_put_text(json, "hardware", head->hardware);
  ksi_put_count(json, "itemsRefused", head->refused);
}

int ksi_write_profile(FILE *file, void *record, size_t bytes) {
  ksi_reading reading;
  ksi_json json = {.file = file};
  if (ksi_read_record(&reading, record, bytes) != NULL) {
    ksi_free_reading(&reading);
    return 0;
  }
  ksi_open_json(&json, NULL, '{');
  put_head(&json, &reading);
  ksi_open_json(&json, "lanes", '[');
  for (uint32_t i = 0; i < reading.lane_count; i++)
    put_lane(&json, &reading, reading.lane[i]);
  ksi_close_json(&json, ']');
  ksi_open_json(&json, "clocks", '[');
  for (uint32_t i = 0; i < reading.power_count; i++)
    put_clock(&json, &reading.power[i]->account);
  ksi_close_json(&json, ']');
  ksi_put_energy(&json, &reading);
  ksi_open_json(&json, "layers", '[');
  for (cells rest = {reading.cell, reading.cell_count}; rest.count > 0;) {
    cells same = leading(rest, layer_key);
    put_layer(&json, &reading, same);
    rest = behind(rest, same);
  }
  ksi_close_json(&json, ']');
  ksi_close_json(&json, '}');
  ksi_free_reading(&reading);
  return 1;
}
