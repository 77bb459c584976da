/* Which sensors are added up, and the energy between two readings.
 *
 * A counter of energy (RAPL) is exact between any two readings. It begins again at 0 after its
 * range, which at 200 W takes some minutes, so it is read much more often. A sensor of power shows
 * a moment or the mean of its last period. Between two readings the power is taken as linear (the
 * trapezoidal rule), so its error depends on how often it is read.
 *
 * The sensors of one source are added up, never those of two, because a board's rail feeds what a
 * processor's counter counts, too. The source is the first with sensors that can all be read: a sum
 * without one of its parts would be wrong, and would look right.
 *
 * A sensor may disappear, be refused, or show nonsense. Then the energy of that time is unknown,
 * and not 0. An interval with more than MOST_WATTS is nonsense: a counter that was reset, for
 * example while the system slept, looks as if it had begun again.
 */
#include "sensors.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t assumed_period_ns = 100000000;
static const double most_watts = 20000;

const char *ksi_source_name(ksi_sensor_source source) {
  static const char *const names[] = {"powercap", "board", "hwmon", "battery"};
  return source < KSI_SENSOR_SOURCES ? names[source] : "none";
}

/* --- Reading. */

/* A whole number, and nothing else. */
static int read_number(ksi_kept *file, double *number) {
  char text[64], *end;
  int length = ksi_read_kept(file, text, sizeof text);
  if (length <= 0)
    return 0;
  errno = 0;
  *number = strtod(text, &end);
  return errno == 0 && *end == '\0' && strspn(text, "-0123456789.") == (size_t)length;
}

static int read_counter(ksi_kept *file, uint64_t *number) {
  char text[64], *end;
  if (ksi_read_kept(file, text, sizeof text) <= 0 || text[0] < '0' || text[0] > '9')
    return 0;
  errno = 0;
  *number = strtoull(text, &end, 10);
  return errno == 0 && *end == '\0';
}

static int sense_counter(ksi_sensor *of, double *joules) {
  uint64_t now, last = of->last;
  if (!read_counter(&of->file, &now))
    return of->has_last = 0;
  const int had_last = of->has_last, has_begun_again = now < last;
  of->last = now;
  of->has_last = 1;
  if (!had_last || (has_begun_again && of->range < last))
    return 0;
  *joules += (double)(has_begun_again ? of->range - last + now : now - last) * of->unit;
  return 1;
}

static int sense_power(ksi_sensor *of, double seconds, double *joules) {
  double now, other = 1, last = of->last_watts;
  if (!read_number(&of->file, &now) ||
      (of->kind == KSI_SENSES_CURRENT && !read_number(&of->second, &other)))
    return of->has_last = 0;
  const int had_last = of->has_last;
  of->last_watts = now * other * of->unit;
  if (of->is_absolute && of->last_watts < 0)
    of->last_watts = -of->last_watts;
  of->has_last = 1;
  *joules += (last + of->last_watts) / 2 * seconds;
  return had_last;
}

int ksi_sense(ksi_sensors *sensors, uint64_t now_ns, double *joules) {
  const double seconds = (double)(now_ns - sensors->last_ns) * 1e-9;
  const uint64_t begin = ksi_now_ns();
  int is_known = sensors->count > 0;
  *joules = 0;
  for (int i = 0; i < sensors->count; i++) {
    ksi_sensor *each = &sensors->sensor[i];
    is_known &= each->kind == KSI_SENSES_ENERGY ? sense_counter(each, joules)
                                                : sense_power(each, seconds, joules);
  }
  const uint64_t cost = ksi_now_ns() - begin;
  if (sensors->cost_ns == 0 || cost < sensors->cost_ns) /* without interruptions */
    sensors->cost_ns = cost;
  sensors->last_ns = now_ns;
  /* A rail without load may show a little less than nothing. */
  *joules = *joules > 0 ? *joules : 0;
  /* All that a period has gathered may show in a moment. */
  return is_known && *joules <= most_watts * (seconds + (double)sensors->period_ns * 1e-9);
}

/* --- Choosing and opening. */

static void note_problem(ksi_sensors *sensors, const char *format, const char *path,
                         const char *what) {
  if (sensors->problem[0] == '\0')
    snprintf(sensors->problem, sizeof sensors->problem, format, path, what);
}

static int refuse(ksi_sensors *sensors, const char *path, int problem) {
  if (problem == EACCES || problem == EPERM)
    note_problem(sensors,
                 "no permission to read %s%s (run as root, or grant read access to this file)",
                 path, "");
  else
    note_problem(sensors, "cannot read %s: %s", path, strerror(problem));
  return 0;
}

