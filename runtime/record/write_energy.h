/* The member `energy` of profiles and traces (docs/formats/profile.md). */
#ifndef KSI_WRITE_ENERGY_H
#define KSI_WRITE_ENERGY_H

#include "read_record.h"
#include "write_json.h"

void ksi_put_energy(ksi_json *json, const ksi_reading *reading);

#endif
