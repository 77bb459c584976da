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

/* One component of a frame, or of every second line of it. */
typedef struct Plane {
    const uint8_t *samples;
    int stride;
    int width, height;
} Plane;

static int limit(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static Plane frame_plane(const Sequence *sequence, const Frame *frame, int component)
{
    if (component == 0)
        return (Plane){frame->luma[0], MAX_WIDTH, sequence->columns * 16, sequence->rows * 16};
    return (Plane){frame->chroma[component - 1][0], MAX_WIDTH / 2, sequence->columns * 8,
                   sequence->rows * 8};
}

static Plane field_plane(Plane plane, int field)
{
    plane.samples += field * plane.stride;
    plane.stride *= 2;
    plane.height /= 2;
    return plane;
}

/* Copies `size` by `lines` samples from x, y in half samples to lines `stride` apart. */
static void copy_area(const Plane *plane, int x, int y, int size, int lines, uint8_t *to,
                      int stride)
{
    x = limit(x, 0, 2 * (plane->width - size));
    y = limit(y, 0, 2 * (plane->height - lines));
    const uint8_t *from = plane->samples + (y >> 1) * plane->stride + (x >> 1);
    const uint8_t *below = from + (y & 1) * plane->stride;
    int right = x & 1;
    for (int i = 0; i < lines; i++) {
        if (right && y & 1) {
            for (int j = 0; j < size; j++)
                to[j] = (uint8_t)((from[j] + from[j + 1] + below[j] + below[j + 1] + 2) >> 2);
        } else if (right || y & 1) {
            for (int j = 0; j < size; j++)
                to[j] = (uint8_t)((from[j] + below[j + right] + 1) >> 1);
        } else {
            memcpy(to, from, (size_t)size);
        }
        from += plane->stride;
        below += plane->stride;
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
        Plane plane = frame_plane(sequence, from, k);
        copy_area(&plane, 2 * size * c + for_component(vector.x, k),
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
        Plane plane = field_plane(frame_plane(sequence, from, k), vector.field);
        copy_area(&plane, 2 * size * c + for_component(vector.x, k),
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

static void store(const Area *area, int c, int r, Frame *frame)
{
    for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 16; j++)
            frame->luma[16 * r + i][16 * c + j] = area->luma[i][j];
    }
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 8; j++)
                frame->chroma[k][8 * r + i][8 * c + j] = area->chroma[k][i][j];
        }
    }
}

void reconstruct_row(const Sequence *sequence, const MacroblockRow *row, int r,
                     const Frame *past, const Frame *future, Frame *current)
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
        store(&area, c, r, current);
    }
}
