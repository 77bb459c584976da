/*
 * Another inverse DCT for the decoder: the one that ffmpeg has by default, so that everything
 * else can be compared with ffmpeg byte by byte.
 *
 * Each pass is the plain sum over the even and the odd coefficients, with 14 fraction bits; the
 * first keeps three of them. The constant for c(4) is one less than 2^14, except in a row that
 * has nothing but its mean.
 */
#include "stages.h"

enum { C1 = 22725, C2 = 21407, C3 = 19266, C4 = 16383, C5 = 12873, C6 = 8867, C7 = 4520 };

static void sum8(const int *x, int step, int round, int shift, int *to)
{
    static const int even[4][2] = {{C2, C6}, {C6, -C2}, {-C6, C2}, {-C2, -C6}};
    static const int odd[4][4] = {
        {C1, C3, C5, C7}, {C3, -C7, -C1, -C5}, {C5, -C1, C7, C3}, {C7, -C5, C3, -C1}};
    for (int i = 0; i < 4; i++) {
        int sign = i == 0 || i == 3 ? 1 : -1;
        unsigned e = (unsigned)(C4 * (x[0] + sign * x[4 * step]) + round) +
                     (unsigned)(even[i][0] * x[2 * step]) + (unsigned)(even[i][1] * x[6 * step]);
        unsigned o = 0;
        for (int k = 0; k < 4; k++)
            o += (unsigned)(odd[i][k] * x[(2 * k + 1) * step]);
        to[i * step] = (int)(e + o) >> shift;
        to[(7 - i) * step] = (int)(e - o) >> shift;
    }
}

static int has_only_mean(const int16_t *row)
{
    return !(row[1] | row[2] | row[3] | row[4] | row[5] | row[6] | row[7]);
}

void idct(int16_t block[64])
{
    int in[64], between[64], out[64];
    for (int i = 0; i < 64; i++)
        in[i] = block[i];
    for (int i = 0; i < 8; i++) {
        sum8(in + 8 * i, 1, 1 << 10, 11, between + 8 * i);
        for (int j = 0; j < 8 && has_only_mean(block + 8 * i); j++)
            between[8 * i + j] = in[8 * i] * 8;
    }
    for (int i = 0; i < 8; i++)
        sum8(between + i, 8, C4 * ((1 << 19) / C4), 20, out + i);
    for (int i = 0; i < 64; i++)
        block[i] = (int16_t)(out[i] < -256 ? -256 : out[i] > 255 ? 255 : out[i]);
}
