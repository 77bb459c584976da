/* Finding sensors, source by source; for sensors.c. */
#ifndef KSI_FIND_SENSORS_H
#define KSI_FIND_SENSORS_H

#include "sensors.h"

/* A list that grows. */
typedef struct ksi_finding {
  ksi_found_sensor *found;
  int count, most;
} ksi_finding;

/* A new sensor, all zero except its source; NULL: no room. */
ksi_found_sensor *ksi_new_finding(ksi_finding *in, ksi_sensor_source source);

void ksi_find_powercap(ksi_finding *in);
void ksi_find_hwmon(ksi_finding *in);
void ksi_find_board_sensors(ksi_finding *in);
void ksi_find_batteries(ksi_finding *in);

/* The text of a file in a folder, without blanks at its end; "" if there is none. */
void ksi_read_word(const char *folder, const char *name, char *text, size_t size);
/* A number from 0 on; otherwise the default. */
uint64_t ksi_read_count(const char *folder, const char *name, uint64_t otherwise);

#endif
