/* Sensors on recorded systems: which are added up, what they say between two readings, when they
 * fail, and what layers get of it. On a clock of the test's own. */
#include "../../runtime/energy/ledger.h"
#include "../../runtime/energy/model.h"
#include "../../runtime/energy/sensors.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *current = "";
#define CHECK_END (fprintf(stderr, "  of %s\n", current), exit(1))
#include "check.h"
#include "made_tree.h"

static char root[64];
static const char *refused = ""; /* opening paths with this text is not permitted */

int __real_ksi_open_kept(ksi_kept *kept, const char *path, int is_written);
int __wrap_ksi_open_kept(ksi_kept *kept, const char *path, int is_written);
int __wrap_ksi_open_kept(ksi_kept *kept, const char *path, int is_written) {
  if (*refused != '\0' && strstr(path, refused) != NULL)
    return EACCES;
  return __real_ksi_open_kept(kept, path, is_written);
}

static ksi_level_times level_times; /* of core 0; the other clock is not set */
int __wrap_ksi_read_level_times(const ksi_power *power, int core, uint64_t now_ns,
                                ksi_level_times *times);
int __wrap_ksi_read_level_times(const ksi_power *power, int core, uint64_t now_ns,
                                ksi_level_times *times) {
  CHECK(power == (const void *)&level_times && now_ns > 0);
  *times = level_times;
  return core == 0;
}

static void put(const char *path, const char *text) { put_below(root, path, text, "\n"); }

static void load(const char *name) {
  char path[512], line[512];
  current = name;
  refused = "";
  strcpy(root, "/tmp/kasuri-energy-XXXXXX");
  CHECK(mkdtemp(root) != NULL);
  ksi_set_root(root);
  snprintf(path, sizeof path, "%s/%s.txt", SYSTEMS, name);
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  while (fgets(line, sizeof line, file) != NULL) {
    char *value = strchr(line, '|');
    if (line[0] != '/' || value == NULL)
      continue;
    *value++ = '\0';
    value[strcspn(value, "\n")] = '\0';
    put(line, value);
  }
  fclose(file);
}

static void clear(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", root);
  CHECK(system(command) == 0);
}

static int is_near(double a, double b) { return fabs(a - b) <= 1e-9 * (1 + fabs(b)); }

/* --- Which. */

static void check_choice(const char *system, const char *source, const char *names,
                         uint64_t period_ns, int are_counters) {
  ksi_sensors sensors;
  load(system);
  if (!ksi_open_sensors(&sensors, NULL) || strcmp(sensors.names, names) != 0)
    fprintf(stderr, "'%s', '%s'\n", sensors.names, sensors.problem);
  CHECK(sensors.count > 0 && strcmp(sensors.names, names) == 0);
  CHECK(strcmp(sensors.source, source) == 0 && sensors.period_ns == period_ns);
  CHECK(sensors.are_counters == are_counters);
  ksi_close_sensors(&sensors);
  clear();
}

static void nothing_is_added_twice(void) {
  check_choice("energy_desktop", "powercap", "package-0", 1000000, 1);
  check_choice("energy_server", "powercap", "package-0, package-0 dram, package-1, package-1 dram",
               1000000, 1);
  check_choice("energy_jetson", "hwmon", "ina3221 VDD_IN", 2000000, 0);
  check_choice("energy_odroid", "board", "sensor_arm, sensor_g3d, sensor_kfc, sensor_mem",
               263808000, 0);
  check_choice("energy_epyc", "hwmon", "amd_energy Esocket0", 100000000, 1);
  check_choice("energy_board", "hwmon", "ina226 DDR, ina226 power1", 100000000, 0);
  check_choice("energy_laptop", "battery", "BAT0", 1000000000, 0);
}

