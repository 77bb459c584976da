#ifndef MPEG2_TABLES_H
#define MPEG2_TABLES_H

#include <stdint.h>

/* The numbers of the standard, ISO/IEC 13818-2, clauses 6 and 7 and annex B. */

/* One code word and what it stands for. */
typedef struct Code {
    uint16_t bits; /* right aligned */
    uint8_t length;
    int8_t value;
} Code;

/* A code of a run of zeros and the level after it; the sign bit that follows is not in it. */
typedef struct DctCode {
    uint8_t run;
    uint8_t level;
    uint16_t bits[2]; /* in tables B.14 and B.15 */
    uint8_t length[2];
} DctCode;

enum {
    INCREMENT_CODES = 34, /* table B.1; the last is the escape */
    PATTERN_CODES = 63,   /* table B.9, without the one for 4:2:2 */
    MOTION_CODES = 17,    /* table B.10, without the sign */
    DC_CODES = 12,        /* tables B.12 and B.13 */
    DCT_CODES = 111,      /* tables B.14 and B.15, without escape and end of block */
    MAX_TYPE_CODES = 11
};

/* What the type of a macroblock says of it; flags. */
enum {
    MB_INTRA = 1,
    MB_PATTERN = 2,
    MB_BACKWARD = 4,
    MB_FORWARD = 8,
    MB_QUANT = 16
};

enum { INCREMENT_ESCAPE = 34 }; /* value of the escape in increment_codes */

extern const Code increment_codes[INCREMENT_CODES];
extern const Code type_codes[3][MAX_TYPE_CODES]; /* I, P, B: tables B.2 to B.4, ended by length 0 */
extern const Code pattern_codes[PATTERN_CODES];
extern const Code motion_codes[MOTION_CODES];
extern const Code dc_codes[2][DC_CODES]; /* luma, chroma; the value is the size in bits */
extern const DctCode dct_codes[DCT_CODES];
extern const Code end_of_block[2];       /* in tables B.14 and B.15 */
extern const Code dct_escape;

/* Place in the block, row by row, of the i-th coefficient in the bit stream. */
extern const uint8_t zigzag_scan[64];
extern const uint8_t alternate_scan[64];

extern const uint8_t default_intra_weights[64]; /* row by row */

/* Quantiser scale by q_scale_type and code. */
extern const uint8_t quantiser_scales[2][32];

/* Pictures per second, as a fraction, by frame_rate_code; zero where reserved. */
extern const int frame_rates[16][2];

#endif
