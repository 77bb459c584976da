/* A number that was not measured is never printed as if it had been: without sensors the table has
 * the modeled energy alone, and says why. Energy that was apportioned has a `~`. What a reading of
 * a sensor cannot resolve is said below the table. */
#include "print_energy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
  char text[24];
} text;

/* Four digits and a unit. */
static text with_unit(double value, const char *unit) {
  static const struct {
    double of;
    const char *prefix;
  } prefixes[] = {{1, ""}, {1e-3, "m"}, {1e-6, "u"}, {0, "n"}};
  size_t i = 0;
  text made;
  while (value < prefixes[i].of * 0.99995)
    i++;
  const double scaled = value / (prefixes[i].of > 0 ? prefixes[i].of : 1e-9);
  const int decimals = scaled < 9.9995 ? 3 : scaled < 99.995 ? 2 : scaled < 999.95 ? 1 : 0;
  snprintf(made.text, sizeof made.text, "%.*f %s%s", value > 0 ? decimals : 0, scaled,
           value > 0 ? prefixes[i].prefix : "", unit);
  return made;
}

static text joules(uint64_t nj) { return with_unit((double)nj * 1e-9, "J"); }
static text seconds(uint64_t ns) { return with_unit((double)ns * 1e-9, "s"); }

static text watts(uint64_t nj, uint64_t ns) {
  return ns > 0 ? with_unit((double)nj / (double)ns, "W") : (text){"-"};
}

/* Measured for each modeled joule; both of the same time. */
static text ratio_of(const ksi_energy_account *of) {
  text made = {"-"};
  if (of->modeled_nj > 0 && of->measured_ns > 0 && of->ns > 0)
    snprintf(made.text, sizeof made.text, "%.2f",
             (double)of->measured_nj /
                 ((double)of->modeled_nj * (double)of->measured_ns / (double)of->ns));
  return made;
}

static int has_sensors(const ksi_energy_total *of) { return of->source[0] != '\0'; }
static int has_model(const ksi_energy_total *of) { return of->model[0] != '\0'; }

/* More than half of it. */
static int is_apportioned(const ksi_energy_account *of) {
  return 2 * of->direct_nj < of->measured_nj;
}

typedef struct columns {
  const ksi_energy_total *in;
  int width; /* of names */
  int has_plan;
} columns;

/* What was measured for each joule of the plan, or without sensors what was modeled. */
static void print_planned(FILE *file, const ksi_energy_total *in, const ksi_energy_line *line) {
  const ksi_energy_account *of = &line->account;
  const double now = has_sensors(in) && of->measured_ns > 0
                         ? (double)of->measured_nj * (double)of->ns / (double)of->measured_ns
                         : (double)of->modeled_nj;
  if (line->planned_nj <= 0) {
    fprintf(file, " %10s %7s", "-", "-");
    return;
  }
  fprintf(file, " %10s", with_unit(line->planned_nj * 1e-9, "J").text);
  if (now > 0)
    fprintf(file, " %7.2f", now / line->planned_nj);
  else
    fprintf(file, " %7s", "-");
}

static void print_line(FILE *file, const columns *with, const ksi_energy_line *line) {
  const ksi_energy_total *in = with->in;
  const ksi_energy_account *of = &line->account;
  fprintf(file, "  %-*s ", with->width, line->name);
  if (of->runs > 0)
    fprintf(file, "%10llu", (unsigned long long)of->runs);
  else
    fprintf(file, "%10s", "");
  fprintf(file, " %10s", seconds(of->ns).text);
  if (has_sensors(in) && of->measured_ns == 0)
    fprintf(file, "  %10s %10s", "unknown", "-");
  else if (has_sensors(in))
    fprintf(file, " %c%10s %10s", is_apportioned(of) ? '~' : ' ', joules(of->measured_nj).text,
            watts(of->measured_nj, of->measured_ns).text);
  if (has_model(in))
    fprintf(file, " %10s", joules(of->modeled_nj).text);
  if (has_sensors(in) && has_model(in))
    fprintf(file, " %7s", ratio_of(of).text);
  if (with->has_plan)
    print_planned(file, in, line);
  fputc('\n', file);
}