/* Parts that are missing or refused: another source, or none with the reason; never a part. */
static void a_part_is_not_the_whole(void) {
  ksi_sensors sensors;
  load("energy_server");
  refused = "intel-rapl:1:0/energy_uj";
  CHECK(ksi_open_sensors(&sensors, NULL) && strcmp(sensors.names, "power_meter power1") == 0);
  ksi_close_sensors(&sensors);
  refused = "/energy_uj";
  put("/sys/class/hwmon/hwmon0/power1_average", "");
  CHECK(!ksi_open_sensors(&sensors, NULL) && sensors.count == 0);
  CHECK(strstr(sensors.problem, "no permission to read /sys/class/powercap/intel-rapl:0/energy_uj "
                                "(run as root, or grant read access") != NULL);
  clear();
  load("energy_desktop");
  refused = "intel-rapl";
  CHECK(!ksi_open_sensors(&sensors, NULL)); /* a drive is not the machine */
  refused = "";
  put("/sys/class/powercap/intel-rapl:0/energy_uj", "many");
  CHECK(!ksi_open_sensors(&sensors, NULL) && strstr(sensors.problem, "cannot read") != NULL);
  put("/sys/class/powercap/intel-rapl:0/name", "");
  put("/sys/class/powercap/intel-rapl-mmio:0/name", "");
  CHECK(ksi_open_sensors(&sensors, NULL) && strcmp(sensors.names, "psys") == 0);
  ksi_close_sensors(&sensors);
  clear();
  load("energy_odroid");
  put("/sys/bus/i2c/drivers/INA231/3-0044/enable", "0");
  CHECK(!ksi_open_sensors(&sensors, NULL));
  CHECK(strstr(sensors.problem, "the sensor sensor_g3d is off (write 1 to "
                                "/sys/bus/i2c/drivers/INA231/3-0044/enable)") != NULL);
  clear();
  load("energy_laptop");
  put("/sys/class/power_supply/BAT0/status", "Charging");
  CHECK(!ksi_open_sensors(&sensors, NULL) && strstr(sensors.problem, "no sensors") != NULL);
  clear();
  load("energy_jetson");
  put("/sys/class/hwmon/hwmon1/in1_label", "");
  put("/sys/class/hwmon/hwmon1/in3_enable", "0");
  CHECK(ksi_open_sensors(&sensors, NULL));
  CHECK(strcmp(sensors.names, "ina3221 VDD_CPU_GPU_CV, ina3221 in1") == 0);
  ksi_close_sensors(&sensors);
  clear();
}

static void the_user_may_choose(void) {
  ksi_sensors sensors;
  load("energy_desktop");
  CHECK(ksi_open_sensors(&sensors, "package-0 core+nvme power1"));
  CHECK(sensors.count == 2 && strcmp(sensors.names, "package-0 core, nvme power1") == 0);
  CHECK(!sensors.are_counters && sensors.period_ns == 100000000 && sensors.is_period_assumed);
  ksi_close_sensors(&sensors);
  CHECK(!ksi_open_sensors(&sensors, "package-0+core"));
  CHECK(strstr(sensors.problem, "there is no sensor 'core' (ks-probe --sensors lists them)"));
  CHECK(!ksi_open_sensors(&sensors, ""));
  clear();
}

/* --- How much. */

#define MS UINT64_C(1000000)

static void counters_count(void) {
  ksi_sensors sensors;
  double joules;
  load("energy_server");
  CHECK(ksi_open_sensors(&sensors, NULL));
  CHECK(!ksi_sense(&sensors, 1000 * MS, &joules)); /* since when? */
  put("/sys/class/powercap/intel-rapl:0/energy_uj", "3000000");
  put("/sys/class/powercap/intel-rapl:1/energy_uj", "2500000");
  CHECK(ksi_sense(&sensors, 1100 * MS, &joules) && is_near(joules, 2.5));
  CHECK(ksi_sense(&sensors, 1101 * MS, &joules) && joules == 0);
  /* The memory of package 0 begins again at its own range. */
  put("/sys/class/powercap/intel-rapl:0:0/energy_uj", "1000");
  CHECK(ksi_sense(&sensors, 1200 * MS, &joules));
  CHECK(is_near(joules, (65712999613 - 65712999000 + 1000) * 1e-6));
  /* What a period has gathered, soon after the last reading. */
  put("/sys/class/powercap/intel-rapl:1/energy_uj", "2800000");
  CHECK(ksi_sense(&sensors, 1200 * MS + 10000, &joules) && is_near(joules, 0.3));
  /* It is reset: more than the machine can take. */
  put("/sys/class/powercap/intel-rapl:0/energy_uj", "5");
  CHECK(!ksi_sense(&sensors, 1300 * MS, &joules));
  CHECK(ksi_sense(&sensors, 1400 * MS, &joules) && joules == 0);
  ksi_close_sensors(&sensors);
  clear();
}

