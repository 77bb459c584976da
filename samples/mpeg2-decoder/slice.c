/*
 * Variable length decoding of the slices of one row of macroblocks.
 *
 * Within a slice each macroblock depends on the one before: where it begins is known only when
 * that one has been read, and vectors and the means of intra blocks are sent as differences.
 * All of it starts anew with each slice, and slices begin with a code that can be found without
 * decoding anything; so rows can be decoded in any order.
 *
 * A slice may be damaged. Then what follows in it is lost: its macroblocks stay unknown, which
 * the reconstruction fills in. Every value that comes out of here is in its range, whatever the
 * bits were. Standard: ISO/IEC 13818-2, 6.2.4, 6.2.5, 7.2.1 and 7.6.3.
 */
#include "stages.h"

#include <string.h>

/* What is passed on from macroblock to macroblock. */
typedef struct Slice {
    const VlcTables *tables;
    const PictureHeader *header;
    BitReader bits;
    int is_damaged;
    int scale;
    int dc[3];              /* luma and the two chromas */
    int vector[2][2][2];    /* forward, backward; as Macroblock.vector; x, y of a frame vector */
} Slice;

static void reset_dc(Slice *slice)
{
    for (int i = 0; i < 3; i++)
        slice->dc[i] = 128 << slice->header->dc_precision;
}

static void reset_vectors(Slice *slice)
{
    memset(slice->vector, 0, sizeof slice->vector);
}

static void read_scale(Slice *slice)
{
    uint32_t code = bits_get(&slice->bits, 5);
    if (code == 0)
        slice->is_damaged = 1;
    slice->scale = quantiser_scales[slice->header->scale_type][code];
}

static int get_code(Slice *slice, const VlcTable *table)
{
    int value = vlc_get(table, &slice->bits);
    if (value != VLC_ERROR)
        return value;
    slice->is_damaged = 1;
    return 0;
}

static void open_slice(Slice *slice, const VlcTables *tables, const PictureHeader *header,
                       SliceBytes bytes)
{
    memset(slice, 0, sizeof *slice);
    slice->tables = tables;
    slice->header = header;
    slice->bits = bits_open(bytes.data, bytes.size);
    reset_dc(slice);
    read_scale(slice);
    while (bits_flag(&slice->bits) && !bits_overrun(&slice->bits)) /* extra information */
        bits_skip(&slice->bits, 8);
}

/* Macroblocks from the last one to the next one that is coded. */
static int read_increment(Slice *slice)
{
    int total = 0;
    int step;
    do {
        step = get_code(slice, &slice->tables->increment);
        total += step == INCREMENT_ESCAPE ? 33 : step;
    } while (step == INCREMENT_ESCAPE && total < MAX_COLUMNS);
    return total;
}

/* One component of a vector, in the units in which it is sent. */
static int read_component(Slice *slice, int f_code, int predicted)
{
    int code = get_code(slice, &slice->tables->motion);
    int rest = f_code - 1;
    if (code == 0)
        return predicted;
    if (f_code > 9) {
        slice->is_damaged = 1;
        return predicted;
    }
    int is_negative = bits_flag(&slice->bits);
    int size = ((code - 1) << rest) + 1;
    if (rest > 0)
        size += (int)bits_get(&slice->bits, rest);
    int value = is_negative ? predicted - size : predicted + size;
    if (value < -(16 << rest))
        value += 32 << rest;
    if (value >= 16 << rest)
        value -= 32 << rest;
    return value;
}

static Vector read_frame_vector(Slice *slice, int direction)
{
    const int *f_code = slice->header->f_code[direction];
    int *predicted = slice->vector[direction][0];
    for (int i = 0; i < 2; i++) {
        predicted[i] = read_component(slice, f_code[i], predicted[i]);
        slice->vector[direction][1][i] = predicted[i];
    }
    return (Vector){(int16_t)predicted[0], (int16_t)predicted[1], 0};
}

