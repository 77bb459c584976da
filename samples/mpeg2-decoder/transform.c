/*
 * From levels to samples: scaling, mismatch control, inverse transform.
 *
 * All 64 coefficients are scaled, though most are zero: loops without a condition are faster
 * than looking for the others. The sum of a block must be odd before the transform, or decoders
 * whose transforms round differently would drift apart at one and the same picture; where it is
 * even, the last coefficient changes by one. Standard: ISO/IEC 13818-2, 7.4.
 */
#include "stages.h"

enum { MIN_COEFFICIENT = -2048, MAX_COEFFICIENT = 2047 };

static int saturate(int value)
{
    return value < MIN_COEFFICIENT   ? MIN_COEFFICIENT
           : value > MAX_COEFFICIENT ? MAX_COEFFICIENT
                                     : value;
}

static void scale_intra(int16_t block[64], const uint8_t weights[64], int scale, int dc_scale)
{
    int dc = block[0] * dc_scale;
    for (int i = 0; i < 64; i++)
        block[i] = (int16_t)saturate(block[i] * weights[i] * scale / 16);
    block[0] = (int16_t)dc;
}

static void scale_inter(int16_t block[64], const uint8_t weights[64], int scale)
{
    for (int i = 0; i < 64; i++) {
        int sign = (block[i] > 0) - (block[i] < 0);
        block[i] = (int16_t)saturate((2 * block[i] + sign) * weights[i] * scale / 32);
    }
}

static void make_odd(int16_t block[64])
{
    int sum = 0;
    for (int i = 0; i < 64; i++)
        sum += block[i];
    if ((sum & 1) == 0)
        block[63] ^= 1;
}

void transform_row(const Sequence *sequence, const PictureHeader *header, MacroblockRow *row)
{
    for (int c = 0; c < sequence->columns; c++) {
        Macroblock *mb = &row->macroblock[c];
        int is_intra = mb->type & MB_INTRA;
        const uint8_t *weights = sequence->weights[is_intra];
        if (!mb->is_known)
            continue;
        for (int b = 0; b < BLOCKS; b++) {
            if ((mb->coded >> b & 1) == 0)
                continue;
            if (is_intra)
                scale_intra(mb->block[b], weights, mb->scale, 8 >> header->dc_precision);
            else
                scale_inter(mb->block[b], weights, mb->scale);
            make_odd(mb->block[b]);
            idct(mb->block[b]);
        }
    }
}
