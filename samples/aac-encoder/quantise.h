#ifndef AAC_QUANTISE_H
#define AAC_QUANTISE_H

#include "huffman.h"
#include "tables.h"

enum {
    SCALEFACTORS = 256,
    SCALEFACTOR_UNITY = 100 /* the scalefactor of step 1 */
};

/* Constant after quantiser_init. */
typedef struct QuantiserTables {
    float step[SCALEFACTORS];            /* 2^((sf - 100) / 4) */
    float inverse[SCALEFACTORS];         /* step^(-3/4) */
    float power43[MAX_QUANTISED + 1];    /* n^(4/3) */
} QuantiserTables;

/* One way to code a channel. */
typedef struct Coding {
    int quantised[FRAME_LENGTH];
    int scalefactor[MAX_BANDS];
    uint8_t book[MAX_BANDS];
    int bits;                  /* scalefactors, sections and spectrum */
} Coding;

/* What is to be quantised, and how well. */
typedef struct QuantiserTask {
    const float *spectrum;
    const BandLayout *bands;
    const float *allowed;      /* noise energy to aim at */
    int budget;                /* bits; never exceeded */
    int finest;                /* least offset: 0 stops at the allowed noise */
} QuantiserTask;

void quantiser_init(QuantiserTables *tables);

/* Finds the scalefactors; returns the bits used. */
int quantise_spectrum(const QuantiserTables *tables, const BitCounts *counts,
                      const QuantiserTask *task, Coding *best);

#endif
