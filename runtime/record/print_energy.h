/* The energy of a program and its layers, as text: on stderr at its end, and by ks-trace. */
#ifndef KSI_PRINT_ENERGY_H
#define KSI_PRINT_ENERGY_H

#include "record_layout.h"

#include <stdio.h>

typedef struct ksi_energy_line {
  const char *name;
  ksi_energy_account account;
  double planned_nj; /* of the plan for the same runs; 0: unknown */
} ksi_energy_line;

/* The lines are sorted. */
void ksi_print_energy(FILE *file, const char *program, const ksi_energy_total *total,
                      ksi_energy_line *lines, size_t count);

#endif
