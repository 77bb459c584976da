/*
 * The inverse discrete cosine transform of 8 by 8 blocks, in integers.
 *
 * Rows first, then columns, each by the factorisation of Loeffler, Ligtenberg and Moschytz
 * ("Practical fast 1-D DCT algorithms with 11 multiplications", 1989) in its variant with 12
 * multiplications. One pass multiplies by sqrt(8), two by 8. Constants have 13 fraction bits;
 * between the passes two fraction bits are kept. It meets the accuracy that the standard asks
 * for in annex A (IEEE 1180).
 *
 * Blocks of a sound stream stay below 2^14 between the passes. Those of a damaged one need not:
 * they are limited there, so that no sum of the second pass leaves 32 bits.
 */
#include "stages.h"

enum {
    FRACTION = 13,
    KEPT = 2, /* fraction bits between the passes */
    LIMIT = 1 << 14
};

/* Constants in units of 2^-13; c(k) is sqrt(2) * cos(k * pi / 16). */
enum {
    C6 = 4433,                  /* c(6) */
    C2_MINUS_C6 = 6270,
    C2_PLUS_C6 = 15137,
    C3 = 9633,                  /* c(3) */
    C3_MINUS_C7 = 7373,
    C1_PLUS_C3 = 20995,
    C3_PLUS_C5 = 16069,
    C3_MINUS_C5 = 3196,
    O7 = 2446,                  /* -c(1) + c(3) + c(5) - c(7) */
    O5 = 16819,                 /*  c(1) + c(3) - c(5) + c(7) */
    O3 = 25172,                 /*  c(1) + c(3) + c(5) - c(7) */
    O1 = 12299                  /*  c(1) + c(3) - c(5) - c(7) */
};

static int limit(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* Transforms eight values `step` apart, in place; the result has FRACTION more fraction bits,
   of which `shift` are rounded away. */
static inline void transform8(int *x, int step, int shift)
{
    int round = 1 << (shift - 1);
    int x0 = x[0], x1 = x[step], x2 = x[2 * step], x3 = x[3 * step];
    int x4 = x[4 * step], x5 = x[5 * step], x6 = x[6 * step], x7 = x[7 * step];

    int turn = (x2 + x6) * C6;
    int low = turn - x6 * C2_PLUS_C6;
    int high = turn + x2 * C2_MINUS_C6;
    int sum = (x0 + x4) * (1 << FRACTION) + round;
    int difference = (x0 - x4) * (1 << FRACTION) + round;
    int e0 = sum + high, e3 = sum - high;
    int e1 = difference + low, e2 = difference - low;

    int all = (x1 + x3 + x5 + x7) * C3;
    int z1 = (x1 + x7) * -C3_MINUS_C7;
    int z2 = (x3 + x5) * -C1_PLUS_C3;
    int z3 = (x3 + x7) * -C3_PLUS_C5 + all;
    int z4 = (x1 + x5) * -C3_MINUS_C5 + all;
    int o0 = x1 * O1 + z1 + z4;
    int o1 = x3 * O3 + z2 + z3;
    int o2 = x5 * O5 + z2 + z4;
    int o3 = x7 * O7 + z1 + z3;

    x[0] = (e0 + o0) >> shift;
    x[step] = (e1 + o1) >> shift;
    x[2 * step] = (e2 + o2) >> shift;
    x[3 * step] = (e3 + o3) >> shift;
    x[4 * step] = (e3 - o3) >> shift;
    x[5 * step] = (e2 - o2) >> shift;
    x[6 * step] = (e1 - o1) >> shift;
    x[7 * step] = (e0 - o0) >> shift;
}

void idct(int16_t block[64])
{
    int work[64];
    for (int i = 0; i < 64; i++)
        work[i] = block[i];
    for (int i = 0; i < 8; i++)
        transform8(work + 8 * i, 1, FRACTION - KEPT);
    for (int i = 0; i < 64; i++)
        work[i] = limit(work[i], -LIMIT, LIMIT - 1);
    for (int i = 0; i < 8; i++)
        transform8(work + i, 8, FRACTION + KEPT + 3);
    for (int i = 0; i < 64; i++)
        block[i] = (int16_t)limit(work[i], -256, 255);
}
