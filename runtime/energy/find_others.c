/* Sensors with files of their own, and batteries.
 *
 * The Odroid-XU3 has an INA231 for each of its rails (big cores, little cores, graphics, memory),
 * which the vendor's driver shows as sensor_W, in watts. They are apart from each other. They are
 * off at first.
 *
 * A battery in use shows what the whole device takes, slowly. One that is charged shows something
 * else, so it counts only while it is discharged.
 */
#include "find_sensors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t us = 1000, battery_period_ns = 1000000000;

ksi_found_sensor *ksi_new_finding(ksi_finding *in, ksi_sensor_source source) {
  if (in->count == in->most)
    return NULL;
  ksi_found_sensor *made = &in->found[in->count++];
  memset(made, 0, sizeof *made);
  made->source = source;
  return made;
}

void ksi_read_word(const char *folder, const char *name, char *text, size_t size) {
  if (ksi_read_text(ksi_join(folder, name).text, text, size) <= 0)
    text[0] = '\0';
  for (char *at = text; *at != '\0'; at++) /* it is part of a list of names */
    *at = *at == ',' || *at == '+' || *at == '\n' ? '_' : *at;
}

uint64_t ksi_read_count(const char *folder, const char *name, uint64_t otherwise) {
  char text[64], *end;
  if (ksi_read_text(ksi_join(folder, name).text, text, sizeof text) <= 0 || text[0] < '0' ||
      text[0] > '9')
    return otherwise;
  const unsigned long long value = strtoull(text, &end, 10);
  return *end == '\0' ? value : otherwise;
}

static int add_ina231(void *argument, const char *entry) {
  char name[48];
  const ksi_path folder = ksi_join(KSI_INA231, entry), power = ksi_join(folder.text, "sensor_W");
  if (!ksi_exists(power.text))
    return 0;
  ksi_found_sensor *made = ksi_new_finding(argument, KSI_FROM_BOARD);
  if (made == NULL)
    return 1;
  ksi_read_word(folder.text, "sensor_name", name, sizeof name);
  snprintf(made->name, sizeof made->name, "%.40s", name[0] != '\0' ? name : entry);
  made->kind = KSI_SENSES_POWER;
  made->unit = 1;
  made->period_ns = ksi_read_count(folder.text, "update_period", 0) * us;
  made->path = power;
  made->is_counted = 1;
  if (ksi_read_count(folder.text, "enable", 1) == 0)
    snprintf(made->off, sizeof made->off, "%s", ksi_join(folder.text, "enable").text);
  return 0;
}

void ksi_find_board_sensors(ksi_finding *in) { ksi_each_name(KSI_INA231, add_ina231, in); }

static int add_battery(void *argument, const char *entry) {
  char type[32], status[32];
  const ksi_path folder = ksi_join(KSI_POWER_SUPPLIES, entry),
                 power = ksi_join(folder.text, "power_now"),
                 current = ksi_join(folder.text, "current_now");
  ksi_read_word(folder.text, "type", type, sizeof type);
  ksi_read_word(folder.text, "status", status, sizeof status);
  const int has_power = ksi_exists(power.text);
  if (strcmp(type, "Battery") != 0 || (!has_power && !ksi_exists(current.text)))
    return 0;
  ksi_found_sensor *made = ksi_new_finding(argument, KSI_FROM_BATTERY);
  if (made == NULL)
    return 1;
  snprintf(made->name, sizeof made->name, "%.60s", entry);
  made->kind = has_power ? KSI_SENSES_POWER : KSI_SENSES_CURRENT;
  made->unit = has_power ? 1e-6 : 1e-12; /* microwatts, or microvolts times microamperes */
  made->is_absolute = 1;
  made->period_ns = battery_period_ns;
  made->path = has_power ? power : current;
  made->second = ksi_join(folder.text, "voltage_now");
  made->is_counted = strcmp(status, "Discharging") == 0;
  return 0;
}

void ksi_find_batteries(ksi_finding *in) { ksi_each_name(KSI_POWER_SUPPLIES, add_battery, in); }

/* Folders have no order of their own. */
static int by_name(const void *a, const void *b) {
  const ksi_found_sensor *x = a, *y = b;
  return x->source != y->source ? (x->source > y->source) - (x->source < y->source)
                                : strcmp(x->name, y->name);
}

int ksi_find_sensors(ksi_found_sensor *found, int most) {
  ksi_finding in = {.found = found, .most = most};
  ksi_find_powercap(&in);
  ksi_find_board_sensors(&in);
  ksi_find_hwmon(&in);
  ksi_find_batteries(&in);
  qsort(found, (size_t)in.count, sizeof *found, by_name);
  return in.count;
}