static void print_columns(FILE *file, const columns *with) {
  const ksi_energy_total *of = with->in;
  fprintf(file, "  %-*s %10s %10s", with->width, "layer", "runs", "time");
  if (has_sensors(of))
    fprintf(file, "  %10s %10s", "measured", "power");
  if (has_model(of))
    fprintf(file, " %10s", "modeled");
  if (has_sensors(of) && has_model(of))
    fprintf(file, " %7s", "ratio");
  if (with->has_plan)
    fprintf(file, " %10s %7s", "planned", "ratio");
  fputc('\n', file);
}

static void print_head(FILE *file, const char *program, const ksi_energy_total *of) {
  fprintf(file, "energy of %s in %s from the first layer on: ", program, seconds(of->all.ns).text);
  if (has_sensors(of) && of->all.measured_ns > 0)
    fprintf(file, "measured %s (%s)", joules(of->all.measured_nj).text,
            watts(of->all.measured_nj, of->all.measured_ns).text);
  else
    fprintf(file, "not measured");
  if (has_model(of))
    fprintf(file, ", modeled %s", joules(of->all.modeled_nj).text);
  if (has_sensors(of) && has_model(of) && of->all.measured_ns > 0)
    fprintf(file, ", measured/modeled %s", ratio_of(&of->all).text);
  fputc('\n', file);
}

static void print_source(FILE *file, const ksi_energy_total *of) {
  if (has_sensors(of)) {
    fprintf(file, "  sensors: %s: %s; %s, %s each %s, read at least each %s\n", of->source,
            of->sensors, of->are_counters ? "counters" : "power, integrated",
            of->is_period_assumed ? "assumed to be updated" : "updated",
            seconds(of->period_ns).text, seconds(of->sampling_ns).text);
    fprintf(file, "  they measure the machine, with all its programs\n");
  } else {
    fprintf(file, "  not measured: %s\n", of->problem);
  }
  if (has_model(of))
    fprintf(file, "  modeled: %s\n", of->model);
  else
    fprintf(file, "  not modeled: %s\n", of->model_problem);
  if (has_sensors(of) && of->all.ns > of->all.measured_ns)
    fprintf(file, "  unknown for %s: a sensor could not be read, or its value made no sense\n",
            seconds(of->all.ns - of->all.measured_ns).text);
}

static int by_energy(const void *a, const void *b) {
  const ksi_energy_account *x = &((const ksi_energy_line *)a)->account,
                           *y = &((const ksi_energy_line *)b)->account;
  if (x->measured_nj != y->measured_nj)
    return x->measured_nj < y->measured_nj ? 1 : -1;
  if (x->modeled_nj != y->modeled_nj)
    return x->modeled_nj < y->modeled_nj ? 1 : -1;
  return x->ns != y->ns
             ? (x->ns < y->ns ? 1 : -1)
             : strcmp(((const ksi_energy_line *)a)->name, ((const ksi_energy_line *)b)->name);
}

static int name_width(const ksi_energy_line *lines, size_t count) {
  size_t width = strlen("outside of layers");
  for (size_t i = 0; i < count; i++)
    width = strlen(lines[i].name) > width ? strlen(lines[i].name) : width;
  return width < 60 ? (int)width : 60;
}

static void print_notes(FILE *file, const ksi_energy_total *of, const ksi_energy_line *lines,
                        size_t count) {
  int has_apportioned = of->outside.measured_nj > 0 && is_apportioned(&of->outside);
  for (size_t i = 0; i < count; i++)
    has_apportioned |= is_apportioned(&lines[i].account);
  if (has_apportioned)
    fprintf(file, "  ~ apportioned by time: most of its runs are too short for the sensors\n");
  if (has_sensors(of) && count > 0)
    fprintf(file, "  each begin and end of a layer is uncertain by what it takes in %s\n",
            seconds(of->period_ns).text);
}

static int has_plan(const ksi_energy_line *lines, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (lines[i].planned_nj > 0)
      return 1;
  return 0;
}

void ksi_print_energy(FILE *file, const char *program, const ksi_energy_total *total,
                      ksi_energy_line *lines, size_t count) {
  const columns with = {total, name_width(lines, count), has_plan(lines, count)};
  const ksi_energy_line outside = {.name = "outside of layers", .account = total->outside};
  qsort(lines, count, sizeof *lines, by_energy);
  print_head(file, program, total);
  print_source(file, total);
  if (!has_sensors(total) && !has_model(total))
    return;
  print_columns(file, &with);
  for (size_t i = 0; i < count; i++)
    print_line(file, &with, &lines[i]);
  print_line(file, &with, &outside);
  print_notes(file, total, lines, count);
}
