#ifndef MPEG2_PICTURE_H
#define MPEG2_PICTURE_H

#include "tables.h"

#include <stddef.h>
#include <stdint.h>

enum {
    MAX_WIDTH = 1920, /* main profile at high level */
    MAX_HEIGHT = 1152,
    MAX_COLUMNS = MAX_WIDTH / 16, /* of macroblocks */
    MAX_ROWS = MAX_HEIGHT / 16,
    BLOCKS = 6 /* of a macroblock: four of luma, one of each chroma */
};

/* The samples of a row of macroblocks: luma, and chroma at half the width and height. */
typedef struct FrameRow {
    uint8_t luma[16][MAX_WIDTH];
    uint8_t chroma[2][8][MAX_WIDTH / 2];
} FrameRow;

/* One picture. */
typedef struct Frame {
    FrameRow row[MAX_ROWS];
} Frame;

/* Line y of luma (component 0) or of one chroma (1, 2). */
static inline const uint8_t *frame_line(const Frame *frame, int component, int y)
{
    if (component == 0)
        return frame->row[y / 16].luma[y % 16];
    return frame->row[y / 8].chroma[component - 1][y % 8];
}

/* What the sequence header and its extension say. */
typedef struct Sequence {
    int width, height;
    int columns, rows; /* of macroblocks */
    int frame_rate[2]; /* as a fraction */
    int aspect;        /* aspect_ratio_information */
    int is_progressive;
    uint8_t weights[2][64]; /* non-intra, intra; row by row */
} Sequence;

typedef enum PictureType { I_PICTURE, P_PICTURE, B_PICTURE } PictureType;

/* What the picture header and its extension say. */
typedef struct PictureHeader {
    PictureType type;
    int f_code[2][2]; /* forward, backward; horizontal, vertical */
    int dc_precision; /* 0..3 for 8..11 bits */
    int is_frame_only; /* frame_pred_frame_dct */
    int has_concealment_vectors;
    int scale_type;  /* index of quantiser_scales */
    int intra_table; /* index of the code table for intra coefficients */
    int is_alternate_scan;
    int is_top_field_first;
} PictureHeader;

/* How a macroblock is predicted, numbered as frame_motion_type. */
typedef enum MotionType { FIELD_MOTION = 1, FRAME_MOTION = 2, DUAL_PRIME = 3 } MotionType;

/* A vector in half samples, and the field it points into. */
typedef struct Vector {
    int16_t x, y;
    int16_t field; /* 0 top, 1 bottom; of field vectors only */
} Vector;

/* What the bit stream says of a macroblock. */
typedef struct Macroblock {
    uint8_t type;     /* MB_INTRA, MB_FORWARD, MB_BACKWARD */
    uint8_t is_known; /* 0 where the bit stream is damaged */
    uint8_t scale;    /* quantiser scale */
    uint8_t coded;    /* bit b: block b has coefficients */
    uint8_t is_field_dct;
    uint8_t motion_type;
    Vector vector[2][2]; /* forward, backward; top and bottom field or [0] for the frame */
    Vector opposite[2];  /* DUAL_PRIME: from the other parity, for the top and bottom field */
    int16_t block[BLOCKS][64]; /* levels as sent, then samples; only of coded blocks */
} Macroblock;

/* A slice's bytes, from behind its start code. */
typedef struct SliceBytes {
    const uint8_t *data;
    size_t size;
} SliceBytes;

/* A row of macroblocks and the slices that code it. Slices never go over the end of a row. */
typedef struct MacroblockRow {
    int slice_count;
    SliceBytes slice[MAX_COLUMNS];
    int missing; /* macroblocks that could not be decoded */
    Macroblock macroblock[MAX_COLUMNS];
} MacroblockRow;

#endif
