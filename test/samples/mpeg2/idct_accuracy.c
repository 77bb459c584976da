/*
 * Measures the decoder's inverse DCT as IEEE 1180 and annex A of ISO/IEC 13818-2 ask: 10,000
 * blocks each of small, usual and large samples and of their negatives, compared with a
 * transform in double precision. One line for each; exit status 1 if a limit is exceeded.
 */
#include "stages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 10000 };

static double basis[8][8]; /* frequency, place */

/* The generator that the standard gives, so that all measure the same. */
static int draw(long low, long high)
{
    static uint32_t state = 1;
    state = state * 1103515245u + 12345u;
    double x = (double)(state & 0x7ffffffeu) / (double)0x7fffffff * (double)(low + high + 1);
    return (int)((long)x - low);
}

static int nearest(double value, int low, int high)
{
    int rounded = (int)floor(value + 0.5);
    return rounded < low ? low : rounded > high ? high : rounded;
}

/* out = A in A^T, where A is the basis, or transposed if backward. */
static void transform(const double in[64], int backward, double out[64])
{
    double between[64];
    for (int pass = 0; pass < 2; pass++) {
        const double *from = pass == 0 ? in : between;
        double *to = pass == 0 ? between : out;
        double line[64];
        for (int i = 0; i < 8; i++) {
            for (int k = 0; k < 8; k++) {
                line[8 * k + i] = 0;
                for (int j = 0; j < 8; j++)
                    line[8 * k + i] += (backward ? basis[j][k] : basis[k][j]) * from[8 * i + j];
            }
        }
        memcpy(to, line, sizeof line);
    }
}

/* Worst mean and worst mean square over the places of a block, and both over all places. */
static int is_accurate(const double sum[64], const double squares[64], int peak)
{
    double mean = 0, square = 0, worst_mean = 0, worst_square = 0;
    for (int i = 0; i < 64; i++) {
        mean += sum[i] / ROUNDS / 64;
        square += squares[i] / ROUNDS / 64;
        worst_mean = fmax(worst_mean, fabs(sum[i] / ROUNDS));
        worst_square = fmax(worst_square, squares[i] / ROUNDS);
    }
    printf("peak %d, mean square %.4f at worst and %.4f overall, mean %.4f and %.5f\n", peak,
           worst_square, square, worst_mean, fabs(mean));
    return peak <= 1 && worst_square <= 0.06 && square <= 0.02 && worst_mean <= 0.015 &&
           fabs(mean) <= 0.0015;
}

static int measure(long low, long high, int sign)
{
    double sum[64] = {0}, squares[64] = {0};
    int peak = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double samples[64], coefficients[64], reference[64];
        int16_t block[64];
        for (int i = 0; i < 64; i++)
            samples[i] = sign * draw(low, high);
        transform(samples, 0, coefficients);
        for (int i = 0; i < 64; i++) {
            block[i] = (int16_t)nearest(coefficients[i], -2048, 2047);
            coefficients[i] = block[i];
        }
        transform(coefficients, 1, reference);
        idct(block);
        for (int i = 0; i < 64; i++) {
            int error = block[i] - nearest(reference[i], -256, 255);
            peak = abs(error) > peak ? abs(error) : peak;
            sum[i] += error;
            squares[i] += error * error;
        }
    }
    printf("-%ld..%ld, sign %2d: ", low, high, sign);
    return is_accurate(sum, squares, peak);
}

int main(void)
{
    static const long range[3][2] = {{5, 5}, {256, 255}, {300, 300}};
    int16_t zeros[64] = {0};
    int is_good = 1;
    for (int k = 0; k < 8; k++) {
        for (int j = 0; j < 8; j++)
            basis[k][j] = (k == 0 ? sqrt(0.125) : 0.5) * cos((2 * j + 1) * k * acos(-1) / 16);
    }
    for (int i = 0; i < 3; i++) {
        is_good &= measure(range[i][0], range[i][1], 1);
        is_good &= measure(range[i][0], range[i][1], -1);
    }
    idct(zeros);
    for (int i = 0; i < 64; i++)
        is_good &= zeros[i] == 0;
    return is_good ? 0 : 1;
}
