/* The power of each frequency as ks-probe finds it, on a board of the test's own: a counter of
 * energy goes on with the time of the test, by what the busy cores take at the frequencies that
 * ks-probe has set. So the figures found must be those that are built in here. And what becomes of
 * a machine file. */
#include "../../runtime/os/os.h"
#include "../../runtime/record/read_json.h"
#include "../../runtime/tools/ks-probe/machine.h"
#include "check.h"
#include "made_tree.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNTER "/sys/class/powercap/intel-rapl:0/energy_uj"
#define POLICY "/sys/devices/system/cpu/cpufreq/policy%d/%s"

static char root[64];
static uint64_t now_ns = 1000000000, fails_at_ns = UINT64_MAX;
static double counter_uj = 5e6;
static ksi_coreset busy;
static int is_forbidden, is_constant;
static double shared_mw; /* as long as any core is busy */

static void put_file(const char *path, const char *text) { put_below(root, path, text, ""); }

static void put_policy(int number, const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, POLICY, number, name);
  put_file(path, text);
}

static const char *policy(int number, const char *name) {
  static char text[256];
  char path[128];
  snprintf(path, sizeof path, POLICY, number, name);
  ksi_read_text(path, text, sizeof text);
  return text;
}

/* --- The board: policy 0 with the cores 0 and 1, policy 2 with the cores 2 and 3. */

static double khz_of(int number) {
  if (strcmp(policy(number, "scaling_governor"), "userspace") == 0)
    return atof(policy(number, "scaling_setspeed"));
  const double least = atof(policy(number, "scaling_min_freq"));
  return least == atof(policy(number, "scaling_max_freq")) ? least : 600000;
}

static double active_of(int number, double khz) { return (number + 1) * khz * khz * 1e-9; }
static double gated_of(double khz) { return khz * 1e-5 - 6; } /* 0 at the lowest */

static double power_mw(void) {
  double sum = 2000;
  for (int core = 0; core < 4 && !is_constant; core++) {
    const double khz = khz_of(core / 2 * 2);
    sum += ksi_has_core(&busy, core) ? active_of(core / 2 * 2, khz) : gated_of(khz);
  }
  return sum + (ksi_count_cores(&busy) > 0 ? shared_mw : 0);
}

uint64_t __wrap_ksi_now_ns(void);
uint64_t __wrap_ksi_now_ns(void) { return now_ns; }

void __wrap_ksi_sleep_ns(uint64_t ns);
void __wrap_ksi_sleep_ns(uint64_t ns) {
  char text[64];
  now_ns += ns;
  counter_uj += power_mw() * (double)ns * 1e-6;
  snprintf(text, sizeof text, "%.0f\n", counter_uj);
  put_file(COUNTER, now_ns >= fails_at_ns ? "" : text);
}

int __real_ksi_can_write(const char *path);
int __wrap_ksi_can_write(const char *path);
int __wrap_ksi_can_write(const char *path) {
  return !(is_forbidden && strstr(path, "cpufreq") != NULL) && __real_ksi_can_write(path);
}

int begin_load(const ksi_coreset *cores) {
  busy = *cores;
  return 1;
}
void end_load(void) { busy = (ksi_coreset){{0}}; }

static void put_clock(int number, const char *cores, int has_userspace) {
  put_policy(number, "related_cpus", cores);
  put_policy(number, "scaling_available_frequencies", "600000 1200000 1800000\n");
  put_policy(number, "scaling_available_governors",
             has_userspace ? "userspace schedutil\n" : "powersave performance\n");
  put_policy(number, "scaling_governor", has_userspace ? "schedutil\n" : "powersave\n");
  put_policy(number, "scaling_min_freq", "600000\n");
  put_policy(number, "scaling_max_freq", "1800000\n");
  put_policy(number, "cpuinfo_min_freq", "600000\n");
  put_policy(number, "cpuinfo_max_freq", "1800000\n");
  put_policy(number, "scaling_setspeed", "<unsupported>\n");
}

static void make_board(int has_userspace) {
  strcpy(root, "/tmp/kasuri-watts-XXXXXX");
  CHECK(mkdtemp(root) != NULL);
  ksi_set_root(root);
  put_file("/run/here", "");
  put_file("/sys/devices/system/cpu/online", "0-3\n");
  put_clock(0, "0 1", has_userspace);
  put_clock(2, "2 3", has_userspace);
  put_file("/sys/class/powercap/intel-rapl:0/name", "package-0\n");
  put_file("/sys/class/powercap/intel-rapl:0/max_energy_range_uj", "262143328850\n");
  put_file(COUNTER, "5000000\n");
  is_forbidden = is_constant = 0;
  shared_mw = 0;
  fails_at_ns = UINT64_MAX;
}

