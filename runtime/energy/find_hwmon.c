/* hwmon: the sensors of boards and servers, by driver.
 *
 * A driver shows energy (microjoules), power (microwatts), or a rail's voltage (millivolts) and
 * current (milliamperes). Rails may contain each other: the input of a Jetson (VDD_IN) feeds
 * its processors (VDD_CPU_GPU_CV). So if some labels say that they are the whole, only those count;
 * otherwise those of processor sockets; otherwise all rails, and the report names them. Devices
 * that are not the machine (graphics cards, drives, batteries, chargers) never count, but can be
 * named.
 */
#include "find_sensors.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHANNELS = 32 };

typedef struct device {
  ksi_finding *in;
  const char *folder;
  char name[32];
  uint64_t period_ns;
  int is_other; /* not the machine */
} device;

static int is_other_device(const char *name) {
  static const char *const others[] = {
      "amdgpu", "radeon", "nouveau", "i915", "xe",      "nvme",          "drivetemp",
      "BAT",    "AC",     "ADP",     "ucsi", "iwlwifi", "hidpp_battery", "macsmc_battery",
      "mlx5"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strncmp(name, others[i], strlen(others[i])) == 0)
      return 1;
  return 0;
}

static void read_label(const device *of, const char *kind, int channel, char *label, size_t size) {
  char file[32];
  snprintf(file, sizeof file, "%s%d_label", kind, channel);
  ksi_read_word(of->folder, file, label, size);
}

static ksi_found_sensor *add_channel(const device *of, const char *kind, int channel,
                                     const char *file) {
  char label[48];
  ksi_found_sensor *made = ksi_new_finding(of->in, KSI_FROM_HWMON);
  if (made == NULL)
    return NULL;
  read_label(of, kind, channel, label, sizeof label);
  if (label[0] != '\0')
    snprintf(made->name, sizeof made->name, "%s %s", of->name, label);
  else
    snprintf(made->name, sizeof made->name, "%s %s%d", of->name, kind, channel);
  made->unit = 1e-6;
  made->period_ns = of->period_ns;
  made->path = ksi_join(of->folder, file);
  made->is_counted = !of->is_other;
  return made;
}

static int has_file(const device *of, const char *format, int channel, char *file, size_t size) {
  snprintf(file, size, format, channel);
  return ksi_exists(ksi_join(of->folder, file).text);
}

static int is_shunt(const device *of, const char *label, int channel) {
  return strstr(label, "shunt") != NULL || strstr(label, "sum of") != NULL ||
         (strcmp(of->name, "ina3221") == 0 && channel > 3);
}

/* A rail that is switched off has no readings. */
static int is_disabled(const device *of, int channel) {
  char file[32];
  snprintf(file, sizeof file, "in%d_enable", channel);
  return ksi_read_count(of->folder, file, 1) == 0;
}

/* A rail of which voltage and current are known, in the product of both. */
static void add_rail(const device *of, int channel) {
  char volts[32], amps[32], label[48];
  if (!has_file(of, "in%d_input", channel, volts, sizeof volts) ||
      !has_file(of, "curr%d_input", channel, amps, sizeof amps))
    return;
  read_label(of, "in", channel, label, sizeof label);
  if (is_shunt(of, label, channel) || is_disabled(of, channel))
    return;
  ksi_found_sensor *made = add_channel(of, "in", channel, amps);
  if (made == NULL)
    return;
  made->kind = KSI_SENSES_CURRENT;
  made->second = ksi_join(of->folder, volts);
}

static int add_kind(const device *of, const char *kind, const char *const *formats,
                    ksi_sensor_kind is) {
  char file[32];
  int added = 0;
  for (int channel = 0; channel < MOST_CHANNELS * (is == KSI_SENSES_ENERGY ? 16 : 1); channel++)
    for (int i = 0; i < 2 && formats[i] != NULL; i++)
      if (has_file(of, formats[i], channel, file, sizeof file)) {
        ksi_found_sensor *made = add_channel(of, kind, channel, file);
        if (made != NULL)
          made->kind = is;
        added++;
        break;
      }
  return added;
}

/* The most exact kind that the device has. */
static int add_device(void *argument, const char *entry) {
  static const char *const energies[] = {"energy%d_input", NULL};
  static const char *const powers[] = {"power%d_input", "power%d_average"};
  const ksi_path folder = ksi_join(KSI_HWMON, entry);
  device of = {.in = argument, .folder = folder.text};
  ksi_read_word(folder.text, "name", of.name, sizeof of.name);
  of.is_other = is_other_device(of.name);
  of.period_ns = ksi_read_count(folder.text, "update_interval", 0) * 1000000;
  if (of.name[0] == '\0' || add_kind(&of, "energy", energies, KSI_SENSES_ENERGY) > 0 ||
      add_kind(&of, "power", powers, KSI_SENSES_POWER) > 0)
    return 0;
  for (int channel = 0; channel < MOST_CHANNELS; channel++)
    add_rail(&of, channel);
  return 0;
}

static int has_text(const char *name, const char *text) {
  for (; *name != '\0'; name++) {
    size_t i = 0;
    while (text[i] != '\0' && tolower((unsigned char)name[i]) == text[i])
      i++;
    if (text[i] == '\0')
      return 1;
  }
  return 0;
}

static int is_any_of(const char *name, const char *const *texts) {
  for (; *texts != NULL; texts++)
    if (has_text(name, *texts))
      return 1;
  return 0;
}

/* Only those whose label has one of the texts, if there are such. */
static int keep_only(ksi_finding *in, int first, const char *const *texts) {
  int count = 0;
  for (int i = first; i < in->count; i++)
    count += in->found[i].is_counted && is_any_of(in->found[i].name, texts);
  for (int i = first; i < in->count && count > 0; i++)
    in->found[i].is_counted &= is_any_of(in->found[i].name, texts);
  return count > 0;
}

void ksi_find_hwmon(ksi_finding *in) {
  static const char *const whole[] = {"vdd_in", "5v_in", "vin",         "total", "psys",
                                      "system", "board", "power_meter", NULL};
  static const char *const processors[] = {"socket", "package", NULL};
  const int first = in->count;
  ksi_each_name(KSI_HWMON, add_device, in);
  if (!keep_only(in, first, whole))
    keep_only(in, first, processors);
}
