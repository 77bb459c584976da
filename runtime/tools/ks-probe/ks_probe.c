/* ks-probe: writes the machine file that plans are made for.
 *
 * What the system reports is read, through a root that tests replace. The rest is measured: the
 * speed of each core, the time of a signal, a wake-up and a frequency change, and the cost of
 * Kasuri's own dispatch. Each part is a file: read.c, speed.c, latency.c, dvfs.c, runtime.c;
 * machine.h is what they fill in, and write.c prints it.
 */
#include "../../exclusive/recover.h"
#include "../../os/os.h"
#include "../common/output.h"
#include "../common/root.h"
#include "../common/version.h"
#include "machine.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { WRONG_USAGE = 2, INTERNAL = 70 };

static const char usage[] =
    "usage: ks-probe [options]\n"
    "\n"
    "Describes this machine as JSON for `kasuri --machine=FILE`: cores and clusters, relative "
    "speed,\n"
    "caches, frequencies and clock domains, idle states. It also measures signals between cores,\n"
    "wake-ups, frequency changes (until they take effect) and the cost of Kasuri's runtime.\n"
    "\n"
    "  -o, --output=FILE  write to FILE, completely or not at all, instead of standard output\n"
    "      --no-measure   report only what can be read\n"
    "      --no-dvfs      measure everything except frequency changes; no system setting is "
    "changed\n"
    "      --root=DIR     describe the system whose /proc and /sys were recorded below DIR; "
    "implies\n"
    "                     --no-measure\n"
    "      --measure      with --root: measure this machine anyway (for tests)\n"
    "  -q, --quiet        do not repeat the notes on stderr\n"
    "  -h, --help         print this text\n"
    "      --version      print the version and build information\n"
    "\n"
    "Changing frequencies requires write access to /sys/devices/system/cpu/cpufreq. Governor and\n"
    "limits are restored at the end, even if ks-probe is killed. A run takes about a second, 20 ms "
    "for\n"
    "each pair of cores, and 2 to 9 s for each clock domain. Results are better on an idle "
    "machine.\n"
    "\n"
    "exit status: 0 success, 2 wrong usage, 70 the file cannot be written or memory is exhausted\n";

typedef struct options {
  const char *output;
  int is_recorded, is_to_measure, has_dvfs, is_quiet;
} options;

static int misused(const char *format, const char *what) {
  fputs("ks-probe: error: ", stderr);
  fprintf(stderr, format, what);
  fputs("\nTry 'ks-probe --help'.\n", stderr);
  return WRONG_USAGE;
}

/* 0; -1: done without a measurement; else the exit status. */
static int parse_options(int count, char **words, options *chosen) {
  enum { NO_MEASURE = 256, MEASURE, NO_DVFS, ROOT, VERSION };
  static const struct option longs[] = {{"output", required_argument, NULL, 'o'},
                                        {"no-measure", no_argument, NULL, NO_MEASURE},
                                        {"measure", no_argument, NULL, MEASURE},
                                        {"no-dvfs", no_argument, NULL, NO_DVFS},
                                        {"root", required_argument, NULL, ROOT},
                                        {"quiet", no_argument, NULL, 'q'},
                                        {"help", no_argument, NULL, 'h'},
                                        {"version", no_argument, NULL, VERSION},
                                        {NULL, 0, NULL, 0}};
  int measure = -1;
  *chosen = (options){.has_dvfs = 1};
  for (int option; (option = getopt_long(count, words, "o:qh", longs, NULL)) != -1;)
    switch (option) {
    case 'o':
      chosen->output = optarg;
      break;
    case NO_MEASURE:
    case MEASURE:
      measure = option == MEASURE;
      break;
    case NO_DVFS:
      chosen->has_dvfs = 0;
      break;
    case ROOT:
      if (!use_root(optarg))
        return misused("'%s' has neither proc nor sys in it", optarg);
      chosen->is_recorded = 1;
      break;
    case 'q':
      chosen->is_quiet = 1;
      break;
    case 'h':
      return fputs(usage, stdout) < 0 ? INTERNAL : -1;
    case VERSION:
      return print_version("ks-probe", "machine 1") < 0 ? INTERNAL : -1;
    default:
      fputs("Try 'ks-probe --help'.\n", stderr);
      return WRONG_USAGE;
    }
  if (optind < count)
    return misused("unexpected argument '%s'; name the output file with -o", words[optind]);
  chosen->is_to_measure = measure >= 0 ? measure : !chosen->is_recorded;
  return 0;
}

/* The runtime last, because its workers remain. */
static void measure(const options *chosen, machine *of) {
  of->is_measured = 1;
  ksi_recover_at_start();
  measure_speeds(of);
  measure_signals(of);
  measure_transfers(of);
  measure_wake_ups(of);
  if (chosen->has_dvfs)
    measure_frequency_changes(of);
  else if (of->domain_count > 0)
    add_note(of, "frequency changes were not measured because of --no-dvfs");
  measure_runtime(of);
}

static int failed(const char *path, int problem) {
  fprintf(stderr, "ks-probe: %s: error: %s\n", path != NULL ? path : "standard output",
          strerror(problem));
  return INTERNAL;
}

int main(int count, char **words) {
  options chosen;
  static machine found;
  output file;
  int status = parse_options(count, words, &chosen);
  if (status != 0)
    return status > 0 ? status : 0;
  if (!output_open(&file, chosen.output))
    return failed(chosen.output, errno);
  if (read_machine(&found, chosen.is_recorded && !chosen.is_to_measure)) {
    if (chosen.is_to_measure)
      measure(&chosen, &found);
    else
      add_note(&found, "nothing was measured; speeds are estimated from capacities or frequencies");
    write_machine(file.stream, &found);
    for (int i = 0; i < found.note_count && !chosen.is_quiet; i++)
      fprintf(stderr, "ks-probe: %s\n", found.notes[i]);
  } else {
    fputs("ks-probe: error: no memory\n", stderr);
    status = INTERNAL;
  }
  if (!output_close(&file, status == 0) && status == 0)
    status = failed(chosen.output, errno);
  free_machine(&found);
  return status;
}