static int open_file(ksi_sensors *sensors, ksi_kept *file, ksi_path path) {
  double number;
  int problem = ksi_open_kept(file, path.text, 0);
  char text[64];
  if (problem != 0)
    return refuse(sensors, path.text, problem);
  int length = ksi_read_kept(file, text, sizeof text);
  if (length >= 0 && read_number(file, &number))
    return 1;
  ksi_close_kept(file);
  return refuse(sensors, path.text, length < 0 ? -length : EPROTO);
}

static void close_one(ksi_sensor *one) {
  ksi_close_kept(&one->file);
  if (one->kind == KSI_SENSES_CURRENT)
    ksi_close_kept(&one->second);
}

static void add_name(ksi_sensors *to, const char *name) {
  size_t used = strlen(to->names);
  snprintf(to->names + used, sizeof to->names - used, "%s%s", used > 0 ? ", " : "", name);
}

static int open_one(ksi_sensors *to, const ksi_found_sensor *from) {
  ksi_sensor *next = &to->sensor[to->count];
  if (from->off[0] != '\0') {
    note_problem(to, "the sensor %s is off (write 1 to %s)", from->name, from->off);
    return 0;
  }
  *next = (ksi_sensor){.kind = from->kind,
                       .unit = from->unit,
                       .range = from->range,
                       .is_absolute = from->is_absolute};
  if (!open_file(to, &next->file, from->path))
    return 0;
  if (from->kind == KSI_SENSES_CURRENT && !open_file(to, &next->second, from->second)) {
    ksi_close_kept(&next->file);
    return 0;
  }
  add_name(to, from->name);
  to->source = ksi_source_name(from->source);
  to->is_period_assumed |= from->period_ns == 0;
  const uint64_t period = from->period_ns > 0 ? from->period_ns : assumed_period_ns;
  to->period_ns = period > to->period_ns ? period : to->period_ns;
  to->are_counters &= from->kind == KSI_SENSES_ENERGY;
  to->count++;
  return 1;
}

void ksi_close_sensors(ksi_sensors *sensors) {
  for (int i = 0; i < sensors->count; i++)
    close_one(&sensors->sensor[i]);
  sensors->count = 0;
  sensors->names[0] = '\0';
  sensors->period_ns = 0;
  sensors->is_period_assumed = 0;
  sensors->are_counters = 1;
}

/* Whether the name is one of those between plus signs. */
static int is_named(const char *names, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = names; (at = strstr(at, name)) != NULL; at++)
    if ((at == names || at[-1] == '+') && (at[length] == '\0' || at[length] == '+'))
      return 1;
  return 0;
}

/* All of the source that are counted, or that have one of the names; none if one of them cannot be
 * read. */
static int open_source(ksi_sensors *to, const ksi_found_sensor *found, int count, int source,
                       const char *names) {
  for (int i = 0; i < count; i++) {
    const ksi_found_sensor *each = &found[i];
    if (names != NULL ? !is_named(names, each->name)
                      : (int)each->source != source || !each->is_counted)
      continue;
    if (to->count == KSI_MOST_SENSORS || !open_one(to, each)) {
      ksi_close_sensors(to);
      return 0;
    }
  }
  return to->count > 0;
}

static int open_named(ksi_sensors *to, const ksi_found_sensor *found, int count,
                      const char *names) {
  char name[KSI_SENSOR_NAME];
  for (const char *at = names; *at != '\0'; at += *at == '+') {
    const size_t length = strcspn(at, "+");
    int is_there = 0;
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    for (int i = 0; i < count; i++)
      is_there |= strcmp(found[i].name, name) == 0;
    if (!is_there) {
      note_problem(to, "there is no sensor '%s'%s (ks-probe --sensors lists them)", name, "");
      return 0;
    }
    at += length;
  }
  return open_source(to, found, count, -1, names);
}

int ksi_open_sensors(ksi_sensors *sensors, const char *names) {
  const size_t bytes = KSI_MOST_FOUND * sizeof(ksi_found_sensor);
  ksi_found_sensor *found = ksi_get_memory(bytes);
  memset(sensors, 0, sizeof *sensors);
  sensors->are_counters = 1;
  const int count = found != NULL ? ksi_find_sensors(found, KSI_MOST_FOUND) : 0;
  int is_open = names != NULL && open_named(sensors, found, count, names);
  for (int source = 0; names == NULL && source < KSI_SENSOR_SOURCES && !is_open; source++)
    is_open = open_source(sensors, found, count, source, NULL);
  if (found != NULL)
    ksi_give_back_memory(found, bytes);
  if (!is_open)
    note_problem(sensors, "%s%s", "no sensors: neither powercap nor hwmon nor a battery in use",
                 "");
  return is_open;
}
