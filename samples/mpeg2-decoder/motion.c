/*
 * Motion compensation and reconstruction.
 *
 * A macroblock is predicted from one or two areas of other frames, or of their fields, which
 * may lie halfway between samples; to the prediction the transformed blocks are added. The area
 * is put together in a small buffer and then stored once: every sample of the frame is written
 * exactly once, by the macroblock it belongs to.
 *
 * Vectors of a sound stream never leave the frame; those of a damaged one are limited to it.
 * Macroblocks that could not be decoded show what was at their place in the frame before.
 * Standard: ISO/IEC 13818-2, 7.6.
 */
#include "stages.h"

#include <string.h>

/* The samples of a macroblock. */
typedef struct Area {
    uint8_t luma[16][16];
    uint8_t chroma[2][8][8];
} Area;

static uint8_t *area_samples(Area *area, int component)
{
    return component == 0 ? area->luma[0] : area->chroma[component - 1][0];
}

static int limit(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* Part of one component of a frame: the lines `first`, first + step, ... of it. */
typedef struct Lines {
    int component;
    int first, step;
    int width, height;
} Lines;

/* Copies `size` by `count` samples that begin at x, y of these lines, in half samples. */
static void copy_area(const Frame *frame, Lines lines, int x, int y, int size, int count,
                      uint8_t *to, int stride)
{
    x = limit(x, 0, 2 * (lines.width - size));
    y = limit(y, 0, 2 * (lines.height - count));
    int right = x & 1;
    int down = y & 1;
    for (int i = 0; i < count; i++) {
        int line = lines.first + (y / 2 + i) * lines.step;
        const uint8_t *from = frame_line(frame, lines.component, line) + x / 2;
        const uint8_t *below =
            frame_line(frame, lines.component, line + down * lines.step) + x / 2;
        if (right && down) {
            for (int j = 0; j < size; j++)
                to[j] = (uint8_t)((from[j] + from[j + 1] + below[j] + below[j + 1] + 2) >> 2);
        } else if (right || down) {
            for (int j = 0; j < size; j++)
                to[j] = (uint8_t)((from[j] + below[j + right] + 1) >> 1);
        } else {
            memcpy(to, from, (size_t)size);
        }
        to += stride;
    }
}

/* A vector for luma, or half of it for chroma. */
static int for_component(int vector, int component)
{
    return component == 0 ? vector : vector / 2;
}

static void predict_frame(const Sequence *sequence, const Frame *from, int c, int r,
                          Vector vector, Area *area)
{
    for (int k = 0; k < 3; k++) {
        int size = k == 0 ? 16 : 8;
        Lines lines = {k, 0, 1, size * sequence->columns, size * sequence->rows};
        copy_area(from, lines, 2 * size * c + for_component(vector.x, k),
                  2 * size * r + for_component(vector.y, k), size, size,
                  area_samples(area, k), size);
    }
}

/* Predicts the lines of the top field (0) or the bottom field (1). */
static void predict_field(const Sequence *sequence, const Frame *from, int c, int r,
                          Vector vector, int field, Area *area)
{
    for (int k = 0; k < 3; k++) {
        int size = k == 0 ? 16 : 8;
        Lines lines = {k, vector.field, 2, size * sequence->columns, size / 2 * sequence->rows};
        copy_area(from, lines, 2 * size * c + for_component(vector.x, k),
                  size * r + for_component(vector.y, k), size, size / 2,
                  area_samples(area, k) + field * size, 2 * size);
    }
}

static void average_samples(uint8_t *to, const uint8_t *other, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = (uint8_t)((to[i] + other[i] + 1) >> 1);
}

static void average(Area *area, Area *other)
{
    for (int k = 0; k < 3; k++)
        average_samples(area_samples(area, k), area_samples(other, k), k == 0 ? 256 : 64);
}

static void predict(const Sequence *sequence, const Frame *from, int c, int r,
                    const Macroblock *mb, const Vector *vector, Area *area)
{
    if (mb->motion_type == FRAME_MOTION) {
        predict_frame(sequence, from, c, r, vector[0], area);
    } else {
        for (int field = 0; field < 2; field++)
            predict_field(sequence, from, c, r, vector[field], field, area);
    }
}

static void predict_macroblock(const Sequence *sequence, const Macroblock *mb, int c, int r,
                               const Frame *past, const Frame *future, Area *area)
{
    Area second;
    if (mb->type & MB_FORWARD)
        predict(sequence, past, c, r, mb, mb->vector[0], area);
    else
        predict(sequence, future, c, r, mb, mb->vector[1], area);
    if (mb->motion_type == DUAL_PRIME)
        predict(sequence, past, c, r, mb, mb->opposite, &second);
    else if (mb->type & MB_FORWARD && mb->type & MB_BACKWARD)
        predict(sequence, future, c, r, mb, mb->vector[1], &second);
    else
        return;
    average(area, &second);
}

/* Adds one block to lines `stride` apart. */
static void add_block(const int16_t block[64], uint8_t *to, int stride)
{
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++)
            to[j] = (uint8_t)limit(to[j] + block[8 * i + j], 0, 255);
        to += stride;
    }
}

/* Luma blocks are the quarters of the macroblock, or the halves of each field. */
static void add_blocks(const Macroblock *mb, Area *area)
{
    int stride = mb->is_field_dct ? 32 : 16;
    int lower = mb->is_field_dct ? 1 : 8; /* first line of the blocks 2 and 3 */
    for (int b = 0; b < 4; b++) {
        if (mb->coded >> b & 1)
            add_block(mb->block[b], &area->luma[b / 2 * lower][b % 2 * 8], stride);
    }
    for (int b = 4; b < BLOCKS; b++) {
        if (mb->coded >> b & 1)
            add_block(mb->block[b], area->chroma[b - 4][0], 8);
    }
}

static void store(const Area *area, int c, FrameRow *row)
{
    for (int i = 0; i < 16; i++)
        memcpy(row->luma[i] + 16 * c, area->luma[i], 16);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 8; i++)
            memcpy(row->chroma[k][i] + 8 * c, area->chroma[k][i], 8);
    }
}

void reconstruct_row(const Sequence *sequence, const MacroblockRow *row, int r,
                     const Frame *past, const Frame *future, FrameRow *to)
{
    static const Vector still = {0, 0, 0};
    for (int c = 0; c < sequence->columns; c++) {
        const Macroblock *mb = &row->macroblock[c];
        Area area;
        if (!mb->is_known)
            predict_frame(sequence, past, c, r, still, &area);
        else if (mb->type & MB_INTRA)
            memset(&area, 0, sizeof area);
        else
            predict_macroblock(sequence, mb, c, r, past, future, &area);
        if (mb->is_known)
            add_blocks(mb, &area);
        store(&area, c, to);
    }
}