/* Lines of a field are twice as far apart as those of the frame. */
static Vector read_field_vector(Slice *slice, int direction, int which)
{
    const int *f_code = slice->header->f_code[direction];
    int *predicted = slice->vector[direction][which];
    int field = bits_flag(&slice->bits);
    int x = read_component(slice, f_code[0], predicted[0]);
    int y = read_component(slice, f_code[1], predicted[1] >> 1);
    predicted[0] = x;
    predicted[1] = y * 2;
    return (Vector){(int16_t)x, (int16_t)y, (int16_t)field};
}

static int read_difference(Slice *slice)
{
    if (!bits_flag(&slice->bits))
        return 0;
    return bits_flag(&slice->bits) ? -1 : 1;
}

/* Half of value * times, to the nearest, halves away from zero. */
static int scale_half(int value, int times)
{
    return (value * times + (value > 0)) >> 1;
}

/* One vector between fields of the same parity; those between fields of opposite parity follow
   from it by the distance in time, and a small difference. */
static void read_dual_prime(Slice *slice, Macroblock *mb)
{
    const int *f_code = slice->header->f_code[0];
    int *predicted = slice->vector[0][0];
    int times = slice->header->is_top_field_first ? 1 : 3;
    int x = read_component(slice, f_code[0], predicted[0]);
    int more_x = read_difference(slice);
    int y = read_component(slice, f_code[1], predicted[1] >> 1);
    int more_y = read_difference(slice);
    for (int i = 0; i < 2; i++) {
        mb->vector[0][i] = (Vector){(int16_t)x, (int16_t)y, (int16_t)i};
        mb->opposite[i].x = (int16_t)(scale_half(x, times) + more_x);
        mb->opposite[i].y = (int16_t)(scale_half(y, times) + more_y + (i == 0 ? -1 : 1));
        mb->opposite[i].field = (int16_t)!i;
        slice->vector[0][i][0] = x;
        slice->vector[0][i][1] = y * 2;
        times = 4 - times;
    }
}

static void read_vectors(Slice *slice, Macroblock *mb, int direction)
{
    if (mb->motion_type == FRAME_MOTION) {
        mb->vector[direction][0] = read_frame_vector(slice, direction);
    } else if (mb->motion_type == FIELD_MOTION) {
        for (int i = 0; i < 2; i++)
            mb->vector[direction][i] = read_field_vector(slice, direction, i);
    } else if (mb->motion_type == DUAL_PRIME && slice->header->type == P_PICTURE) {
        read_dual_prime(slice, mb);
    } else {
        slice->is_damaged = 1;
    }
}

/* Predicted from the same place of the frame before. */
static void set_still(Macroblock *mb)
{
    mb->type = MB_FORWARD;
    mb->motion_type = FRAME_MOTION;
    mb->vector[0][0] = (Vector){0, 0, 0};
}

static void read_motion(Slice *slice, Macroblock *mb)
{
    if (mb->type & MB_FORWARD)
        read_vectors(slice, mb, 0);
    if (mb->type & MB_BACKWARD)
        read_vectors(slice, mb, 1);
    if (mb->type & MB_INTRA) {
        if (slice->header->has_concealment_vectors) {
            (void)read_frame_vector(slice, 0);
            bits_skip(&slice->bits, 1); /* marker */
        } else {
            reset_vectors(slice);
        }
    } else if ((mb->type & (MB_FORWARD | MB_BACKWARD)) == 0) {
        reset_vectors(slice);
        set_still(mb);
    }
}

static void read_blocks(Slice *slice, Macroblock *mb)
{
    int is_good = 1;
    for (int b = 0; b < BLOCKS && is_good; b++) {
        int component = b < 4 ? 0 : b - 3;
        if ((mb->coded >> b & 1) == 0)
            continue;
        if (mb->type & MB_INTRA)
            is_good = decode_intra_block(slice->tables, slice->header, &slice->bits,
                                         component > 0, &slice->dc[component], mb->block[b]);
        else
            is_good =
                decode_inter_block(slice->tables, slice->header, &slice->bits, mb->block[b]);
    }
    if (!is_good)
        slice->is_damaged = 1;
}

