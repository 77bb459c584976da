/* ks-trace: shows a program's record as tables or as a trace.
 *
 * It reads what the runtime writes: a profile, a trace, or the record of a program that did not end
 * with exit. A record is first written as the profile that the program would have written, and then
 * read like one, so there is one way to the tables. Nothing is half written: output to a file goes
 * to a temporary name first.
 */
#include "../../record/read_record.h"
#include "../../record/write_record.h"
#include "../common/output.h"
#include "../common/version.h"
#include "model.h"
#include "tables.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_AT_FAULT = 1, WRONG_USAGE = 2, INTERNAL = 70 };

static const char usage[] =
    "usage: ks-trace [options] FILE\n"
    "\n"
    "Prints the time that a program spent in its parallel layers, by macro-task and by function of "
    "the\n"
    "runtime. FILE was written by a program with KASURI_PROFILE=FILE or KASURI_TRACE=FILE in its\n"
    "environment: a profile, a trace, or its record if the program did not end by exit or is "
    "still\n"
    "running.\n"
    "\n"
    "options:\n"
    "  -s, --short         print only efficiency and overhead of each layer and worker\n"
    "  -H, --histogram     print the histogram of each timer below its line\n"
    "  -l, --layer=TEXT    print only layers whose name contains TEXT\n"
    "  -p, --plan=REPORT   compare the energy of layers with that of the plan in kasuri's "
    "report.json\n"
    "  -j, --json          convert a record to the profile that the program would have written\n"
    "  -c, --chrome        convert a record to a trace for chrome://tracing or Perfetto\n"
    "  -o, --output=FILE   write to FILE, completely or not at all, instead of standard output\n"
    "  -h, --help          print this text\n"
    "  -V, --version       print the version and build information\n"
    "\n"
    "columns: called (exact), measured (number of measured calls), whole (including nested "
    "timers),\n"
    "self (excluding them, as in all further columns), last (the sample that ended last), mean,\n"
    "stdv, min, max, p50, p99 (to an eighth of a power of two), share of the time of all workers,\n"
    "time per row (task that was run), planned time.\n"
    "\n"
    "exit status: 0 success, 1 FILE is unreadable or invalid, 2 wrong usage, 70 the result cannot "
    "be\n"
    "written or memory is exhausted\n";

typedef struct options {
  const char *input, *output, *report;
  char form; /* 't' tables, 'j', 'c' */
  table_options tables;
} options;

static int complain(const char *input, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int complain(const char *input, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "ks-trace: %s: error: ", input);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return INPUT_AT_FAULT;
}

typedef struct bytes {
  char *text;
  size_t count;
} bytes;

/* Doubles the capacity. 0: there is no memory. */
static int make_room(bytes *all, size_t *size) {
  char *larger = realloc(all->text, *size * 2);
  if (larger == NULL)
    return 0;
  all->text = larger;
  *size *= 2;
  return 1;
}

/* The whole file; a null text: errno has the reason. */
static bytes read_all(const char *path) {
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  bytes all = {NULL, 0};
  size_t size = (size_t)1 << 16;
  if (file == NULL)
    return all;
  int is_right = make_room(&all, &size);
  while (is_right && !feof(file)) {
    all.count += fread(all.text + all.count, 1, size - all.count, file);
    is_right = !ferror(file) && (all.count < size || make_room(&all, &size));
  }
  if (!is_right) {
    free(all.text);
    all.text = NULL;
  }
  if (file != stdin)
    fclose(file);
  return all;
}

static int is_record(bytes all) {
  return all.count >= 8 && memcmp(all.text, KSI_RECORD_MAGIC, 8) == 0;
}

static int compare_with_plan(model *made, const char *path) {
  char problem[256];
  bytes all = read_all(path);
  if (all.text == NULL)
    return complain(path, "%s", strerror(errno));
  ksi_json_document document = ksi_read_json(all.text, all.count);
  int status = 0;
  if (document.top == NULL)
    status = complain(path, "line %zu: invalid JSON: %s", document.line, document.problem);
  else if (!model_add_plan(made, document.top, problem, sizeof problem))
    status = complain(path, "%s", problem);
  ksi_free_json(&document);
  free(all.text);
  return status;
}

static int print_model(const options *chosen, FILE *output, const ksi_json_document *document) {
  char problem[256];
  model made;
  const ksi_json_value *other = ksi_json_member(document->top, "otherData");
  const char *format = ksi_json_text(document->top, "format");
  int is_trace = strcmp(ksi_json_text(other, "format"), "kasuri-trace") == 0;
  double version = ksi_json_number(is_trace ? other : document->top, "version");
  if (!is_trace && strcmp(format, "kasuri-profile") != 0)
    return complain(chosen->input, "JSON, but neither a profile nor a trace of Kasuri's runtime");
  if (version != 1)
    return complain(chosen->input, "version %g of the format; only version 1 is supported",
                    version);
  memset(&made, 0, sizeof made);
  int is_right = is_trace ? model_from_trace(&made, document->top, problem, sizeof problem)
                          : model_from_profile(&made, document->top, problem, sizeof problem);
  int status = is_right ? 0 : complain(chosen->input, "%s", problem);
  if (is_right && chosen->report != NULL)
    status = compare_with_plan(&made, chosen->report);
  if (status == 0)
    print_tables(output, &made, &chosen->tables);
  model_free(&made);
  return status;
}

