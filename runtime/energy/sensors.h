/* The sensors of energy and power that a system has, and what they measure together. */
#ifndef KSI_SENSORS_H
#define KSI_SENSORS_H

#include "../os/os.h"

enum { KSI_MOST_SENSORS = 64, KSI_MOST_FOUND = 512, KSI_SENSOR_NAME = 96 };

typedef enum ksi_sensor_kind {
  KSI_SENSES_ENERGY, /* a counter */
  KSI_SENSES_POWER,
  KSI_SENSES_CURRENT /* with a second file for the voltage */
} ksi_sensor_kind;

typedef enum ksi_sensor_source {
  KSI_FROM_POWERCAP,
  KSI_FROM_BOARD,
  KSI_FROM_HWMON,
  KSI_FROM_BATTERY,
  KSI_SENSOR_SOURCES
} ksi_sensor_source;

/* A sensor as it was found; nothing is open. */
typedef struct ksi_found_sensor {
  char name[KSI_SENSOR_NAME]; /* "package-0", "ina3221 VDD_IN" */
  ksi_sensor_source source;
  ksi_sensor_kind kind;
  double unit;        /* joules or watts for 1 in the file, or in the product of both */
  uint64_t range;     /* a counter goes from 0 to this and begins again; 0: unknown */
  uint64_t period_ns; /* between two updates; 0: unknown */
  int is_absolute;    /* drivers show what is drawn with either sign */
  int is_counted;     /* it is one of those that are added up, unless the user names others */
  ksi_path path, second;
  char off[KSI_PATH_BYTES]; /* the file that switches it on, if it is off; else "" */
} ksi_found_sensor;

/* All sensors of the system. Their number. */
int ksi_find_sensors(ksi_found_sensor *found, int most);
const char *ksi_source_name(ksi_sensor_source source);

typedef struct ksi_sensor {
  ksi_sensor_kind kind;
  double unit;
  uint64_t range;
  int is_absolute;
  ksi_kept file, second;
  int has_last;
  uint64_t last;     /* of a counter */
  double last_watts; /* of the others */
} ksi_sensor;

typedef struct ksi_sensors {
  int count;
  ksi_sensor sensor[KSI_MOST_SENSORS];
  const char *source;    /* "powercap" */
  char names[256];       /* "package-0, package-1" */
  uint64_t period_ns;    /* of the slowest */
  int is_period_assumed; /* the system does not say it */
  int are_counters;      /* all count energy: it is exact whatever happens between two readings */
  uint64_t cost_ns;      /* of reading all: the least that was measured */
  uint64_t last_ns;      /* when they were read */
  char problem[768];     /* why there are none, and what the user can do */
} ksi_sensors;

/* Opens the sensors with these names ("a+b"), or without them (NULL) the best there are. 0: none,
 * with the problem. */
int ksi_open_sensors(ksi_sensors *sensors, const char *names);
void ksi_close_sensors(ksi_sensors *sensors);
/* The energy since the last reading, which must be in the past. Whether it is known: not in the
 * first reading, nor if a sensor fails in this or failed in the last one, or gives nonsense. */
int ksi_sense(ksi_sensors *sensors, uint64_t now_ns, double *joules);

#endif
