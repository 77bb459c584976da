/*
 * How each macroblock is coded: a search for motion in steps that become smaller, and the way
 * whose prediction differs least from the picture. When exercising, one in eight is coded
 * in a way drawn by lot instead, so that a stream has everything that a decoder must know.
 */
#include "modes.h"

#include "scene.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME = -1, FIELD_GAIN = 96, INTRA_LOSS = 700 };

/* Half samples by which vectors may differ from 0, as f_code 2 allows. */
enum { LOWEST = -32, HIGHEST = 31 };

/* Where the source lines of a prediction are, and how many. */
static int line_count(int field)
{
    return field == FRAME ? 16 : 8;
}

static int source_line(int field, int r, int i)
{
    return field == FRAME ? 16 * r + i : 16 * r + 2 * i + field;
}

static int is_inside(const Job *job, int field, int c, int r, Vector v)
{
    int lines = line_count(field);
    int x = 32 * c + v.x, y = 2 * lines * r + v.y;
    return v.x >= LOWEST && v.x <= HIGHEST && v.y >= LOWEST && v.y <= HIGHEST && x >= 0 &&
           y >= 0 && x <= 32 * (job->sequence->columns - 1) &&
           y <= 2 * lines * (job->sequence->rows - 1);
}

/* Line i of a predicted luma block. */
static void predict_line(const Frame *from, int field, int c, int r, Vector v, int i, int line[16])
{
    int x = 16 * c + (v.x >> 1);
    int y = line_count(field) * r + (v.y >> 1) + i;
    int below = y + (v.y & 1);
    int right = v.x & 1;
    const uint8_t *a = frame_line(from, 0, field == FRAME ? y : 2 * y + v.field) + x;
    const uint8_t *b = frame_line(from, 0, field == FRAME ? below : 2 * below + v.field) + x;
    for (int j = 0; j < 16; j++)
        line[j] = (a[j] + a[j + right] + b[j] + b[j + right] + 2) >> 2;
}

static int difference_of(const Job *job, const Frame *from, int field, int c, int r, Vector v)
{
    int sum = 0;
    for (int i = 0; i < line_count(field); i++) {
        const uint8_t *source = frame_line(job->source, 0, source_line(field, r, i)) + 16 * c;
        int line[16];
        predict_line(from, field, c, r, v, i, line);
        for (int j = 0; j < 16; j++)
            sum += abs(source[j] - line[j]);
    }
    return sum;
}

/* The same for the mean of two predictions. */
static int difference_of_both(const Job *job, int c, int r, Vector forward, Vector backward)
{
    int sum = 0;
    for (int i = 0; i < 16; i++) {
        const uint8_t *source = frame_line(job->source, 0, 16 * r + i) + 16 * c;
        int one[16], two[16];
        predict_line(job->past, FRAME, c, r, forward, i, one);
        predict_line(job->future, FRAME, c, r, backward, i, two);
        for (int j = 0; j < 16; j++)
            sum += abs(source[j] - ((one[j] + two[j] + 1) >> 1));
    }
    return sum;
}

/* Searches around *best, which has to lie inside; returns what remains. */
static int refine(const Job *job, const Frame *from, int field, int c, int r, int step,
                  Vector *best)
{
    int least = difference_of(job, from, field, c, r, *best);
    while (step > 0) {
        Vector centre = *best;
        for (int k = 0; k < 9; k++) {
            Vector v = {(int16_t)(centre.x + (k % 3 - 1) * step),
                        (int16_t)(centre.y + (k / 3 - 1) * step), centre.field};
            int difference = k != 4 && is_inside(job, field, c, r, v)
                                 ? difference_of(job, from, field, c, r, v)
                                 : INT_MAX;
            if (difference < least) {
                least = difference;
                *best = v;
            }
        }
        if (best->x == centre.x && best->y == centre.y)
            step /= 2;
    }
    return least;
}

