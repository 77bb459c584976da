/* The tables are those of the Gedae document: a line for each timer with how often it was called,
 * its total, mean, deviation, minimum, maximum, its share, and its time for each task that was run
 * ("per row"). Below them are efficiency and overhead.
 *
 * The share is of the time of all workers in the measured runs. The rest of it, when a worker had
 * no rows, or had not yet started, or had ended, is idle. Efficiency is the share of the tasks;
 * overhead is the time of the runtime's own work, without waits, for each row.
 */
#include "tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Four digits and a unit. */
static const char *duration(char text[16], double ns) {
  static const struct {
    double ns;
    const char *unit;
  } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {0, "ns"}};
  size_t i = 0;
  while (fabs(ns) < units[i].ns)
    i++;
  double value = units[i].ns > 0 ? ns / units[i].ns : ns;
  int decimals = fabs(value) < 9.9995 ? 3 : fabs(value) < 99.995 ? 2 : fabs(value) < 999.95 ? 1 : 0;
  snprintf(text, 16, fabs(value) < 1e9 ? "%.*f %s" : "%.*e %s", decimals, value, units[i].unit);
  return text;
}

static double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

static double sum_of_lines(const table *of, int is_task, double line_of(const line *)) {
  double sum = 0;
  for (size_t i = 0; i < of->line_count; i++)
    if (of->lines[i].is_task == is_task)
      sum += line_of(&of->lines[i]);
  return sum;
}

static double total_ns(const line *of) { return of->total_ns; }
static double measured(const line *of) { return of->measured; }

static double overhead_ns(const table *of) {
  double sum = 0;
  for (size_t i = 0; i < of->worker_count; i++)
    sum += of->worker[i].overhead_ns;
  return sum;
}

static int by_total(const void *a, const void *b) {
  const line *x = a, *y = b;
  return (x->total_ns < y->total_ns) - (x->total_ns > y->total_ns);
}

static void print_line(FILE *file, const table *in, const line *of, int width) {
  char text[8][16];
  const double rows = sum_of_lines(in, 1, measured);
  fprintf(file, "  %-*s %10.0f %10.0f %10s %10s %10s %10s %10s %10s %10s %10s %10s %6.2f%% %10s",
          width, of->name, of->rows, of->measured, duration(text[0], of->whole_ns),
          duration(text[1], of->total_ns),
          isnan(of->last_ns) ? "-" : duration((char[16]){0}, of->last_ns),
          duration(text[2], of->mean_ns), duration(text[3], of->deviation_ns),
          duration(text[4], of->min_ns), duration(text[5], of->max_ns),
          duration(text[6], of->p50_ns), duration(text[7], of->p99_ns),
          100 * share(of->total_ns, in->workers * in->measured_ns),
          duration((char[16]){0}, share(of->total_ns, rows)));
  if (of->is_task)
    fprintf(file, " %10s", of->planned_ns >= 0 ? duration((char[16]){0}, of->planned_ns) : "-");
  if (of->has_hardware && of->measured > 0)
    fprintf(file, "  %.4g cycles, %.4g instructions, %.4g cache misses each",
            of->cycles / of->measured, of->instructions / of->measured,
            of->cache_misses / of->measured);
  fputc('\n', file);
}

static void print_histogram(FILE *file, const line *of) {
  enum { WIDTH = 40 };
  char from[16], to[16];
  double most = 0;
  if (of->histogram == NULL)
    return;
  for (const ksi_json_value *each = of->histogram->first; each != NULL; each = each->next)
    most = fmax(most, ksi_json_number(each, "count"));
  for (const ksi_json_value *each = of->histogram->first; each != NULL; each = each->next) {
    double count = ksi_json_number(each, "count");
    fprintf(file, "    %10s .. %-10s %10.0f ", duration(from, ksi_json_number(each, "fromNs")),
            duration(to, ksi_json_number(each, "toNs")), count);
    for (int i = 0; i < WIDTH && most > 0 && i < ceil(WIDTH * count / most); i++)
      fputc('#', file);
    fputc('\n', file);
  }
}

static void print_idle(FILE *file, const table *of, int width) {
  char text[2][16];
  const double all = of->workers * of->measured_ns;
  const double idle = all - sum_of_lines(of, 1, total_ns) - sum_of_lines(of, 0, total_ns);
  const double rows = sum_of_lines(of, 1, measured);
  fprintf(file, "  %-*s %10s %10s %10s %10s %76s %6.2f%% %10s\n", width, "idle", "", "", "",
          duration(text[0], idle), "", 100 * share(idle, all),
          duration(text[1], share(idle, rows)));
}

static int name_width(const table *of) {
  size_t width = 24;
  for (size_t i = 0; i < of->line_count; i++)
    width = strlen(of->lines[i].name) > width ? strlen(of->lines[i].name) : width;
  return width < 60 ? (int)width : 60;
}

static void print_lines(FILE *file, const table *of, const table_options *options) {
  static const char *const columns[] = {"measured", "whole", "self", "last", "mean",
                                        "stdv",     "min",   "max",  "p50",  "p99"};
  const int width = name_width(of);
  fprintf(file, "  %-*s %10s", width, "timer", "called");
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    fprintf(file, " %10s", columns[i]);
  fprintf(file, " %7s %10s %10s\n", "share", "per row", "planned");
  qsort(of->lines, of->line_count, sizeof *of->lines, by_total);
  for (int is_task = 1; is_task >= 0; is_task--)
    for (size_t i = 0; i < of->line_count; i++) {
      if (of->lines[i].is_task != is_task)
        continue;
      print_line(file, of, &of->lines[i], width);
      if (options->has_histogram)
        print_histogram(file, &of->lines[i]);
    }
  print_idle(file, of, width);
}