static void clear(void) {
  char command[128];
  for (int number = 0; number <= 2; number += 2) { /* whatever happened */
    CHECK(strcmp(policy(number, "scaling_governor"), "userspace") != 0);
    CHECK(strcmp(policy(number, "scaling_min_freq"), "600000") == 0);
    CHECK(strcmp(policy(number, "scaling_max_freq"), "1800000") == 0);
  }
  snprintf(command, sizeof command, "rm -r %s", root);
  CHECK(system(command) == 0);
}

static int has_note(const machine *in, const char *text) {
  for (int i = 0; i < in->note_count; i++)
    if (strstr(in->notes[i], text) != NULL)
      return 1;
  for (int i = 0; i < in->note_count; i++)
    fprintf(stderr, "note: %s\n", in->notes[i]);
  return 0;
}

static int is_about(double a, double b) { return fabs(a - b) <= 0.5 + 0.001 * fabs(b); }

static void check_figures(const machine *found) {
  CHECK(is_about(found->base_mw, 2000) && strcmp(found->power_sensors, "powercap: package-0") == 0);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < found->domains[i].opp_count; k++) {
      const opp *at = &found->domains[i].opps[k];
      const double khz = (double)at->freq_khz, active = active_of(2 * i, khz) + shared_mw / 2;
      CHECK(at->is_measured && is_about(at->gated_mw, gated_of(khz)));
      CHECK(is_about(at->active_mw, active));
    }
}

static void all_is_measured(int has_userspace, double shared) {
  machine found = {0};
  make_board(has_userspace);
  shared_mw = shared;
  CHECK(read_machine(&found, 1) && found.domain_count == 2 && found.domains[1].opp_count == 3);
  CHECK(measure_power(&found));
  check_figures(&found);
  CHECK(shared == 0 || has_note(&found, "one busy core takes 400 mW more than its share"));
  free_machine(&found);
  clear();
}

/* Plans take eight equal steps of a range. */
static void ranges_get_their_steps(void) {
  machine found = {0};
  make_board(0);
  put_policy(0, "scaling_available_frequencies", "");
  CHECK(read_machine(&found, 1) && found.domains[0].is_range && found.domains[0].opp_count == 2);
  CHECK(measure_power(&found) && found.domains[0].opp_count == 8);
  CHECK(found.domains[0].opps[1].freq_khz == 600000 + 1200000 / 7 &&
        found.domains[0].opps[7].freq_khz == 1800000);
  check_figures(&found);
  free_machine(&found);
  clear();
}

/* All or nothing: what was read before stays. */
static void nothing_is_half_measured(const char *note) {
  machine found = {0};
  CHECK(read_machine(&found, 1));
  found.domains[0].opps[1].active_mw = 123;
  CHECK(!measure_power(&found) && found.base_mw == 0);
  CHECK(has_note(&found, note));
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) {
      const opp *at = &found.domains[i].opps[k];
      CHECK(!at->is_measured && at->gated_mw == 0);
      CHECK(at->active_mw == (i == 0 && k == 1 ? 123 : 0));
    }
  free_machine(&found);
  clear();
}

static void what_is_missing_is_said(void) {
  make_board(1);
  is_forbidden = 1;
  nothing_is_half_measured("policy0/scaling_max_freq: Permission denied");
  make_board(1);
  is_forbidden = 1;
  nothing_is_half_measured(
      "power as it is (package-0): idle 2000 mW, one busy core 2360 mW, 4 busy "
      "cores 4880 mW");
  for (uint64_t after = 500000000; after < 12000000000; after += 1700000000) {
    make_board(1);
    fails_at_ns = now_ns + after;
    nothing_is_half_measured("a sensor could not be read meanwhile");
  }
  make_board(1);
  is_constant = 1;
  nothing_is_half_measured("they measure something else");
  make_board(1);
  put_file("/sys/class/powercap/intel-rapl:0/name", "");
  nothing_is_half_measured("power was not measured: no sensors");
  make_board(1);
  put_file("/sys/devices/system/cpu/online", "0-2\n"); /* not all cores of a clock */
  nothing_is_half_measured("not all cores of domain 2 may be used");
}

/* --- A machine file. */

static const char file[] =
    "{\"format\": \"kasuri-machine\", \"version\": 1, \"name\": \"a \\\"board\\\"\",\n"
    "\"source\": {\"tool\": \"by hand\", \"references\": {\"activeMwPerCore at 1800000\": \"a "
    "page\", "
    "\"caches\": \"another\"}, \"estimated\": [\"baseMw: a guess\", \"signalNs: 90\"]},\n"
    "\"signalNs\": 90.5, \"baseMw\": 1, \"x-mine\": [true, false, null, -1.25e-7],\n"
    "\"cores\": [{\"id\": 0}, {\"id\": 1}, {\"id\": 2}, {\"id\": 3}],\n"
    "\"clockDomains\": [{\"id\": 0, \"cores\": [0, 1], \"requestNs\": 7, \"opps\": [\n"
    "  {\"freqKhz\": 600000, \"voltageMv\": 800, \"activeMwPerCore\": 7, \"gatedMwPerCore\": 3},\n"
    "  {\"freqKhz\": 1800000, \"activeMwPerCore\": 8}]},\n"
    "  {\"id\": 2, \"cores\": [2, 3], \"opps\": [{\"freqKhz\": 1200000}]}]}\n";