static int search_frame(const Job *job, const Frame *from, int c, int r, Vector near, Vector *best)
{
    Vector zero = {0, 0, 0};
    *best = zero;
    if (is_inside(job, FRAME, c, r, near) &&
        difference_of(job, from, FRAME, c, r, near) + 64 <
            difference_of(job, from, FRAME, c, r, zero))
        *best = near;
    return refine(job, from, FRAME, c, r, 4, best);
}

/* For each field of the macroblock the better field to predict it from. */
static int search_fields(const Job *job, const Frame *from, int c, int r, Vector near,
                         Vector best[2])
{
    int sum = 0;
    for (int field = 0; field < 2; field++) {
        int least = INT_MAX;
        for (int other = 0; other < 2; other++) {
            Vector v = {near.x, (int16_t)(near.y / 2), (int16_t)other};
            if (!is_inside(job, field, c, r, v))
                v = (Vector){0, 0, (int16_t)other};
            int difference = refine(job, from, field, c, r, 2, &v);
            if (difference < least) {
                least = difference;
                best[field] = v;
            }
        }
        sum += least;
    }
    return sum;
}

static void set_motion(Macroblock *mb, int type, int motion_type)
{
    mb->type = (uint8_t)type;
    mb->motion_type = (uint8_t)motion_type;
}

/* How far luma samples are from their mean, together. */
static int activity(const Job *job, int c, int r)
{
    int mean = 128, sum = 0;
    for (int i = 0; i < 256; i++)
        mean += frame_line(job->source, 0, 16 * r + i / 16)[16 * c + i % 16];
    mean /= 256;
    for (int i = 0; i < 256; i++)
        sum += abs(frame_line(job->source, 0, 16 * r + i / 16)[16 * c + i % 16] - mean);
    return sum;
}

/* Prediction from one frame into vector[d]; returns what remains. */
static int choose_direction(const Job *job, int c, int r, int d, const Vector *near,
                            Macroblock *mb)
{
    const Frame *from = d == 0 ? job->past : job->future;
    Vector frame, fields[2];
    int least = search_frame(job, from, c, r, *near, &frame);
    set_motion(mb, d == 0 ? MB_FORWARD : MB_BACKWARD, FRAME_MOTION);
    mb->vector[d][0] = frame;
    if (job->header->is_frame_only)
        return least;
    int difference = search_fields(job, from, c, r, frame, fields);
    if (difference + FIELD_GAIN >= least)
        return least;
    mb->motion_type = FIELD_MOTION;
    memcpy(mb->vector[d], fields, sizeof fields);
    return difference;
}

static void choose_inter(const Job *job, int c, int r, Vector near[2], Macroblock *mb)
{
    Macroblock backward = *mb;
    int least = choose_direction(job, c, r, 0, &near[0], mb);
    near[0] = mb->vector[0][0];
    if (job->header->type == B_PICTURE) {
        int difference = choose_direction(job, c, r, 1, &near[1], &backward);
        int is_frame = mb->motion_type == FRAME_MOTION && backward.motion_type == FRAME_MOTION;
        near[1] = backward.vector[1][0];
        int both = is_frame ? difference_of_both(job, c, r, near[0], near[1]) : INT_MAX;
        memcpy(mb->vector[1], backward.vector[1], sizeof mb->vector[1]);
        if (both < least && both < difference)
            mb->type = MB_FORWARD | MB_BACKWARD;
        else if (difference < least)
            set_motion(mb, MB_BACKWARD, backward.motion_type);
        least = both < least ? both : least;
        least = difference < least ? difference : least;
    }
    if (least > activity(job, c, r) + INTRA_LOSS)
        set_motion(mb, MB_INTRA, FRAME_MOTION);
}

/* Whether lines of a field are more alike than lines of the frame. */
static int prefers_field_dct(const Job *job, int c, int r)
{
    int frame = 0, field = 0;
    for (int i = 0; i < 14; i++) {
        const uint8_t *line = frame_line(job->source, 0, 16 * r + i) + 16 * c;
        const uint8_t *next = frame_line(job->source, 0, 16 * r + i + 1) + 16 * c;
        const uint8_t *second = frame_line(job->source, 0, 16 * r + i + 2) + 16 * c;
        for (int j = 0; j < 16; j++) {
            frame += abs(line[j] - next[j]);
            field += abs(line[j] - second[j]);
        }
    }
    return field + FIELD_GAIN < frame;
}

