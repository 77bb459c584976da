/* The power that a machine file (docs/formats/machine.md) says the machine takes. */
#ifndef KSI_ENERGY_MODEL_H
#define KSI_ENERGY_MODEL_H

#include "../power/power.h"

#include <stddef.h>

typedef struct ksi_energy_model ksi_energy_model;

/* NULL: there is no such file, or it has no power figures; `problem` says which. */
ksi_energy_model *ksi_read_energy_model(const char *path, char *problem, size_t size);
void ksi_free_energy_model(ksi_energy_model *model);

/* The energy of an interval in nanojoules, if all threads of the process together have run for
 * `busy_ns` in it. `power`: the levels of that time; NULL: the highest frequency. For intervals one
 * after the other. */
double ksi_model_energy(ksi_energy_model *model, ksi_power *power, uint64_t interval_ns,
                        uint64_t busy_ns, uint64_t now_ns);

#endif
