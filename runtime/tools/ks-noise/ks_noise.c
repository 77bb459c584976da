/* ks-noise: how much the system disturbs a program, core by core.
 *
 * The FTQ and FWQ benchmarks of the Sequoia procurement, with the options and files of their
 * document, and the evaluation of its Octave scripts without Octave. `detour` watches only the
 * clock, and sees when each disturbance starts and ends. `analyze` reads the files of earlier runs.
 *
 * There is one thread for each requested core, pinned there; all start together. Memory is
 * allocated before they start, and files are written after all have ended.
 */
#define _GNU_SOURCE
#include "../../exclusive/recover.h"
#include "../common/output.h"
#include "../common/root.h"
#include "../common/version.h"
#include "analysis.h"
#include "measuring.h"
#include "recording.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PREFIX = 4000, NOISY = 1, INPUT_AT_FAULT = 1, WRONG_USAGE = 2, INTERNAL = 70 };

static const char usage[] =
    "usage: ks-noise ftq|fwq|detour [options]\n"
    "       ks-noise analyze ftq|fwq|detour [options] FILE...\n"
    "\n"
    "Measures how much time the system takes from a program on each core.\n"
    "  ftq      fixed time: counts the work done in each of many equal intervals\n"
    "  fwq      fixed work: times each of many equal pieces of work; prints a verdict\n"
    "  detour   watches the clock: start and length of each interruption\n"
    "  analyze  prints the statistics of files written by these (of FTQ, name one of each pair)"
    "\n"
    "\n"
    "options of the FTQ/FWQ document:\n"
    "  -s             write the samples to stdout instead of files, and the report to stderr\n"
    "  -o PREFIX      prefix of the data files (default: ftq, fwq, detour)\n"
    "  -i BITS        ftq: an interval is 2^BITS ticks of the clock (3 to 30; default: nearest to\n"
    "                 350 us)\n"
    "  -w BITS        fwq: a sample is 2^BITS quanta of work (3 to 30; default: nearest to 1 ms)\n"
    "  -n SAMPLES     samples per thread (default: ftq 8192, fwq 4096; detour: at most 100000)\n"
    "  -t THREADS     number of threads, each on its own core, with files numbered by thread\n"
    "  -h, --help     print this text\n"
    "\n"
    "files: PREFIX_times.dat (fwq: ticks of each sample; ftq: end time of each) and, for ftq,\n"
    "PREFIX_counts.dat (quanta of work in each); PREFIX_detours.dat (start and length in ns). "
    "With\n"
    "-t PREFIX_0_times.dat, PREFIX_1_times.dat, and so on.\n"
    "\n"
    "more options:\n"
    "  --work=KIND    one of: count, single, asm, daxpy\n"
    "                 count (default): 32 increments and 31 decrements of a register;\n"
    "                 single: one increment; asm: a loop of 64 iterations in assembly;\n"
    "                 daxpy: an update of a vector in memory\n"
    "  --vector=N     elements of the vectors of daxpy (default 1024)\n"
    "  --cores=LIST   run on these cores, such as 0,2-3; one thread per core unless -t is given\n"
    "  --seconds=S    detour: measurement time (default 5)\n"
    "  --threshold=T  minimum length of a detour in ns (default: detour 1000; else derived from "
    "the\n"
    "                 spread of the samples)\n"
    "  --tick-ns=X    analyze: length of a tick in the files (default: that of this machine's "
    "clock)\n"
    "  --causes=HOW   name what ran during each detour, and how to silence it;\n"
    "                 one of: trace, counters\n"
    "                 trace (also without =HOW): from tracefs, as root;\n"
    "                 counters: only suspects, from /proc\n"
    "  --trace=FILE   with --causes: keep the trace there; analyze: take the causes from it\n"
    "  --json=FILE    write all results as JSON\n"
    "  --svg=FILE     write plots: noise over time, histogram, spectrum\n"
    "  --bins=N       bins of the histogram (default 100)\n"
    "  --list=N       detours and counters to list in the report (default 5)\n"
    "  --no-files     write no data files\n"
    "  --check        fwq: exit with status 1 if the verdict is noisy\n"
    "  --root=DIR     read /proc and /sys below DIR\n"
    "  --version      print the version and build information\n"
    "\n"
    "A core is quiet (the document: diminutive noise) if its scaled noise has a mean below 1e-6, "
    "a\n"
    "standard deviation below 1e-3 and a kurtosis below 100. The verdict is quiet if all cores "
    "are.\n"
    "\n"
    "exit status: 0 success, 1 an input file is unreadable or invalid, or --check found noise,\n"
    "2 wrong usage, 70 a result cannot be written or memory is exhausted\n";

