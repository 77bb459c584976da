#ifndef AAC_FILTERBANK_H
#define AAC_FILTERBANK_H

#include "fft.h"
#include "tables.h"

typedef enum WindowSequence { /* numbered as in the bit stream */
    ONLY_LONG,
    LONG_START,
    EIGHT_SHORT,
    LONG_STOP
} WindowSequence;

typedef enum WindowShape { /* numbered as in the bit stream */
    SHAPE_SINE,
    SHAPE_KBD
} WindowShape;

/* An MDCT of 2 * lines samples. */
typedef struct Mdct {
    int lines;
    float twiddle_re[FRAME_LENGTH / 2]; /* cos(pi (8 n + 1) / (8 lines)) */
    float twiddle_im[FRAME_LENGTH / 2]; /* -sin of the same */
    Fft fft;                            /* of lines / 2 points */
} Mdct;

/* All constant tables of the filterbank. */
typedef struct Filterbank {
    Mdct long_mdct;
    Mdct short_mdct;
    float long_window[2][FRAME_LENGTH];   /* rising halves, by WindowShape */
    float short_window[2][SHORT_LENGTH];
} Filterbank;

void filterbank_init(Filterbank *bank);

/* The spectrum of 2 * FRAME_LENGTH samples. The left half of the window has the shape
   of the frame before. Short spectra follow one another, 128 lines each. */
void filterbank_analyse(const Filterbank *bank, const float *samples, WindowSequence sequence,
                        WindowShape left, WindowShape right, float *spectrum);

#endif
