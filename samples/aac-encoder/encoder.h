#ifndef AAC_ENCODER_H
#define AAC_ENCODER_H

#include "bitwriter.h"
#include "filterbank.h"
#include "huffman.h"
#include "psycho.h"
#include "quantise.h"
#include "tables.h"
#include "tns.h"
#include "transient.h"

enum {
    MAX_ELEMENTS = 4,
    INPUT_LENGTH = 3 * FRAME_LENGTH,   /* two blocks under the window and one ahead */
    MAX_CHANNEL_BITS = 6144,           /* the decoder's input buffer per channel */
    MAX_FRAME_BYTES = MAX_CHANNELS * MAX_CHANNEL_BITS / 8
};

typedef enum ElementKind { /* numbered as in the bit stream */
    ELEMENT_SCE = 0,
    ELEMENT_CPE = 1,
    ELEMENT_LFE = 3
} ElementKind;

/* One or two channels that are sent together. */
typedef struct Element {
    ElementKind kind;
    int tag;                          /* counts elements of the same kind */
    int first;                        /* its channels: first, and first + 1 for a CPE */
    int ms_bands;                     /* bands sent as mid and side */
    uint8_t ms_used[MAX_BANDS];
} Element;

/* Everything that belongs to one channel and to no other. */
typedef struct Channel {
    float input[INPUT_LENGTH];        /* oldest sample first, full scale is 32768 */
    int is_lfe;
    int max_sfb_long;                 /* bands coded, from the bandwidth */
    int max_sfb_short;

    TransientState transient;
    int attack_ahead;                 /* the block after this frame has an attack */
    int attack;                       /* this frame has one */
    WindowSequence sequence;
    WindowShape shape;
    WindowShape last_shape;           /* of the frame before */
    int group_count;                  /* 1 unless the sequence is EIGHT_SHORT */
    int group_length[SHORT_WINDOWS];  /* windows per group */

    PsychoState psycho;
    float spectrum[FRAME_LENGTH];     /* after TNS in the order in which it is coded */
    TnsFilter tns[SHORT_WINDOWS];
    BandLayout bands;
    float energy[MAX_BANDS];          /* of the lines of each band */
    float allowed[MAX_BANDS];         /* noise energy that the ear does not hear */

    float demand;                     /* bits this channel would like to have */
    int budget;                       /* bits it gets */
    Coding coding;                    /* the outcome: what is written */
} Channel;

/* How the bits of successive frames are kept at the bit rate. */
typedef struct RateControl {
    int is_constant_quality;
    double mean_bits;                 /* per frame at the bit rate */
    double reservoir;                 /* bits saved by the frames before */
    double reservoir_size;
    float mean_entropy;               /* running mean of the perceptual entropy */
    float noise_scale;                /* allowed noise relative to the mask, by quality */
} RateControl;

typedef struct Encoder {
    int channel_count;
    int element_count;
    int rate_index;
    int channel_configuration;        /* as in the ADTS header */
    const RateTables *rate;
    int source[MAX_CHANNELS];         /* position of each channel in the input */
    Element element[MAX_ELEMENTS];
    Channel channel[MAX_CHANNELS];    /* in the order of the elements */
    RateControl control;
    long frames;                      /* begun so far */
    uint8_t frame_bytes[MAX_FRAME_BYTES];

    /* constant after encoder_create */
    Filterbank filterbank;
    PsychoModel psycho;
    TnsLayout tns_long;
    TnsLayout tns_short;
    BitCounts bit_counts;
    QuantiserTables quantiser;
} Encoder;

/* `channels` of `sample_rate` Hz at `bit_rate` bits per second, or, when bit_rate is 0,
   at constant `quality` 1..10. Returns NULL and a message in *error on failure. */
Encoder *encoder_create(int sample_rate, int channels, long bit_rate, double quality,
                        const char **error);
void encoder_destroy(Encoder *enc);

/* Appends `count` (at most FRAME_LENGTH) interleaved samples per channel to the input;
   missing ones count as silence. */
void encoder_push(Encoder *enc, const float *samples, int count);

/* Encodes one frame to enc->frame_bytes and returns its bytes: 0 while the first frame
   still waits for input, -1 if it does not fit. */
int encode_frame(Encoder *enc);

#endif