static ksi_json_document read_again(const char *path, char *text, size_t size) {
  FILE *in = fopen(path, "r");
  CHECK(in != NULL);
  const size_t length = fread(text, 1, size - 1, in);
  text[length] = '\0';
  fclose(in);
  ksi_json_document read = ksi_read_json(text, length);
  CHECK(read.top != NULL);
  return read;
}

static const ksi_json_value *at(const ksi_json_value *list, int index) {
  const ksi_json_value *each = list->first;
  while (index-- > 0)
    each = each->next;
  return each;
}

static void check_file(const char *path) {
  static char text[8192];
  ksi_json_document read = read_again(path, text, sizeof text);
  const ksi_json_value *top = read.top, *source = ksi_json_member(top, "source"),
                       *clocks = ksi_json_members(top, "clockDomains"),
                       *opps = ksi_json_members(at(clocks, 0), "opps"),
                       *mine = ksi_json_members(top, "x-mine");
  CHECK(is_about(ksi_json_number(top, "baseMw"), 2000) && ksi_json_number(top, "signalNs") == 90.5);
  CHECK(strcmp(ksi_json_text(top, "name"), "a \"board\"") == 0);
  CHECK(strcmp(ksi_json_text(source, "power"), "measured") == 0);
  CHECK(strcmp(ksi_json_text(source, "powerSensors"), "powercap: package-0") == 0);
  CHECK(strcmp(ksi_json_text(source, "tool"), "by hand") == 0);
  CHECK(ksi_json_member(source, "references")->count == 1 &&
        ksi_json_members(source, "estimated")->count == 1);
  CHECK(mine->count == 4 && mine->first->kind == KSI_JSON_TRUE && at(mine, 3)->number == -1.25e-7);
  CHECK(ksi_json_number(at(clocks, 0), "requestNs") == 7 && opps->count == 2);
  CHECK(ksi_json_number(at(opps, 0), "voltageMv") == 800);
  CHECK(is_about(ksi_json_number(at(opps, 0), "activeMwPerCore"), active_of(0, 600000)));
  CHECK(ksi_json_number(at(opps, 0), "gatedMwPerCore") == 0);
  CHECK(is_about(ksi_json_number(at(opps, 1), "activeMwPerCore"), active_of(0, 1800000)));
  CHECK(is_about(ksi_json_number(at(opps, 1), "gatedMwPerCore"), 12));
  CHECK(is_about(ksi_json_number(at(ksi_json_members(at(clocks, 1), "opps"), 0), "activeMwPerCore"),
                 active_of(2, 1200000)));
  CHECK(strstr(text, "\"activeMwPerCore\": null") == NULL);
  ksi_free_json(&read);
}

static void put_text(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  CHECK(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
}

static void files_are_calibrated(void) {
  char path[128], other[128], changed[sizeof file + 16], text[8192];
  machine found = {0};
  make_board(1);
  snprintf(path, sizeof path, "%s/board.json", root);
  snprintf(other, sizeof other, "%s/other.json", root);
  put_text(path, file);
  CHECK(read_machine(&found, 1));
  CHECK(!calibrate_file(path, NULL, &found)); /* nothing was measured */
  CHECK(measure_power(&found));
  CHECK(calibrate_file(path, other, &found));
  ksi_json_document same = read_again(path, text, sizeof text);
  CHECK(strcmp(text, file) == 0);
  ksi_free_json(&same);
  check_file(other);
  CHECK(calibrate_file(path, NULL, &found));
  check_file(path);
  CHECK(calibrate_file(path, NULL, &found)); /* again */
  check_file(path);
  /* A point that this machine does not have. */
  snprintf(changed, sizeof changed, "%s", file);
  memcpy(strstr(changed, "1200000"), "1300000", 7);
  put_text(path, changed);
  CHECK(!calibrate_file(path, NULL, &found));
  same = read_again(path, text, sizeof text);
  CHECK(strcmp(text, changed) == 0);
  ksi_free_json(&same);
  put_text(path, "{\"format\": \"kasuri-profile\"}");
  CHECK(!calibrate_file(path, NULL, &found));
  put_text(path, "{");
  CHECK(!calibrate_file(path, NULL, &found) && !calibrate_file("/does/not/exist", NULL, &found));
  free_machine(&found);
  clear();
}

int main(void) {
  all_is_measured(1, 0);
  all_is_measured(0, 0);
  all_is_measured(1, 800);
  ranges_get_their_steps();
  what_is_missing_is_said();
  files_are_calibrated();
  puts("passed");
  return 0;
}