static void power_is_integrated(void) {
  ksi_sensors sensors;
  double joules;
  load("energy_odroid");
  CHECK(ksi_open_sensors(&sensors, NULL) && !ksi_sense(&sensors, 500 * MS, &joules));
  CHECK(ksi_sense(&sensors, 1500 * MS, &joules) && is_near(joules, 2.0));
  put("/sys/bus/i2c/drivers/INA231/3-0040/sensor_W", "3.250000");
  CHECK(ksi_sense(&sensors, 2000 * MS, &joules) && is_near(joules, (2.0 + 4.0) / 2 * 0.5));
  CHECK(ksi_sense(&sensors, 2250 * MS, &joules) && is_near(joules, 1.0));
  clear();
  load("energy_jetson");
  CHECK(ksi_open_sensors(&sensors, NULL) && !ksi_sense(&sensors, 0, &joules));
  CHECK(ksi_sense(&sensors, 1000 * MS, &joules) && is_near(joules, 5.064));
  put("/sys/class/hwmon/hwmon1/curr1_input", "-1000"); /* noise around 0 counts as 0 */
  CHECK(ksi_sense(&sensors, 2000 * MS, &joules) && is_near(joules, 0));
  CHECK(ksi_sense(&sensors, 3000 * MS, &joules) && joules == 0);
  clear();
  load("energy_laptop");
  CHECK(ksi_open_sensors(&sensors, NULL) && !ksi_sense(&sensors, 0, &joules));
  CHECK(ksi_sense(&sensors, 2000 * MS, &joules) && is_near(joules, 12.0));
  clear();
}

/* What fails makes the time unknown, and not the energy 0; afterwards all is as before. */
static void sensors_fail(const char *system, const char *path, const char *good) {
  static const char *const bad[] = {
      "", "none", "-", "1e9", "0x10", "12 34", "nan", "inf", "99999999999999999999999999"};
  ksi_sensors sensors;
  double joules;
  uint64_t now = 0;
  load(system);
  CHECK(ksi_open_sensors(&sensors, NULL) && !ksi_sense(&sensors, now, &joules));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK(ksi_sense(&sensors, now += 100 * MS, &joules));
    put(path, bad[i]);
    CHECK(!ksi_sense(&sensors, now += 100 * MS, &joules));
    put(path, good);
    CHECK(!ksi_sense(&sensors, now += 100 * MS, &joules)); /* since when? */
  }
  CHECK(ksi_sense(&sensors, now += 100 * MS, &joules));
  /* The driver is unloaded, and comes back. */
  char folder[512], gone[600];
  snprintf(folder, sizeof folder, "%s%s", root, path);
  snprintf(gone, sizeof gone, "%s.gone", folder);
  ksi_kept *kept = &sensors.sensor[0].file;
  for (int i = 0; i < sensors.count; i++)
    if (strcmp(sensors.sensor[i].file.path, path) == 0)
      kept = &sensors.sensor[i].file;
  CHECK(rename(folder, gone) == 0);
  close(kept->file); /* as a program does that closes all it does not know */
  CHECK(!ksi_sense(&sensors, now += 100 * MS, &joules));
  CHECK(rename(gone, folder) == 0);
  CHECK(!ksi_sense(&sensors, now += 100 * MS, &joules));
  CHECK(ksi_sense(&sensors, now += 100 * MS, &joules));
  ksi_close_sensors(&sensors);
  clear();
}

/* --- Whose. */

static void cut(ksi_ledger *ledger, double joules, uint64_t now) {
  const ksi_reading_energy read = {joules >= 0, joules >= 0 ? joules : 0, 500};
  ksi_cut(ledger, &read, now);
}

