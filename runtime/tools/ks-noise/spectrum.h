/* Periodic interruptions. */
#ifndef KS_NOISE_SPECTRUM_H
#define KS_NOISE_SPECTRUM_H

#include "detours.h"

enum { MOST_PEAKS = 12, MOST_HARMONICS = 4096 };

typedef struct peak {
  double hz;       /* of the first harmonic */
  double share;    /* of the variance of the noise that it and its harmonics make up, 0 to 1 */
  double lost;     /* share of the time that is lost to it: the amplitude of the first harmonic */
  int harmonics;   /* that stand out, itself included */
  double times;    /* by how much it stands out of what is around it, in power */
  double error_hz; /* half a bin */
} peak;

typedef struct spectrum {
  double *power; /* of bins 0 .. count-1; the sum of a sine's is its amplitude squared, over 4 */
  size_t count;  /* a power of two; 0: too few samples */
  double bin_hz;
  int peaks;
  peak peak[MOST_PEAKS]; /* the largest share first */
} spectrum;

/* Whether there was memory. */
int find_spectrum(const lost_shares *of, spectrum *found);
void free_spectrum(spectrum *found);

/* The discrete Fourier transform in place; count is a power of two. Whether there was memory. */
int transform(double *real, double *imaginary, size_t count);

#endif