typedef struct options {
  request request;
  int is_analysis, is_to_stdout, has_files, is_check;
  const char *prefix, *json, *svg;
  double tick_ns, threshold_ns;
  int bins;
  size_t limit;
  char **inputs;
  size_t input_count;
} options;

static int misused(const char *format, const char *what) {
  fputs("ks-noise: error: ", stderr);
  fprintf(stderr, format, what);
  fputs("\nTry 'ks-noise --help'.\n", stderr);
  return WRONG_USAGE;
}

static int parse_whole(const char *text, long least, long most, long *value) {
  char *end;
  errno = 0;
  *value = strtol(text, &end, 10);
  return *text != '\0' && *end == '\0' && errno == 0 && *value >= least && *value <= most;
}

static int parse_real(const char *text, double least, double most, double *value) {
  char *end;
  *value = strtod(text, &end);
  return *text != '\0' && *end == '\0' && *value >= least && *value <= most;
}

static int parse_mode(const char *text, noise_mode *mode) {
  for (int i = NOISE_FTQ; i <= NOISE_DETOUR; i++)
    if (strcmp(text, mode_names[i]) == 0) {
      *mode = (noise_mode)i;
      return 1;
    }
  return 0;
}

static int parse_kind(const char *text, work_kind *kind) {
  for (int i = 0; i < WORK_KINDS; i++)
    if (strcmp(text, work_names[i]) == 0) {
      *kind = (work_kind)i;
      return 1;
    }
  return 0;
}

enum {
  WORK = 256,
  VECTOR,
  CORES,
  SECONDS,
  THRESHOLD,
  TICK,
  CAUSES,
  TRACE,
  JSON,
  SVG,
  BINS,
  LIST,
  FILES,
  CHECK,
  ROOT,
  VERSION
};

static const struct option longs[] = {{"work", required_argument, NULL, WORK},
                                      {"vector", required_argument, NULL, VECTOR},
                                      {"cores", required_argument, NULL, CORES},
                                      {"seconds", required_argument, NULL, SECONDS},
                                      {"threshold", required_argument, NULL, THRESHOLD},
                                      {"tick-ns", required_argument, NULL, TICK},
                                      {"causes", optional_argument, NULL, CAUSES},
                                      {"trace", required_argument, NULL, TRACE},
                                      {"json", required_argument, NULL, JSON},
                                      {"svg", required_argument, NULL, SVG},
                                      {"bins", required_argument, NULL, BINS},
                                      {"list", required_argument, NULL, LIST},
                                      {"no-files", no_argument, NULL, FILES},
                                      {"check", no_argument, NULL, CHECK},
                                      {"root", required_argument, NULL, ROOT},
                                      {"help", no_argument, NULL, 'h'},
                                      {"version", no_argument, NULL, VERSION},
                                      {NULL, 0, NULL, 0}};

static int takes_number(int option) {
  static const int numbers[] = {'i', 'w', 'n', 't', VECTOR, BINS, LIST, SECONDS, THRESHOLD, TICK};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i] == option)
      return 1;
  return 0;
}

/* A number, or the complaint. */
static const char *take_number(options *chosen, int option, const char *text) {
  request *wanted = &chosen->request;
  long value = 0;
  switch (option) {
  case 'i':
  case 'w':
    if (!parse_whole(text, LEAST_BITS, MOST_BITS, &value))
      return "'%s' is not a number of bits from 3 to 30";
    *(option == 'i' ? &wanted->interval_bits : &wanted->work_bits) = (int)value;
    return NULL;
  case 'n':
    if (!parse_whole(text, 2, 100000000, &value))
      return "'%s' is not a number of samples from 2 to 100000000";
    wanted->samples = (size_t)value;
    return NULL;
  case 't':
    if (!parse_whole(text, 1, KSI_MOST_CORES, &value))
      return "'%s' is not a number of threads";
    wanted->threads = (int)value;
    return NULL;
  case VECTOR:
    if (!parse_whole(text, 1, 100000000, &value))
      return "'%s' is not a number of elements";
    wanted->workload.vector = (size_t)value;
    return NULL;
  case BINS:
    if (!parse_whole(text, 1, 10000, &value))
      return "'%s' is not a number of bins";
    chosen->bins = (int)value;
    return NULL;
  case LIST:
    if (!parse_whole(text, 0, 1000000, &value))
      return "'%s' is not a number of lines";
    chosen->limit = (size_t)value;
    return NULL;
  case SECONDS:
    return parse_real(text, 0.001, 1e6, &wanted->seconds) ? NULL : "'%s' is not a time in seconds";
  case THRESHOLD:
    return parse_real(text, 1, 1e12, &chosen->threshold_ns) ? NULL : "'%s' is not a time in ns";
  default:
    return parse_real(text, 1e-6, 1e9, &chosen->tick_ns) ? NULL : "'%s' is not a time in ns";
  }
}