static int print_json(const options *chosen, FILE *output, bytes all) {
  ksi_json_document document = ksi_read_json(all.text, all.count);
  int status = document.top == NULL ? complain(chosen->input, "line %zu: invalid JSON: %s",
                                               document.line, document.problem)
                                    : print_model(chosen, output, &document);
  ksi_free_json(&document);
  return status;
}

static int print_record_as_tables(const options *chosen, FILE *output, bytes all) {
  bytes profile = {NULL, 0};
  FILE *memory = open_memstream(&profile.text, &profile.count);
  int status = INTERNAL;
  int is_written = memory != NULL && ksi_write_profile(memory, all.text, all.count);
  if (memory != NULL && fclose(memory) == 0 && is_written)
    status = print_json(chosen, output, profile);
  free(profile.text);
  return status;
}

static int has_events(const ksi_reading *reading) {
  return (reading->head->wants & KSI_WANTS_TRACE) != 0;
}

static int print_record(const options *chosen, FILE *output, bytes all) {
  ksi_reading reading;
  const char *problem = ksi_read_record(&reading, all.text, all.count);
  int lacks_events = problem == NULL && chosen->form == 'c' && !has_events(&reading);
  ksi_free_reading(&reading);
  if (problem != NULL)
    return complain(chosen->input, "%s", problem);
  if (lacks_events)
    return complain(chosen->input,
                    "a record without events: run the program with KASURI_TRACE=FILE");
  if (chosen->form == 'j')
    return ksi_write_profile(output, all.text, all.count) ? 0 : INTERNAL;
  if (chosen->form == 'c')
    return ksi_write_trace(output, all.text, all.count) ? 0 : INTERNAL;
  return print_record_as_tables(chosen, output, all);
}

static int print_input(const options *chosen, FILE *output) {
  bytes all = read_all(chosen->input);
  int status;
  if (all.text == NULL)
    return complain(chosen->input, "%s", strerror(errno));
  if (is_record(all))
    status = print_record(chosen, output, all);
  else if (chosen->form == 't')
    status = print_json(chosen, output, all);
  else
    status = complain(
        chosen->input,
        "not a record; only the record of a program that did not end by exit can be converted");
  free(all.text);
  return status;
}

static int convert(const options *chosen) {
  output made;
  int is_open = output_open(&made, chosen->output);
  int status = is_open ? print_input(chosen, made.stream) : INTERNAL;
  if (is_open && (output_close(&made, status == 0) || status != 0))
    return status;
  fprintf(stderr, "ks-trace: %s: error: %s\n",
          chosen->output != NULL ? chosen->output : "standard output", strerror(errno));
  return INTERNAL;
}

static int misused(const char *problem) {
  fprintf(stderr, "ks-trace: error: %s\nTry 'ks-trace --help'.\n", problem);
  return WRONG_USAGE;
}

static int say_version(void) {
  char formats[64];
  snprintf(formats, sizeof formats, "profile 1, trace 1, record %d", KSI_RECORD_VERSION);
  return print_version("ks-trace", formats) < 0 ? INTERNAL : 0;
}

int main(int count, char **words) {
  static const struct option longs[] = {
      {"short", no_argument, NULL, 's'},        {"histogram", no_argument, NULL, 'H'},
      {"layer", required_argument, NULL, 'l'},  {"plan", required_argument, NULL, 'p'},
      {"json", no_argument, NULL, 'j'},         {"chrome", no_argument, NULL, 'c'},
      {"output", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'},
      {"version", no_argument, NULL, 'V'},      {NULL, 0, NULL, 0}};
  options chosen = {.form = 't'};
  for (int option; (option = getopt_long(count, words, "sHl:p:jco:hV", longs, NULL)) >= 0;) {
    switch (option) {
    case 's':
      chosen.tables.is_short = 1;
      break;
    case 'H':
      chosen.tables.has_histogram = 1;
      break;
    case 'l':
      chosen.tables.layer = optarg;
      break;
    case 'p':
      chosen.report = optarg;
      break;
    case 'o':
      chosen.output = optarg;
      break;
    case 'j':
    case 'c':
      if (chosen.form != 't' && chosen.form != option)
        return misused("--json and --chrome exclude each other");
      chosen.form = (char)option;
      break;
    case 'h':
      return fputs(usage, stdout) < 0 ? INTERNAL : 0;
    case 'V':
      return say_version();
    default:
      fprintf(stderr, "Try 'ks-trace --help'.\n");
      return WRONG_USAGE;
    }
  }
  if (optind + 1 != count)
    return misused(optind == count ? "no file" : "more than one file");
  chosen.input = words[optind];
  return convert(&chosen);
}
