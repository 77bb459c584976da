/*
 * The bit stream of the test encoder: what the decoder's headers.c, slice.c and coefficients.c
 * read, written. Code words come from the decoder's tables; that these are the standard's is
 * for the comparison with other decoders to show.
 */
#include "writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_byte(Writer *writer, uint8_t byte)
{
    if (writer->size == writer->capacity) {
        writer->capacity = writer->capacity * 2 + 65536;
        writer->bytes = realloc(writer->bytes, writer->capacity);
        if (writer->bytes == NULL) {
            fputs("make-video: out of memory\n", stderr);
            exit(1);
        }
    }
    writer->bytes[writer->size++] = byte;
}

void put_bits(Writer *writer, uint32_t value, int count)
{
    writer->pending = writer->pending << count | (value & ((1u << count) - 1));
    for (writer->pending_bits += count; writer->pending_bits >= 8; writer->pending_bits -= 8)
        put_byte(writer, (uint8_t)(writer->pending >> (writer->pending_bits - 8)));
}

void put_start_code(Writer *writer, int code)
{
    put_bits(writer, 0, (8 - writer->pending_bits) % 8);
    put_bits(writer, 1, 24);
    put_bits(writer, (uint32_t)code, 8);
}

static void put_code(Writer *writer, const Code *codes, int count, int value)
{
    for (int i = 0; i < count; i++) {
        if (codes[i].value == value) {
            put_bits(writer, codes[i].bits, codes[i].length);
            return;
        }
    }
    fprintf(stderr, "make-video: no code for %d\n", value);
    exit(1);
}

static void put_weights(Writer *writer, const uint8_t weights[64])
{
    for (int i = 0; i < 64; i++)
        put_bits(writer, weights[zigzag_scan[i]], 8);
}

void write_sequence(Writer *writer, const Sequence *sequence, int rate_code, int has_weights)
{
    put_start_code(writer, 0xb3);
    put_bits(writer, (uint32_t)sequence->width, 12);
    put_bits(writer, (uint32_t)sequence->height, 12);
    put_bits(writer, (uint32_t)sequence->aspect, 4);
    put_bits(writer, (uint32_t)rate_code, 4);
    put_bits(writer, 37500, 18); /* 15 Mb/s */
    put_bits(writer, 1, 1);
    put_bits(writer, 112, 10);
    put_bits(writer, 0, 1);
    for (int i = 1; i >= 0; i--) {
        put_bits(writer, (uint32_t)has_weights, 1);
        if (has_weights)
            put_weights(writer, sequence->weights[i]);
    }
    put_start_code(writer, 0xb5);
    put_bits(writer, 1, 4);
    put_bits(writer, sequence->width > 720 ? 0x44 : 0x48, 8); /* main profile, high or main level */
    put_bits(writer, (uint32_t)sequence->is_progressive, 1);
    put_bits(writer, 1, 2); /* 4:2:0 */
    put_bits(writer, 0, 4 + 12);
    put_bits(writer, 1, 1);
    put_bits(writer, 0, 8 + 1 + 7);
}

void write_group(Writer *writer, int is_closed)
{
    put_start_code(writer, 0xb8);
    put_bits(writer, 1u << 12, 24); /* time code: only its marker */
    put_bits(writer, 0, 1);
    put_bits(writer, (uint32_t)is_closed, 1);
    put_bits(writer, 0, 1);
}

void write_picture(Writer *writer, const PictureHeader *header, const Sequence *sequence,
                   int number)
{
    put_start_code(writer, 0x00);
    put_bits(writer, (uint32_t)number, 10);
    put_bits(writer, (uint32_t)header->type + 1, 3);
    put_bits(writer, 0xffff, 16);
    for (int i = 0; i < (int)header->type; i++)
        put_bits(writer, 7, 4); /* vector codes of MPEG-1, unused */
    put_bits(writer, 0, 1);
    put_start_code(writer, 0xb5);
    put_bits(writer, 8, 4);
    for (int i = 0; i < 4; i++)
        put_bits(writer, (uint32_t)header->f_code[i / 2][i % 2], 4);
    put_bits(writer, (uint32_t)header->dc_precision, 2);
    put_bits(writer, 3, 2); /* frame picture */
    put_bits(writer, (uint32_t)header->is_top_field_first, 1);
    put_bits(writer, (uint32_t)header->is_frame_only, 1);
    put_bits(writer, (uint32_t)header->has_concealment_vectors, 1);
    put_bits(writer, (uint32_t)header->scale_type, 1);
    put_bits(writer, (uint32_t)header->intra_table, 1);
    put_bits(writer, (uint32_t)header->is_alternate_scan, 1);
    put_bits(writer, 0, 1);
    put_bits(writer, (uint32_t)sequence->is_progressive, 1); /* chroma_420_type */
    put_bits(writer, (uint32_t)sequence->is_progressive, 1);
    put_bits(writer, 0, 1);
}

int scale_code(const PictureHeader *header, int scale)
{
    for (int code = 1; code < 32; code++) {
        if (quantiser_scales[header->scale_type][code] == scale)
            return code;
    }
    return 0;
}