static void layers_get_their_part(void) {
  static ksi_energy_total total;
  static ksi_energy_account accounts[2];
  ksi_ledger ledger;
  int a_key, b_key;
  current = "the ledger";
  ksi_open_ledger(&ledger, &total, 1000);
  ksi_ledger_entry *a = ksi_add_entry(&ledger, &a_key, "a", &accounts[0]);
  ksi_ledger_entry *b = ksi_add_entry(&ledger, &b_key, "b", &accounts[1]);
  CHECK(a != NULL && b != NULL && ksi_find_entry(&ledger, &a_key, a->key_name) == a);
  CHECK(ksi_find_entry(&ledger, &a_key, "another name") == NULL);
  /* Outside alone. */
  cut(&ledger, 1, 2000);
  CHECK(total.outside.measured_nj == 1000000000 && total.outside.direct_nj == 1000000000);
  /* An interval with one layer: its own energy. */
  ksi_begin_entry(&ledger, a, 2000);
  cut(&ledger, 2, 3000);
  CHECK(accounts[0].measured_nj == 2000000000 && accounts[0].direct_nj == 2000000000);
  CHECK(accounts[0].ns == 1000 && accounts[0].runs == 1);
  /* It goes on; then the other one, and nothing: by time, and not direct. */
  ksi_end_entry(&ledger, a, 3500);
  ksi_begin_entry(&ledger, b, 3600);
  ksi_end_entry(&ledger, b, 3800);
  cut(&ledger, 10, 4000);
  CHECK(accounts[0].measured_nj == 7000000000 && accounts[0].direct_nj == 2000000000);
  CHECK(accounts[1].measured_nj == 2000000000 && accounts[1].direct_nj == 0 &&
        accounts[1].ns == 200);
  CHECK(total.outside.measured_nj == 4000000000 && total.outside.direct_nj == 1000000000);
  /* A sensor fails: the time is known, and the energy is not. */
  ksi_begin_entry(&ledger, b, 4000);
  cut(&ledger, -1, 6000);
  CHECK(accounts[1].measured_nj == 2000000000 && accounts[1].ns == 2200);
  CHECK(accounts[1].measured_ns == 200 && total.lost == 1 && total.readings == 4);
  /* Two threads in layers at the same time share by their times; nothing remains outside. */
  const uint64_t outside = total.outside.measured_nj;
  ksi_begin_entry(&ledger, a, 6000);
  ksi_begin_entry(&ledger, a, 6500);
  ksi_end_entry(&ledger, a, 7000);
  cut(&ledger, 5, 7000); /* b 1000, a 1000 + 500 */
  CHECK(accounts[0].measured_nj == 10000000000 && accounts[1].measured_nj == 4000000000);
  CHECK(total.outside.measured_nj == outside);
  CHECK(total.all.measured_nj == 18000000000 && total.all.ns == 6000);
  /* Clocks of two cores may differ by a little. */
  ksi_end_entry(&ledger, a, 6990);
  ksi_end_entry(&ledger, b, 7000);
  cut(&ledger, 0, 7000);
  cut(&ledger, 1, 8000);
  CHECK(total.outside.measured_nj == outside + 1000000000);
  CHECK(total.all.modeled_nj == 7 * 500 - 500); /* nothing in an interval without length */
}

/* --- The model. */

static const char machine[] =
    "{\"format\": \"kasuri-machine\", \"version\": 1, \"name\": \"two kinds\", \"baseMw\": 1000,\n"
    "\"cores\": [{\"id\": 0, \"clockDomain\": 0}, {\"id\": 1, \"clockDomain\": 0},\n"
    " {\"id\": 2}, {\"id\": 3, \"state\": \"offline\"}],\n"
    "\"clockDomains\": [{\"id\": 0, \"opps\": [\n"
    "  {\"freqKhz\": 600000, \"activeMwPerCore\": 100, \"gatedMwPerCore\": 10},\n"
    "  {\"freqKhz\": 1200000, \"activeMwPerCore\": 400, \"gatedMwPerCore\": 20}]},\n"
    " {\"id\": 1, \"cores\": [2], \"opps\": [{\"freqKhz\": 2000000, \"activeMwPerCore\": "
    "1000}]}]}\n";

