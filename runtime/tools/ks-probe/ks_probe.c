/* ks-probe: writes the machine file that plans are made for.
 *
 * What the system reports is read, through a root that tests replace. The rest is measured: the
 * speed of each core, the time of a signal, a wake-up and a frequency change, and the cost of
 * Kasuri's own dispatch. Each part is a file: read.c, speed.c, latency.c, dvfs.c, runtime.c;
 * machine.h is what they fill in, and write.c prints it.
 */
#include "../../energy/sensors.h"
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

enum { NOT_CALIBRATED = 1, WRONG_USAGE = 2, INTERNAL = 70 };

static const char usage[] =
    "usage: ks-probe [options]\n"
    "\n"
    "Describes this machine as JSON for `kasuri --machine=FILE`: cores and clusters, relative "
    "speed,\n"
    "caches, frequencies and clock domains, idle states. It also measures signals between cores,\n"
    "wake-ups, frequency changes (until they take effect) and the cost of Kasuri's runtime.\n"
    "\n"
    "  -o, --output=FILE  write to FILE, completely or not at all, instead of standard output\n"
    "      --calibrate=FILE  measure only the power of each frequency, and replace these figures "
    "in "
    "the\n"
    "                     machine file FILE; everything else in it stays\n"
    "      --sensors      list the sensors of energy and power, and which of them are added up\n"
    "      --no-measure   report only what can be read\n"
    "      --no-power     do not measure power\n"
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
    "Power is measured where the machine has sensors that may be read, and frequencies can be "
    "set:\n"
    "with all cores idle, one busy and all busy, about 2 s for each frequency (more with slow "
    "sensors).\n"
    "\n"
    "Changing frequencies requires write access to /sys/devices/system/cpu/cpufreq. Governor and\n"
    "limits are restored at the end, even if ks-probe is killed. A run takes about a second, 20 ms "
    "for\n"
    "each pair of cores, and 2 to 9 s for each clock domain. Results are better on an idle "
    "machine.\n"
    "\n"
    "exit status: 0 success, 1 FILE of --calibrate is not changed, 2 wrong usage, 70 the file "
    "cannot be\n"
    "written or memory is exhausted\n";

typedef struct options {
  const char *output;
  const char *calibrated; /* the file with figures to replace */
  int is_recorded, is_to_measure, has_dvfs, has_power, is_quiet, is_listing;
} options;

static int misused(const char *format, const char *what) {
  fputs("ks-probe: error: ", stderr);
  fprintf(stderr, format, what);
  fputs("\nTry 'ks-probe --help'.\n", stderr);
  return WRONG_USAGE;
}

/* 0; -1: done without a measurement; else the exit status. */
static int parse_options(int count, char **words, options *chosen) {
  enum { NO_MEASURE = 256, MEASURE, NO_DVFS, NO_POWER, CALIBRATE, SENSORS, ROOT, VERSION };
  static const struct option longs[] = {
      {"output", required_argument, NULL, 'o'},  {"no-measure", no_argument, NULL, NO_MEASURE},
      {"measure", no_argument, NULL, MEASURE},   {"no-dvfs", no_argument, NULL, NO_DVFS},
      {"no-power", no_argument, NULL, NO_POWER}, {"calibrate", required_argument, NULL, CALIBRATE},
      {"sensors", no_argument, NULL, SENSORS},   {"root", required_argument, NULL, ROOT},
      {"quiet", no_argument, NULL, 'q'},         {"help", no_argument, NULL, 'h'},
      {"version", no_argument, NULL, VERSION},   {NULL, 0, NULL, 0}};
  int measure = -1;
  *chosen = (options){.has_dvfs = 1, .has_power = 1};
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
    case NO_POWER:
      chosen->has_power = 0;
      break;
    case CALIBRATE:
      chosen->calibrated = optarg;
      break;
    case SENSORS:
      chosen->is_listing = 1;
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
  if (chosen->has_dvfs && chosen->has_power)
    measure_power(of);
  measure_runtime(of);
}

static int failed(const char *path, int problem) {
  fprintf(stderr, "ks-probe: %s: error: %s\n", path != NULL ? path : "standard output",
          strerror(problem));
  return INTERNAL;
}

static int list_sensors(void) {
  static ksi_found_sensor found[KSI_MOST_FOUND];
  static ksi_sensors used;
  const int count = ksi_find_sensors(found, KSI_MOST_FOUND);
  const int is_open = ksi_open_sensors(&used, NULL);
  for (int i = 0; i < count; i++) {
    char text[64];
    const int length = ksi_read_text(found[i].path.text, text, sizeof text);
    const int is_used = is_open && found[i].is_counted &&
                        strcmp(ksi_source_name(found[i].source), used.source) == 0;
    printf("%c %-8s %-32s %s: %s\n", is_used ? '*' : ' ', ksi_source_name(found[i].source),
           found[i].name, found[i].path.text, length >= 0 ? text : strerror(-length));
  }
  if (is_open)
    printf("* added up: %s\n", used.names);
  else
    printf("none is used: %s\n", used.problem);
  return 0;
}

static void say_notes(const options *chosen, const machine *of) {
  for (int i = 0; i < of->note_count && !chosen->is_quiet; i++)
    fprintf(stderr, "ks-probe: %s\n", of->notes[i]);
}

static int calibrate(const options *chosen, machine *found) {
  if (!read_machine(found, chosen->is_recorded && !chosen->is_to_measure))
    return INTERNAL;
  found->note_count = 0; /* about what is not needed here */
  ksi_recover_at_start();
  measure_power(found);
  say_notes(chosen, found);
  const int is_done = calibrate_file(chosen->calibrated, chosen->output, found);
  free_machine(found);
  return is_done ? 0 : NOT_CALIBRATED;
}

int main(int count, char **words) {
  options chosen;
  static machine found;
  output file;
  int status = parse_options(count, words, &chosen);
  if (status != 0)
    return status > 0 ? status : 0;
  if (chosen.is_listing)
    return list_sensors();
  if (chosen.calibrated != NULL)
    return calibrate(&chosen, &found);
  if (!output_open(&file, chosen.output))
    return failed(chosen.output, errno);
  if (read_machine(&found, chosen.is_recorded && !chosen.is_to_measure)) {
    if (chosen.is_to_measure)
      measure(&chosen, &found);
    else
      add_note(&found, "nothing was measured; speeds are estimated from capacities or frequencies");
    write_machine(file.stream, &found);
    say_notes(&chosen, &found);
  } else {
    fputs("ks-probe: error: no memory\n", stderr);
    status = INTERNAL;
  }
  if (!output_close(&file, status == 0) && status == 0)
    status = failed(chosen.output, errno);
  free_machine(&found);
  return status;
}