/* What is passed on from macroblock to macroblock, as in the decoder's slice.c. */
typedef struct Slice {
    Writer *writer;
    const PictureHeader *header;
    int scale;
    int dc[3];
    int vector[2][2][2];
} Slice;

static void reset_dc(Slice *slice)
{
    for (int i = 0; i < 3; i++)
        slice->dc[i] = 128 << slice->header->dc_precision;
}

static void open_slice(Slice *slice, int r, int scale)
{
    put_start_code(slice->writer, r + 1);
    put_bits(slice->writer, (uint32_t)scale_code(slice->header, scale), 5);
    put_bits(slice->writer, 0, 1);
    slice->scale = scale;
    reset_dc(slice);
    memset(slice->vector, 0, sizeof slice->vector);
}

static void put_component(Slice *slice, int f_code, int predicted, int value)
{
    int rest = f_code - 1;
    int range = 32 << rest;
    int difference = value - predicted;
    if (difference < -range / 2)
        difference += range;
    if (difference >= range / 2)
        difference -= range;
    int size = abs(difference) - 1;
    put_code(slice->writer, motion_codes, MOTION_CODES, difference == 0 ? 0 : (size >> rest) + 1);
    if (difference == 0)
        return;
    put_bits(slice->writer, difference < 0, 1);
    put_bits(slice->writer, (uint32_t)size & ((1u << rest) - 1), rest);
}

static void put_frame_vector(Slice *slice, int d, Vector vector)
{
    int *predicted = slice->vector[d][0];
    put_component(slice, slice->header->f_code[d][0], predicted[0], vector.x);
    put_component(slice, slice->header->f_code[d][1], predicted[1], vector.y);
    for (int i = 0; i < 2; i++) {
        slice->vector[d][i][0] = vector.x;
        slice->vector[d][i][1] = vector.y;
    }
}

static void put_field_vector(Slice *slice, int d, int which, Vector vector)
{
    int *predicted = slice->vector[d][which];
    put_bits(slice->writer, (uint32_t)vector.field, 1);
    put_component(slice, slice->header->f_code[d][0], predicted[0], vector.x);
    put_component(slice, slice->header->f_code[d][1], predicted[1] >> 1, vector.y);
    predicted[0] = vector.x;
    predicted[1] = vector.y * 2;
}

static void put_difference(Slice *slice, int difference)
{
    if (difference == 0)
        put_bits(slice->writer, 0, 1);
    else
        put_bits(slice->writer, difference > 0 ? 2 : 3, 2);
}

static void put_dual_prime(Slice *slice, Vector vector, const int difference[2])
{
    int *predicted = slice->vector[0][0];
    put_component(slice, slice->header->f_code[0][0], predicted[0], vector.x);
    put_difference(slice, difference[0]);
    put_component(slice, slice->header->f_code[0][1], predicted[1] >> 1, vector.y);
    put_difference(slice, difference[1]);
    for (int i = 0; i < 2; i++) {
        slice->vector[0][i][0] = vector.x;
        slice->vector[0][i][1] = vector.y * 2;
    }
}

static void put_vectors(Slice *slice, const Macroblock *mb, const Choice *choice, int d)
{
    if (mb->motion_type == FRAME_MOTION) {
        put_frame_vector(slice, d, mb->vector[d][0]);
    } else if (mb->motion_type == FIELD_MOTION) {
        for (int i = 0; i < 2; i++)
            put_field_vector(slice, d, i, mb->vector[d][i]);
    } else {
        put_dual_prime(slice, mb->vector[d][0], choice->difference);
    }
}

static const DctCode *find_dct_code(int run, int level)
{
    for (int i = 0; i < DCT_CODES; i++) {
        if (dct_codes[i].run == run && dct_codes[i].level == level)
            return &dct_codes[i];
    }
    return NULL;
}

static void put_level(Writer *writer, int table, int run, int level)
{
    const DctCode *code = find_dct_code(run, abs(level));
    if (code != NULL) {
        put_bits(writer, code->bits[table], code->length[table]);
        put_bits(writer, level < 0, 1);
    } else {
        put_bits(writer, dct_escape.bits, dct_escape.length);
        put_bits(writer, (uint32_t)run, 6);
        put_bits(writer, (uint32_t)level, 12);
    }
}

static void put_dc(Slice *slice, int component, int value)
{
    int difference = value - slice->dc[component];
    int size = 0;
    while (abs(difference) >> size)
        size++;
    put_code(slice->writer, dc_codes[component > 0], DC_CODES, size);
    put_bits(slice->writer, (uint32_t)(difference < 0 ? difference - 1 : difference), size);
    slice->dc[component] = value;
}

