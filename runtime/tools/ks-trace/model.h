/* The data of a program for ks-trace, from any kind of file: tables of lines. */
#ifndef KS_TOOLS_MODEL_H
#define KS_TOOLS_MODEL_H

#include "../../record/print_energy.h"
#include "../../record/read_json.h"

/* A task, or a function of the runtime. Times exclude what was measured inside, except for `whole`.
 * They are of the measured rows, which may be fewer than `rows`. */
typedef struct line {
  const char *name;
  int is_task;
  double rows, measured;
  double last_ns; /* NaN: not known */
  double whole_ns, total_ns, mean_ns, deviation_ns, min_ns, max_ns, p50_ns, p90_ns, p99_ns;
  double planned_ns; /* below 0: not planned */
  int has_hardware;
  double cycles, instructions, cache_misses;
  const ksi_json_value *histogram; /* null: there is none */
} line;

typedef struct worker {
  double number, rows, tasks_ns, overhead_ns, wake_ns, wait_ns;
} worker;

/* A segment of a pipeline; the last one is the code that is in none. */
typedef struct segment {
  const char *name;
  double entries, work_ns, mean_ns, most_ns; /* in it */
  double waits, wait_ns, most_wait_ns;       /* for a turn in it */
} segment;

/* A layer with one schedule. */
typedef struct table {
  const char *layer;
  double workers, runs, measured, measured_ns;
  double planned_ns; /* below 0: not planned */
  line *lines;
  size_t line_count;
  worker *worker;
  size_t worker_count;
  segment *segments; /* null: it is no pipeline */
  size_t segment_count;
} table;

/* Calls of a layer that ran the original code: by the runtime's choice, after a failed test. */
typedef struct left {
  const char *layer;
  double calls, refused;
} left;

typedef struct model {
  const char *program, *hardware;
  int is_trace;
  int is_whole; /* the program ended orderly */
  double span_ns, lost;
  table *tables;
  size_t table_count;
  left *lefts; /* one for each layer */
  size_t left_count;
  ksi_energy_total *energy; /* null: it was not to be measured */
  ksi_energy_line *energy_lines;
  size_t energy_count;
} model;

/* The document keeps texts and histograms. 0: `problem` says what is wrong with the document. */
int model_from_profile(model *made, const ksi_json_value *profile, char *problem, size_t bytes);
int model_from_trace(model *made, const ksi_json_value *trace, char *problem, size_t bytes);
/* From the member `energy` of either. 0: it has the wrong form, or there is no memory. */
int model_add_energy(model *made, const ksi_json_value *energy, char *problem, size_t bytes);
/* The energies of a report of kasuri (report.json), for the same numbers of runs and workers. 0: as
 * above. */
int model_add_plan(model *made, const ksi_json_value *report, char *problem, size_t bytes);
void model_free(model *made);

#endif