/* The pattern is sent with the first block in its highest bit. */
static int read_pattern(Slice *slice)
{
    int sent = get_code(slice, &slice->tables->pattern);
    int coded = 0;
    for (int b = 0; b < BLOCKS; b++)
        coded |= (sent >> (BLOCKS - 1 - b) & 1) << b;
    return coded;
}

static void read_macroblock(Slice *slice, Macroblock *mb)
{
    BitReader *bits = &slice->bits;
    int is_frame_only = slice->header->is_frame_only;
    int type = get_code(slice, &slice->tables->type[slice->header->type]);
    mb->type = type & (MB_INTRA | MB_FORWARD | MB_BACKWARD);
    mb->motion_type = FRAME_MOTION;
    mb->is_field_dct = 0;
    mb->coded = 0;
    if (!is_frame_only && type & (MB_FORWARD | MB_BACKWARD))
        mb->motion_type = (uint8_t)bits_get(bits, 2);
    if (!is_frame_only && type & (MB_INTRA | MB_PATTERN))
        mb->is_field_dct = (uint8_t)bits_flag(bits);
    if (type & MB_QUANT)
        read_scale(slice);
    mb->scale = (uint8_t)slice->scale;
    read_motion(slice, mb);
    if (type & MB_INTRA)
        mb->coded = (1 << BLOCKS) - 1;
    else if (type & MB_PATTERN)
        mb->coded = (uint8_t)read_pattern(slice);
    if ((type & MB_INTRA) == 0)
        reset_dc(slice);
    if (!slice->is_damaged)
        read_blocks(slice, mb);
    mb->is_known = !slice->is_damaged && !bits_overrun(bits);
}

/* A macroblock that is not sent: still in a P picture, moving on like the one before it in a
   B picture. */
static void skip_macroblock(Slice *slice, const Macroblock *before, Macroblock *mb)
{
    mb->coded = 0;
    mb->is_field_dct = 0;
    mb->is_known = 1;
    reset_dc(slice);
    if (slice->header->type == P_PICTURE) {
        reset_vectors(slice);
        set_still(mb);
        return;
    }
    mb->type = before->type;
    mb->motion_type = FRAME_MOTION;
    for (int d = 0; d < 2; d++) {
        const int *predicted = slice->vector[d][0];
        mb->vector[d][0] = (Vector){(int16_t)predicted[0], (int16_t)predicted[1], 0};
    }
}

static int may_skip(const Slice *slice, const Macroblock *before)
{
    return slice->header->type == P_PICTURE ||
           (slice->header->type == B_PICTURE && (before->type & MB_INTRA) == 0);
}

static int at_end(const Slice *slice)
{
    return bits_peek(&slice->bits, 23) == 0;
}

static void decode_slice(Slice *slice, int columns, Macroblock *row)
{
    int column = read_increment(slice) - 1; /* the first one says where the slice begins */
    while (!slice->is_damaged && column >= 0 && column < columns) {
        read_macroblock(slice, &row[column]);
        if (!row[column].is_known || at_end(slice))
            return;
        int next = column + read_increment(slice);
        if (slice->is_damaged || next > columns ||
            (next > column + 1 && !may_skip(slice, &row[column])))
            return;
        for (column++; column < next; column++)
            skip_macroblock(slice, &row[column - 1], &row[column]);
    }
}

void decode_row(const VlcTables *tables, const PictureHeader *header, int columns,
                MacroblockRow *row)
{
    for (int c = 0; c < columns; c++)
        row->macroblock[c].is_known = 0;
    for (int i = 0; i < row->slice_count; i++) {
        Slice slice;
        open_slice(&slice, tables, header, row->slice[i]);
        decode_slice(&slice, columns, row->macroblock);
    }
    row->missing = 0;
    for (int c = 0; c < columns; c++)
        row->missing += !row->macroblock[c].is_known;
}