static const char *take_word(options *chosen, int option, const char *text) {
  request *wanted = &chosen->request;
  switch (option) {
  case 's':
    chosen->is_to_stdout = 1;
    return NULL;
  case 'o':
    chosen->prefix = text;
    return *text == '\0'                ? "the prefix is empty%s"
           : strlen(text) > MOST_PREFIX ? "'%.20s...' is too long for a prefix"
                                        : NULL;
  case WORK:
    return parse_kind(text, &wanted->workload.kind)
               ? NULL
               : "'%s' is not a kind of work; use count, single, asm or daxpy";
  case CORES:
    return ksi_parse_cores(text, &wanted->cores) && ksi_count_cores(&wanted->cores) > 0
               ? NULL
               : "'%s' is not a list of cores";
  case CAUSES:
    wanted->has_causes = text == NULL || strcmp(text, "trace") == 0 ? 1
                         : strcmp(text, "counters") == 0            ? 2
                                                                    : 0;
    return wanted->has_causes ? NULL : "'%s' is neither trace nor counters";
  case TRACE:
    wanted->trace = text;
    return NULL;
  case JSON:
    chosen->json = text;
    return NULL;
  case SVG:
    chosen->svg = text;
    return NULL;
  case FILES:
    chosen->has_files = 0;
    return NULL;
  case CHECK:
    chosen->is_check = 1;
    return NULL;
  default:
    return use_root(text) ? NULL : "'%s' has neither proc nor sys in it";
  }
}

/* What does not go together. */
static const char *find_conflict(const options *chosen) {
  noise_mode mode = chosen->request.mode;
  if (chosen->request.interval_bits != 0 && mode != NOISE_FTQ)
    return "-i is an option of ftq";
  if (chosen->request.work_bits != 0 && mode != NOISE_FWQ)
    return "-w is an option of fwq";
  if (chosen->request.seconds != 0 && mode != NOISE_DETOUR)
    return "--seconds is an option of detour";
  if (chosen->is_check && mode != NOISE_FWQ)
    return "--check is an option of fwq, the only mode with a verdict";
  if (chosen->is_analysis && chosen->request.has_causes)
    return "--causes is an option for measuring; analyze takes causes from --trace=FILE";
  if (!chosen->is_analysis && chosen->request.trace != NULL && !chosen->request.has_causes)
    return "--trace keeps what --causes has recorded";
  if (chosen->is_analysis && (chosen->request.threads != 0 || chosen->is_to_stdout))
    return "-t and -s are options for measuring; analyze does not measure";
  if (!chosen->is_analysis && chosen->tick_ns != 0)
    return "--tick-ns is an option of analyze";
  if (chosen->is_to_stdout && chosen->json != NULL && strcmp(chosen->json, "-") == 0)
    return "-s and --json=- both write to stdout";
  return NULL;
}

/* 0, or the exit status: -1 stands for success without a measurement. */
static int parse_options(int count, char **words, options *chosen) {
  *chosen = (options){.has_files = 1, .bins = 100, .limit = 5};
  chosen->request.workload.vector = DEFAULT_VECTOR;
  const char *problem = NULL;
  for (int option; (option = getopt_long(count, words, "so:i:w:n:t:h", longs, NULL)) != -1;) {
    if (option == 'h')
      return fputs(usage, stdout) < 0 ? INTERNAL : -1;
    if (option == VERSION)
      return print_version("ks-noise", "noise 1") < 0 ? INTERNAL : -1;
    if (option == '?') {
      fputs("Try 'ks-noise --help'.\n", stderr);
      return WRONG_USAGE;
    }
    int is_number = takes_number(option);
    problem = is_number ? take_number(chosen, option, optarg) : take_word(chosen, option, optarg);
    if (problem != NULL)
      return misused(problem, optarg != NULL ? optarg : "");
  }
  chosen->is_analysis = optind < count && strcmp(words[optind], "analyze") == 0;
  optind += chosen->is_analysis;
  if (optind == count)
    return misused("name what to %s: ftq or fwq", chosen->is_analysis ? "analyze" : "measure");
  if (!parse_mode(words[optind], &chosen->request.mode))
    return misused("'%s' is none of ftq, fwq, detour, analyze", words[optind]);
  chosen->inputs = words + ++optind;
  chosen->input_count = (size_t)(count - optind);
  if (chosen->is_analysis ? chosen->input_count == 0 : chosen->input_count > 0)
    return chosen->is_analysis ? misused("no files%s", "")
                               : misused("unexpected argument '%s'", words[optind]);
  problem = find_conflict(chosen);
  return problem != NULL ? misused("%s", problem) : 0;
}

static int out_of_memory(void) {
  fputs("ks-noise: error: no memory\n", stderr);
  return INTERNAL;
}