static void the_model_is_applied(void) {
  char path[] = "/tmp/kasuri-model-XXXXXX", problem[512], text[sizeof machine];
  int file = mkstemp(path);
  current = "the model";
  CHECK(file >= 0 && write(file, machine, sizeof machine - 1) == (ssize_t)sizeof machine - 1);
  ksi_energy_model *model = ksi_read_energy_model(path, problem, sizeof problem);
  CHECK(model != NULL);
  /* 1 s, nothing works: base and gated cores. Then all of three work. Then one, of any kind. */
  const double active = (400 + 400 + 1000) / 3.0, gated = (20 + 20 + 0) / 3.0;
  const double idle = ksi_model_energy(model, NULL, 1000 * MS, 0, 0);
  CHECK(is_near(idle * 1e-9, 1 + 3 * gated * 1e-3));
  CHECK(is_near(ksi_model_energy(model, NULL, 1000 * MS, 3000 * MS, 0) * 1e-9,
                1 + 3 * active * 1e-3));
  CHECK(is_near(ksi_model_energy(model, NULL, 1000 * MS, 9000 * MS, 0) * 1e-9,
                1 + 3 * active * 1e-3));
  CHECK(is_near(ksi_model_energy(model, NULL, 1000 * MS, 1000 * MS, 0) * 1e-9,
                1 + (active + 2 * gated) * 1e-3));
  /* A quarter at 600 MHz, a half in between, the rest between layers; all of it since the last
   * time. */
  ksi_power *power = (void *)&level_times;
  for (int i = 1; i <= 2; i++) {
    level_times.ns[0] += 250 * MS, level_times.khz[0] = 600000;
    level_times.ns[3] += 500 * MS, level_times.khz[3] = 900000;
    level_times.ns[KSI_MOST_LEVELS] += 250 * MS;
    const double mean = 0.25 * 100 + 0.5 * 250 + 0.25 * 400,
                 kept = 0.25 * 10 + 0.5 * 15 + 0.25 * 20;
    CHECK(is_near(ksi_model_energy(model, power, 1000 * MS, 3000 * MS, (uint64_t)i) * 1e-9,
                  1 + (2 * mean + 1000) * 1e-3));
    level_times.ns[0] += 250 * MS;
    level_times.ns[3] += 500 * MS;
    level_times.ns[KSI_MOST_LEVELS] += 250 * MS;
    CHECK(is_near(ksi_model_energy(model, power, 1000 * MS, 0, (uint64_t)i) * 1e-9,
                  1 + 2 * kept * 1e-3));
  }
  ksi_free_energy_model(model);
  /* Without the power of a point, of another format, no JSON, nothing. */
  static const char *const wrong[][2] = {{"\"activeMwPerCore\": 100", "\"activeMwPerCore\": null"},
                                         {"kasuri-machine", "kasuri-profile"},
                                         {"\"cores\": [2]", "\"cores\": [3]"},
                                         {"\"baseMw\"", "baseMw"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const char *at = strstr(machine, wrong[i][0]);
    CHECK(at != NULL);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - machine), machine, wrong[i][1],
             at + strlen(wrong[i][0]));
    FILE *again = fopen(path, "w");
    CHECK(again != NULL && fputs(text, again) >= 0 && fclose(again) == 0);
    CHECK(ksi_read_energy_model(path, problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "is no machine file with the power of each frequency") != NULL);
  }
  CHECK(unlink(path) == 0 && close(file) == 0);
  CHECK(ksi_read_energy_model(path, problem, sizeof problem) == NULL);
  CHECK(strstr(problem, "cannot read") != NULL);
}

int main(void) {
  nothing_is_added_twice();
  a_part_is_not_the_whole();
  the_user_may_choose();
  counters_count();
  power_is_integrated();
  sensors_fail("energy_desktop", "/sys/class/powercap/intel-rapl:0/energy_uj", "40000000000");
  sensors_fail("energy_server", "/sys/class/powercap/intel-rapl:1/energy_uj", "2000000");
  sensors_fail("energy_odroid", "/sys/bus/i2c/drivers/INA231/3-0045/sensor_W", "0.375000");
  sensors_fail("energy_jetson", "/sys/class/hwmon/hwmon1/curr1_input", "1000");
  layers_get_their_part();
  the_model_is_applied();
  return 0;
}
