/*
 * A complex FFT of power-of-two size.
 *
 * Decimation in time (Cooley and Tukey): the points are put in bit-reversed order, and
 * log2(size) passes of butterflies follow. Real and imaginary parts lie in separate
 * arrays, and the inner loop runs over neighbouring points with neighbouring twiddles
 * for the later, longer passes, which a compiler vectorises; the first two passes need
 * no multiplication and are done as one pass of radix 4.
 */
#include "fft.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

void fft_init(Fft *fft, int size)
{
    fft->size = size;
    for (int i = 0; i < size / 2; i++) {
        fft->cosine[i] = (float)cos(2.0 * pi * i / size);
        fft->sine[i] = (float)-sin(2.0 * pi * i / size);
    }
    for (int i = 0; i < size; i++) {
        int reversed = 0;
        int rest = i;
        for (int bit = 1; bit < size; bit *= 2) {
            reversed = reversed * 2 + (rest & 1);
            rest /= 2;
        }
        fft->reversed[i] = (uint16_t)reversed;
    }
}

static void reorder(const Fft *fft, float *re, float *im)
{
    for (int i = 0; i < fft->size; i++) {
        int j = fft->reversed[i];
        if (j <= i)
            continue;
        float t = re[i];
        re[i] = re[j];
        re[j] = t;
        t = im[i];
        im[i] = im[j];
        im[j] = t;
    }
}

static void first_passes(int size, float *re, float *im)
{
    for (int i = 0; i < size; i += 4) {
        float *r = re + i;
        float *m = im + i;
        float r0 = r[0] + r[1], m0 = m[0] + m[1];
        float r1 = r[0] - r[1], m1 = m[0] - m[1];
        float r2 = r[2] + r[3], m2 = m[2] + m[3];
        float r3 = r[2] - r[3], m3 = m[2] - m[3];
        r[0] = r0 + r2;
        m[0] = m0 + m2;
        r[1] = r1 + m3;
        m[1] = m1 - r3;
        r[2] = r0 - r2;
        m[2] = m0 - m2;
        r[3] = r1 - m3;
        m[3] = m1 + r3;
    }
}

/* One pass over blocks of 2 * half points; `stride` steps through the twiddles. */
static void later_pass(const Fft *fft, int half, float *re, float *im)
{
    int stride = fft->size / (2 * half);
    for (int block = 0; block < fft->size; block += 2 * half) {
        for (int i = 0; i < half; i++) {
            int a = block + i;
            int b = a + half;
            float c = fft->cosine[i * stride];
            float s = fft->sine[i * stride];
            float tr = re[b] * c - im[b] * s;
            float ti = re[b] * s + im[b] * c;
            re[b] = re[a] - tr;
            im[b] = im[a] - ti;
            re[a] += tr;
            im[a] += ti;
        }
    }
}

void fft_run(const Fft *fft, float *re, float *im)
{
    reorder(fft, re, im);
    first_passes(fft->size, re, im);
    for (int half = 4; half < fft->size; half *= 2)
        later_pass(fft, half, re, im);
}
