/*
 * Scalefactor bands of every sampling rate.
 *
 * Noise is shaped per scalefactor band, a group of spectral lines about as wide as
 * the ear's critical band at that frequency. The widths in lines therefore depend
 * on the sampling rate; the standard fixes them so that encoder and decoder agree
 * without sending them (ISO/IEC 14496-3, 4.5.4, tables 4.129 to 4.147), together
 * with the highest band that a TNS filter may reach for the low-complexity object
 * (4.6.9.4, table 4.155). Twelve rates share eight sets of long and five of short
 * bands: neighbouring rates such as 44.1 and 48 kHz use the same lines.
 */
#include "tables.h"

#include <stddef.h>

static const uint16_t long_96[42] = {
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44,
    48, 52, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144,
    156, 172, 188, 212, 240, 276, 320, 384, 448, 512, 576, 640,
    704, 768, 832, 896, 960, 1024,
};

static const uint16_t long_64[48] = {
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44,
    48, 52, 56, 64, 72, 80, 88, 100, 112, 124, 140, 156,
    172, 192, 216, 240, 268, 304, 344, 384, 424, 464, 504, 544,
    584, 624, 664, 704, 744, 784, 824, 864, 904, 944, 984, 1024,
};

static const uint16_t long_48[50] = {
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48,
    56, 64, 72, 80, 88, 96, 108, 120, 132, 144, 160, 176,
    196, 216, 240, 264, 292, 320, 352, 384, 416, 448, 480, 512,
    544, 576, 608, 640, 672, 704, 736, 768, 800, 832, 864, 896,
    928, 1024,
};

static const uint16_t long_32[52] = {
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48,
    56, 64, 72, 80, 88, 96, 108, 120, 132, 144, 160, 176,
    196, 216, 240, 264, 292, 320, 352, 384, 416, 448, 480, 512,
    544, 576, 608, 640, 672, 704, 736, 768, 800, 832, 864, 896,
    928, 960, 992, 1024,
};

static const uint16_t long_24[48] = {
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44,
    52, 60, 68, 76, 84, 92, 100, 108, 116, 124, 136, 148,
    160, 172, 188, 204, 220, 240, 260, 284, 308, 336, 364, 396,
    432, 468, 508, 552, 600, 652, 704, 768, 832, 896, 960, 1024,
};

static const uint16_t long_16[44] = {
    0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88,
    100, 112, 124, 136, 148, 160, 172, 184, 196, 212, 228, 244,
    260, 280, 300, 320, 344, 368, 396, 424, 456, 492, 532, 572,
    616, 664, 716, 772, 832, 896, 960, 1024,
};

static const uint16_t long_8[41] = {
    0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 120, 132,
    144, 156, 172, 188, 204, 220, 236, 252, 268, 288, 308, 328,
    348, 372, 396, 420, 448, 476, 508, 544, 580, 620, 664, 712,
    764, 820, 880, 944, 1024,
};

static const uint16_t short_96[13] = {
    0, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 92,
    128,
};

static const uint16_t short_48[15] = {
    0, 4, 8, 12, 16, 20, 28, 36, 44, 56, 68, 80,
    96, 112, 128,
};

static const uint16_t short_24[16] = {
    0, 4, 8, 12, 16, 20, 24, 28, 36, 44, 52, 64,
    76, 92, 108, 128,
};

static const uint16_t short_16[16] = {
    0, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 60,
    72, 88, 108, 128,
};

static const uint16_t short_8[16] = {
    0, 4, 8, 12, 16, 20, 24, 28, 36, 44, 52, 60,
    72, 88, 108, 128,
};

static const RateTables all_rates[] = {
    {96000, 41, 12, long_96, short_96, 31, 9},
    {88200, 41, 12, long_96, short_96, 31, 9},
    {64000, 47, 12, long_64, short_96, 34, 10},
    {48000, 49, 14, long_48, short_48, 40, 14},
    {44100, 49, 14, long_48, short_48, 42, 14},
    {32000, 51, 14, long_32, short_48, 51, 14},
    {24000, 47, 15, long_24, short_24, 46, 14},
    {22050, 47, 15, long_24, short_24, 46, 14},
    {16000, 43, 15, long_16, short_16, 42, 14},
    {12000, 43, 15, long_16, short_16, 42, 14},
    {11025, 43, 15, long_16, short_16, 42, 14},
    {8000, 40, 15, long_8, short_8, 39, 14},
};

int rate_index_of(int sample_rate)
{
    int count = (int)(sizeof all_rates / sizeof all_rates[0]);
    for (int i = 0; i < count; i++)
        if (all_rates[i].sample_rate == sample_rate)
            return i;
    return -1;
}

const RateTables *rate_tables(int rate_index)
{
    int count = (int)(sizeof all_rates / sizeof all_rates[0]);
    if (rate_index < 0 || rate_index >= count)
        return NULL;
    return &all_rates[rate_index];
}
