#ifndef MPEG2_WRITER_H
#define MPEG2_WRITER_H

#include "picture.h"

/* A stream in memory, which grows. */
typedef struct Writer {
    uint8_t *bytes;
    size_t size, capacity;
    uint32_t pending; /* fewer than 8 bits, right aligned */
    int pending_bits;
} Writer;

/* What a macroblock needs beside what the decoder knows of it. */
typedef struct Choice {
    int starts_slice;
    int difference[2]; /* DUAL_PRIME */
} Choice;

void put_bits(Writer *writer, uint32_t value, int count); /* count is 0..24 */
void put_start_code(Writer *writer, int code);

void write_sequence(Writer *writer, const Sequence *sequence, int rate_code, int has_weights);
void write_group(Writer *writer, int is_closed);
void write_picture(Writer *writer, const PictureHeader *header, const Sequence *sequence,
                   int number);

/* Writes row `r`. Macroblocks that need not be sent are left out, those of intra pictures and at
   the ends of slices excepted. */
void write_row(Writer *writer, const PictureHeader *header, const Sequence *sequence, int r,
               const MacroblockRow *row, const Choice *choice);

/* The code for a quantiser scale that it has. */
int scale_code(const PictureHeader *header, int scale);

#endif
