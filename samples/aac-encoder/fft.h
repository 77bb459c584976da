#ifndef AAC_FFT_H
#define AAC_FFT_H

#include <stdint.h>

enum { FFT_LIMIT = 1024 };

/* Twiddle factors and bit reversal of one transform size; constant after fft_init. */
typedef struct Fft {
    int size;                      /* complex points, a power of two up to FFT_LIMIT */
    float cosine[FFT_LIMIT / 2];   /* cos(2 pi k / size) */
    float sine[FFT_LIMIT / 2];     /* -sin(2 pi k / size) */
    uint16_t reversed[FFT_LIMIT];
} Fft;

void fft_init(Fft *fft, int size);

/* The forward transform, in place, unscaled. */
void fft_run(const Fft *fft, float *re, float *im);

#endif