static void put_block(Slice *slice, const Macroblock *mb, int b)
{
    const uint8_t *scan = slice->header->is_alternate_scan ? alternate_scan : zigzag_scan;
    const int16_t *block = mb->block[b];
    int is_intra = mb->type & MB_INTRA;
    int table = is_intra ? slice->header->intra_table : 0;
    int run = 0;
    if (is_intra)
        put_dc(slice, b < 4 ? 0 : b - 3, block[0]);
    for (int i = is_intra; i < 64; i++) {
        int level = block[scan[i]];
        if (level == 0) {
            run++;
        } else {
            if (i == 0 && abs(level) == 1)
                put_bits(slice->writer, level < 0 ? 3 : 2, 2);
            else
                put_level(slice->writer, table, run, level);
            run = 0;
        }
    }
    put_bits(slice->writer, end_of_block[table].bits, end_of_block[table].length);
}

static int is_still(const Macroblock *mb)
{
    return mb->motion_type == FRAME_MOTION && mb->vector[0][0].x == 0 && mb->vector[0][0].y == 0;
}

/* What is sent as the type of a macroblock. */
static int type_to_send(const Slice *slice, const Macroblock *mb)
{
    int type = mb->type;
    if (mb->coded && (type & MB_INTRA) == 0)
        type |= MB_PATTERN;
    if (type & (MB_INTRA | MB_PATTERN) && mb->scale != slice->scale)
        type |= MB_QUANT;
    if (slice->header->type == P_PICTURE && type & MB_PATTERN && is_still(mb))
        type &= ~MB_FORWARD;
    return type;
}

static void put_pattern(Writer *writer, int coded)
{
    int pattern = 0;
    for (int b = 0; b < BLOCKS; b++)
        pattern |= (coded >> b & 1) << (BLOCKS - 1 - b);
    put_code(writer, pattern_codes, PATTERN_CODES, pattern);
}

static void put_macroblock(Slice *slice, const Macroblock *mb, const Choice *choice)
{
    Writer *writer = slice->writer;
    const PictureHeader *header = slice->header;
    int type = type_to_send(slice, mb);
    put_code(writer, type_codes[header->type], MAX_TYPE_CODES, type);
    if (!header->is_frame_only && type & (MB_FORWARD | MB_BACKWARD))
        put_bits(writer, mb->motion_type, 2);
    if (!header->is_frame_only && type & (MB_INTRA | MB_PATTERN))
        put_bits(writer, mb->is_field_dct, 1);
    if (type & MB_QUANT) {
        put_bits(writer, (uint32_t)scale_code(header, mb->scale), 5);
        slice->scale = mb->scale;
    }
    for (int d = 0; d < 2; d++) {
        if (type & (d == 0 ? MB_FORWARD : MB_BACKWARD))
            put_vectors(slice, mb, choice, d);
    }
    if (type & MB_INTRA && header->has_concealment_vectors) {
        put_frame_vector(slice, 0, mb->vector[0][0]);
        put_bits(writer, 1, 1);
    } else if ((type & (MB_FORWARD | MB_BACKWARD)) == 0) {
        memset(slice->vector, 0, sizeof slice->vector);
    }
    if (type & MB_PATTERN)
        put_pattern(writer, mb->coded);
    if ((type & MB_INTRA) == 0)
        reset_dc(slice);
    for (int b = 0; b < BLOCKS; b++) {
        if (mb->coded >> b & 1)
            put_block(slice, mb, b);
    }
}

/* Whether a decoder that gets nothing for a macroblock would do what this one says. */
static int may_skip(const Slice *slice, const Macroblock *before, const Macroblock *mb)
{
    if (mb->coded || mb->type & MB_INTRA || mb->motion_type != FRAME_MOTION)
        return 0;
    if (slice->header->type == P_PICTURE)
        return is_still(mb);
    if (mb->type != before->type)
        return 0;
    for (int d = 0; d < 2; d++) {
        const int *predicted = slice->vector[d][0];
        if (mb->type & (d == 0 ? MB_FORWARD : MB_BACKWARD) &&
            (mb->vector[d][0].x != predicted[0] || mb->vector[d][0].y != predicted[1]))
            return 0;
    }
    return 1;
}

static void put_increment(Writer *writer, int increment)
{
    for (; increment > 33; increment -= 33)
        put_code(writer, increment_codes, INCREMENT_CODES, INCREMENT_ESCAPE);
    put_code(writer, increment_codes, INCREMENT_CODES, increment);
}

void write_row(Writer *writer, const PictureHeader *header, const Sequence *sequence, int r,
               const MacroblockRow *row, const Choice *choice)
{
    Slice slice = {writer, header, 0, {0, 0, 0}, {{{0}}}};
    int increment = 1;
    for (int c = 0; c < sequence->columns; c++, increment++) {
        const Macroblock *mb = &row->macroblock[c];
        int is_last = c + 1 == sequence->columns || choice[c + 1].starts_slice;
        if (c == 0 || choice[c].starts_slice) {
            open_slice(&slice, r, mb->scale);
            increment = c + 1;
        } else if (!is_last && may_skip(&slice, mb - 1, mb)) {
            reset_dc(&slice);
            if (header->type == P_PICTURE)
                memset(slice.vector, 0, sizeof slice.vector);
            continue;
        }
        put_increment(writer, increment);
        put_macroblock(&slice, mb, &choice[c]);
        increment = 0;
    }
}
