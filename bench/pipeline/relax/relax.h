/* The heat in a plate with holes, by successive relaxation. */
#ifndef RELAX_H
#define RELAX_H

#include <stdio.h>

typedef struct plate {
  int width, height;
  double *heat;        /* height rows of width */
  double *source;      /* what flows in at each point */
  double *conductance; /* to the right and to the bottom, one after the other */
  unsigned char *is_fixed;
} plate;

int plate_init(plate *p, int width, int height);
void plate_free(plate *p);
int read_plate(FILE *in, plate *p);
double relax_row(plate *p, int y, double factor);
int write_plate(const plate *p, FILE *out);
void print_profile(const plate *p);

#endif