static int failed_to_write(const char *path, int problem) {
  fprintf(stderr, "ks-noise: %s: error: %s\n", path, strerror(problem));
  return INTERNAL;
}

static int write_files(const options *chosen, const measurement *made) {
  const char *prefix = chosen->prefix != NULL ? chosen->prefix : mode_names[made->mode];
  char path[4096];
  for (size_t i = 0; i < made->count; i++) {
    const series *each = &made->threads[i].series;
    int problem = chosen->is_to_stdout
                      ? series_print(each)
                      : series_write(each, prefix, chosen->request.threads > 0, path, sizeof path);
    if (problem != 0)
      return failed_to_write(chosen->is_to_stdout ? "standard output" : path, problem);
  }
  return 0;
}

static int write_with(const char *path, const options *chosen, const measurement *made) {
  output file;
  if (!output_open(&file, path))
    return failed_to_write(path, errno);
  if (path == chosen->json)
    write_json(file.stream, made);
  else
    write_plots(file.stream, made, chosen->bins);
  return output_close(&file, 1) ? 0 : failed_to_write(path, errno);
}

static int analyse_all(const options *chosen, measurement *made) {
  for (size_t i = 0; i < made->count; i++) {
    thread_analysis *each = &made->threads[i];
    each->series.tick_ns = made->tick_ns;
    int result = analyse(each, chosen->threshold_ns, &made->difference, made->seconds);
    if (result == 0)
      return out_of_memory();
    if (result > 0)
      continue;
    fprintf(stderr,
            "ks-noise: error: the samples of thread %d are too short for the clock resolution\n",
            each->series.thread);
    return INPUT_AT_FAULT;
  }
  return analyse_causes(made) ? 0 : out_of_memory();
}

static int say_all(const options *chosen, const measurement *made) {
  int is_stdout_taken = chosen->is_to_stdout ||
                        (chosen->json != NULL && !strcmp(chosen->json, "-")) ||
                        (chosen->svg != NULL && !strcmp(chosen->svg, "-"));
  print_report(is_stdout_taken ? stderr : stdout, made, chosen->limit);
  int status = chosen->json != NULL ? write_with(chosen->json, chosen, made) : 0;
  if (status == 0 && chosen->svg != NULL)
    status = write_with(chosen->svg, chosen, made);
  if (status == 0 && (fflush(stdout) != 0 || ferror(stdout)))
    status = failed_to_write("standard output", errno);
  if (status == 0 && chosen->is_check && !has_diminutive_noise(made))
    status = NOISY;
  return status;
}

static int read_files(const options *chosen, measurement *made) {
  char problem[4400];
  made->is_from_files = 1;
  made->clock = "clock ticks";
  made->tick_ns = chosen->tick_ns;
  if (made->tick_ns <= 0) {
    made->clock = choose_clock();
    made->tick_ns = measure_tick_ns();
  }
  if (made->mode == NOISE_DETOUR) {
    made->clock = "ns";
    made->tick_ns = 1;
  }
  made->threads = calloc(chosen->input_count, sizeof *made->threads);
  if (made->threads == NULL)
    return out_of_memory();
  for (; made->count < chosen->input_count; made->count++) {
    series *next = &made->threads[made->count].series;
    if (series_read(next, made->mode, chosen->inputs[made->count], problem, sizeof problem)) {
      fprintf(stderr, "ks-noise: %s\n", problem);
      return INPUT_AT_FAULT;
    }
    next->thread = (int)made->count;
    if (made->mode == NOISE_FTQ && next->count < 3) {
      fprintf(stderr, "ks-noise: %s: error: fewer than three samples\n",
              chosen->inputs[made->count]);
      return INPUT_AT_FAULT;
    }
  }
  return chosen->request.trace != NULL ? read_recording(chosen->request.trace, made) : 0;
}

int main(int count, char **words) {
  options chosen;
  measurement made = {0};
  int status = parse_options(count, words, &chosen);
  if (status != 0)
    return status > 0 ? status : 0;
  made.mode = chosen.request.mode;
  if (chosen.threshold_ns == 0 && made.mode == NOISE_DETOUR)
    chosen.threshold_ns = 1000;
  chosen.request.threshold_ns = chosen.threshold_ns;
  if (chosen.is_analysis) {
    status = read_files(&chosen, &made);
  } else {
    ksi_recover_at_start();
    status = measure(&chosen.request, &made);
    if (status == 0 && chosen.has_files)
      status = write_files(&chosen, &made);
  }
  if (status == 0)
    status = analyse_all(&chosen, &made);
  if (status == 0)
    status = say_all(&chosen, &made);
  for (size_t i = 0; i < made.count; i++)
    free_analysis(&made.threads[i]);
  free(made.threads);
  if (made.evidence != NULL)
    free_evidence(made.evidence);
  free(made.evidence);
  free_counters(&made.difference);
  return status;
}