/* A small vector that stays inside; odd in every way. */
static Vector draw_vector(const Job *job, int field, int c, int r, uint32_t lot)
{
    Vector v = {(int16_t)(lot % 23 - 11), (int16_t)(lot / 23 % 23 - 11), (int16_t)(lot >> 16 & 1)};
    if (!is_inside(job, field, c, r, v))
        v.x = v.y = 0;
    return v;
}

static void draw_dual_prime(uint32_t lot, Macroblock *mb, Choice *choice)
{
    int x = (int)(lot % 9) - 4, y = (int)(lot / 9 % 9) - 4;
    int times = 1; /* the top field comes first */
    for (int i = 0; i < 2; i++)
        choice->difference[i] = (int)(lot >> (16 + 2 * i) & 3) % 3 - 1;
    set_motion(mb, MB_FORWARD, DUAL_PRIME);
    for (int i = 0; i < 2; i++, times = 3) {
        mb->vector[0][i] = (Vector){(int16_t)x, (int16_t)y, (int16_t)i};
        mb->opposite[i].x = (int16_t)(((x * times + (x > 0)) >> 1) + choice->difference[0]);
        mb->opposite[i].y = (int16_t)(((y * times + (y > 0)) >> 1) + choice->difference[1] +
                                      (i == 0 ? -1 : 1));
        mb->opposite[i].field = (int16_t)!i;
    }
}

/* Codes a macroblock in a way drawn by lot. */
static void draw(const Job *job, int c, int r, uint32_t lot, Macroblock *mb, Choice *choice)
{
    const PictureHeader *header = job->header;
    int is_border = c == 0 || r == 0 || c + 1 == job->sequence->columns ||
                    r + 1 == job->sequence->rows;
    int motion = header->is_frame_only || lot & 64 ? FRAME_MOTION : FIELD_MOTION;
    int type = header->type == B_PICTURE ? (int)(lot >> 4 & 3) * 4 : MB_FORWARD;
    if (lot & 1)
        mb->scale = quantiser_scales[header->scale_type][1 + (lot >> 8) % 31];
    if (!header->is_frame_only)
        mb->is_field_dct = lot >> 1 & 1;
    if (header->type == I_PICTURE || (lot & 12) == 0)
        return;
    if (job->may_dual_prime && !header->is_frame_only && !is_border && lot & 128) {
        draw_dual_prime(lot >> 9, mb, choice);
        return;
    }
    set_motion(mb, type == 0 ? MB_INTRA : type, motion);
    for (int d = 0; d < 2; d++) {
        for (int i = 0; i < 2; i++)
            mb->vector[d][i] = draw_vector(job, motion == FRAME_MOTION ? FRAME : i, c, r,
                                           scene_hash(lot, (uint32_t)d, (uint32_t)i));
    }
}

void choose_row(const Job *job, int r, MacroblockRow *row, Choice *choice)
{
    Vector near[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int c = 0; c < job->sequence->columns; c++) {
        Macroblock *mb = &row->macroblock[c];
        uint32_t lot = scene_hash((uint32_t)c, (uint32_t)r, (uint32_t)job->number);
        memset(mb, 0, sizeof *mb);
        memset(&choice[c], 0, sizeof choice[c]);
        mb->is_known = 1;
        mb->scale = quantiser_scales[job->header->scale_type][job->quantiser];
        set_motion(mb, MB_INTRA, FRAME_MOTION);
        if (!job->header->is_frame_only)
            mb->is_field_dct = (uint8_t)prefers_field_dct(job, c, r);
        if (job->header->type != I_PICTURE)
            choose_inter(job, c, r, near, mb);
        if (job->is_exercising && lot % 8 == 0)
            draw(job, c, r, lot >> 3, mb, &choice[c]);
        choice[c].starts_slice = job->is_exercising && c > 0 && lot % 13 == 0;
    }
}
