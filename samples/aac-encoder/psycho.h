#ifndef AAC_PSYCHO_H
#define AAC_PSYCHO_H

#include "fft.h"
#include "filterbank.h"
#include "tables.h"

enum { MAX_PARTITIONS = 80 };

/* One resolution of the model: long or short windows. Constant after psycho_init. */
typedef struct PsychoLayout {
    int size;                                       /* samples transformed */
    int lines;                                      /* size / 2 */
    int partitions;
    int partition_start[MAX_PARTITIONS + 1];        /* in lines */
    float spreading[MAX_PARTITIONS][MAX_PARTITIONS]; /* [to][from], rows add up to 1 */
    float quiet[MAX_PARTITIONS];                    /* threshold in quiet, as power */
    float least_ratio[MAX_PARTITIONS];              /* signal to mask, whatever the tonality */
    int sfb_count;
    const uint16_t *sfb;
    float mdct_scale;                               /* energy of MDCT lines over FFT lines */
    float window[2 * FRAME_LENGTH];                 /* Hann, scaled to sample amplitude */
    float split_re[FFT_LIMIT];                      /* twiddles that take the real spectrum */
    float split_im[FFT_LIMIT];                      /* out of a complex one of half the size */
    Fft fft;                                        /* of size / 2 complex points */
} PsychoLayout;

typedef struct PsychoModel {
    PsychoLayout long_layout;
    PsychoLayout short_layout;
} PsychoModel;

/* A spectrum as the prediction of the next one needs it. */
typedef struct PsychoSpectrum {
    float re[FRAME_LENGTH];
    float im[FRAME_LENGTH];
    float magnitude[FRAME_LENGTH];
} PsychoSpectrum;

/* What the model remembers and finds out about one channel. */
typedef struct PsychoState {
    PsychoSpectrum history[2];               /* of the two frames before; [newest] is last */
    int newest;
    float last_threshold[MAX_PARTITIONS];    /* of the frame before */
    float ratio[SHORT_WINDOWS][MAX_SFB_LONG]; /* mask to signal per window and band */
    float mask[SHORT_WINDOWS][MAX_SFB_LONG];  /* the mask itself, as energy of MDCT lines */
    float tonality;                          /* 0 noise .. 1 tones, energy-weighted */
} PsychoState;

void psycho_init(PsychoModel *model, const RateTables *rate);

/* Analyses the 2 * FRAME_LENGTH samples that the filterbank transforms. Fills
   state->ratio and mask (one row for long sequences, eight for short) and returns the
   perceptual entropy in bits. */
float psycho_analyse(const PsychoModel *model, PsychoState *state, const float *samples,
                     WindowSequence sequence);

#endif