static void print_workers(FILE *file, const table *of) {
  char text[4][16];
  for (size_t i = 0; i < of->worker_count; i++) {
    const worker *its = &of->worker[i];
    fprintf(file,
            "  worker %.0f: efficiency %.2f%%, %.0f rows, tasks %s, overhead %s, wake %s, waits "
            "%s\n",
            its->number, 100 * share(its->tasks_ns, of->measured_ns), its->rows,
            duration(text[0], its->tasks_ns), duration(text[1], its->overhead_ns),
            duration(text[2], its->wake_ns), duration(text[3], its->wait_ns));
  }
}

/* Where iterations of a pipeline spent their time; bubbles are the waits. */
static void print_segments(FILE *file, const table *of) {
  char text[6][16];
  size_t width = 24;
  double all = 0;
  for (size_t i = 0; i < of->segment_count; i++) {
    width = strlen(of->segments[i].name) > width ? strlen(of->segments[i].name) : width;
    all += of->segments[i].work_ns;
  }
  fprintf(file, "  %-*s %10s %10s %7s %10s %10s %10s %10s %10s\n", (int)width, "segment", "entered",
          "work", "share", "mean", "max", "waited", "mean", "max");
  for (size_t i = 0; i < of->segment_count; i++) {
    const segment *its = &of->segments[i];
    fprintf(file, "  %-*s %10.0f %10s %6.2f%% %10s %10s %10s %10s %10s\n", (int)width, its->name,
            its->entries, duration(text[0], its->work_ns), 100 * share(its->work_ns, all),
            duration(text[1], its->mean_ns), duration(text[2], its->most_ns),
            duration(text[3], its->wait_ns), duration(text[4], share(its->wait_ns, its->waits)),
            duration(text[5], its->most_wait_ns));
  }
}

static void print_table(FILE *file, const table *of, const table_options *options) {
  char text[16];
  fprintf(file, "layer %s, %.0f worker%s: %.0f run%s", of->layer, of->workers,
          of->workers == 1 ? ", sequential" : "s", of->runs, of->runs == 1 ? "" : "s");
  if (of->measured != of->runs)
    fprintf(file, ", %.0f measured", of->measured);
  fprintf(file, ", %s each", duration(text, share(of->measured_ns, of->measured)));
  if (of->planned_ns > 0)
    fprintf(file, ", planned %s", duration(text, of->planned_ns));
  fputc('\n', file);
  if (!options->is_short)
    print_lines(file, of, options);
  if (of->segment_count > 0)
    print_segments(file, of);
  fprintf(file, "  efficiency %.2f%%, overhead %s per row\n",
          100 * share(sum_of_lines(of, 1, total_ns), of->workers * of->measured_ns),
          duration(text, share(overhead_ns(of), sum_of_lines(of, 1, measured))));
  print_workers(file, of);
  fputc('\n', file);
}

static int is_wanted(const table_options *options, const char *layer) {
  return options->layer == NULL || strstr(layer, options->layer) != NULL;
}

static void print_head(FILE *file, const model *of) {
  char text[16];
  fprintf(file, "program %s", of->program);
  if (!of->is_trace)
    fprintf(file, ", %s from the first layer on; hardware counters: %s",
            duration(text, of->span_ns), of->hardware);
  fputc('\n', file);
  if (!of->is_whole)
    fprintf(file, "the program did not end by exit, or is still running\n");
  if (of->lost > 0)
    fprintf(file, "%.0f %s\n", of->lost,
            of->is_trace ? "older events are lost: increase KASURI_TRACE_EVENTS to keep them"
                         : "tasks or layers were not counted because the record is full");
  if (of->is_trace)
    fprintf(file, "times of a trace include the cost of the timers\n");
  fputc('\n', file);
}

/* Only lines of layers that are wanted; the sums are those of all. */
static void print_energy(FILE *file, const model *of, const table_options *options) {
  size_t count = 0;
  for (size_t i = 0; i < of->energy_count; i++)
    if (is_wanted(options, of->energy_lines[i].name))
      of->energy_lines[count++] = of->energy_lines[i];
  ksi_print_energy(file, of->program, of->energy, of->energy_lines, count);
  fputc('\n', file);
}

/* Why original code runs though nothing is wrong with the program. */
static void print_hint(FILE *file, double calls) {
  if (calls > 0)
    fprintf(file, "original code runs inside other layers, on a busy machine, with KASURI_CORES=1, "
                  "and where a layer was not\nfaster in parallel; KASURI_ADAPT=0 runs layers in "
                  "parallel on a busy machine, too\n");
}

void print_tables(FILE *file, const model *of, const table_options *options) {
  print_head(file, of);
  if (of->energy != NULL)
    print_energy(file, of, options);
  for (size_t i = 0; i < of->table_count; i++)
    if (is_wanted(options, of->tables[i].layer))
      print_table(file, &of->tables[i], options);
  double calls = 0;
  for (size_t i = 0; i < of->left_count; i++) {
    const left *each = &of->lefts[i];
    calls += is_wanted(options, each->layer) ? each->calls : 0;
    if (each->calls > 0 && is_wanted(options, each->layer))
      fprintf(file, "layer %s: %.0f calls ran the original code\n", each->layer, each->calls);
    if (each->refused > 0 && is_wanted(options, each->layer))
      fprintf(file, "layer %s: %.0f calls ran the original code because a test in front failed\n",
              each->layer, each->refused);
  }
  print_hint(file, calls);
}
