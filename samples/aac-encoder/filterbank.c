/*
 * The filterbank: windows and the modified discrete cosine transform.
 *
 * A frame of 1024 lines is the MDCT of 2048 windowed samples, half of them shared with
 * the next frame; because the squares of the overlapping window halves add up to one
 * (Princen and Bradley), the decoder's overlap-add cancels the time aliasing exactly.
 * For transients the frame becomes eight transforms of 256 samples, which keep the
 * quantisation noise within a few milliseconds; start and stop windows join the two
 * kinds without a gap:
 *
 *     long  start     eight short          stop  long
 *     /\    /---\     /\/\/\/\/\/\/\/\     /---\   /\
 *
 * The MDCT is folded to a DCT-IV of half the length, and that to a complex FFT of a
 * quarter of the length between two rotations (Duhamel, Mahieux, Petit 1991). The sine
 * window separates close tones better, the Kaiser-Bessel-derived one distant tones.
 *
 * Standard: ISO/IEC 14496-3, 4.6.11 (filterbank and block switching).
 */
#include "filterbank.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

enum { FLAT = (FRAME_LENGTH - SHORT_LENGTH) / 2 }; /* 448 samples of ones or zeros */

static void mdct_init(Mdct *mdct, int lines)
{
    mdct->lines = lines;
    for (int n = 0; n < lines / 2; n++) {
        double angle = pi * (8 * n + 1) / (8.0 * lines);
        mdct->twiddle_re[n] = (float)cos(angle);
        mdct->twiddle_im[n] = (float)-sin(angle);
    }
    fft_init(&mdct->fft, lines / 2);
}

/* The modified Bessel function of order zero, by its power series. */
static double bessel_i0(double x)
{
    double sum = 1.0;
    double term = 1.0;
    for (int k = 1; term > sum * 1e-16; k++) {
        term *= (x / (2 * k)) * (x / (2 * k));
        sum += term;
    }
    return sum;
}

static double kaiser(int n, int length, double alpha)
{
    double position = 2.0 * n / length - 1.0;
    return bessel_i0(pi * alpha * sqrt(1.0 - position * position));
}

static void kbd_window(float *window, int length, double alpha)
{
    double total = 0.0;
    for (int n = 0; n <= length; n++)
        total += kaiser(n, length, alpha);
    double sum = 0.0;
    for (int n = 0; n < length; n++) {
        sum += kaiser(n, length, alpha);
        window[n] = (float)sqrt(sum / total);
    }
}

static void sine_window(float *window, int length)
{
    for (int n = 0; n < length; n++)
        window[n] = (float)sin(pi * (n + 0.5) / (2.0 * length));
}

void filterbank_init(Filterbank *bank)
{
    mdct_init(&bank->long_mdct, FRAME_LENGTH);
    mdct_init(&bank->short_mdct, SHORT_LENGTH);
    sine_window(bank->long_window[SHAPE_SINE], FRAME_LENGTH);
    sine_window(bank->short_window[SHAPE_SINE], SHORT_LENGTH);
    kbd_window(bank->long_window[SHAPE_KBD], FRAME_LENGTH, 4.0);
    kbd_window(bank->short_window[SHAPE_KBD], SHORT_LENGTH, 6.0);
}

/* Folds 2 * lines windowed samples to the lines inputs of a DCT-IV. */
static void fold(const float *windowed, int lines, float *folded)
{
    int half = lines / 2;
    for (int n = 0; n < half; n++) {
        folded[n] = -windowed[3 * half - 1 - n] - windowed[3 * half + n];
        folded[half + n] = windowed[n] - windowed[lines - 1 - n];
    }
}

static void mdct_run(const Mdct *mdct, const float *windowed, float *spectrum)
{
    float folded[FRAME_LENGTH];
    float re[FRAME_LENGTH / 2];
    float im[FRAME_LENGTH / 2];
    int points = mdct->lines / 2;

    fold(windowed, mdct->lines, folded);
    for (int n = 0; n < points; n++) {
        float a = folded[2 * n];
        float b = folded[mdct->lines - 1 - 2 * n];
        re[n] = a * mdct->twiddle_re[n] - b * mdct->twiddle_im[n];
        im[n] = a * mdct->twiddle_im[n] + b * mdct->twiddle_re[n];
    }
    fft_run(&mdct->fft, re, im);
    for (int n = 0; n < points; n++) {
        float a = re[n] * mdct->twiddle_re[n] - im[n] * mdct->twiddle_im[n];
        float b = re[n] * mdct->twiddle_im[n] + im[n] * mdct->twiddle_re[n];
        spectrum[2 * n] = 2.0f * a;
        spectrum[mdct->lines - 1 - 2 * n] = -2.0f * b;
    }
}

static void rise(const float *window, int length, const float *samples, float *windowed)
{
    for (int n = 0; n < length; n++)
        windowed[n] = samples[n] * window[n];
}

static void fall(const float *window, int length, const float *samples, float *windowed)
{
    const float *w = window + length;
    while (w > window)
        *windowed++ = *samples++ * *--w;
}

static void left_half(const Filterbank *bank, const float *samples, int is_stop, WindowShape shape,
                      float *windowed)
{
    if (!is_stop) {
        rise(bank->long_window[shape], FRAME_LENGTH, samples, windowed);
        return;
    }
    for (int n = 0; n < FLAT; n++) {
        windowed[n] = 0.0f;
        windowed[FRAME_LENGTH - FLAT + n] = samples[FRAME_LENGTH - FLAT + n];
    }
    rise(bank->short_window[shape], SHORT_LENGTH, samples + FLAT, windowed + FLAT);
}

static void right_half(const Filterbank *bank, const float *samples, int is_start,
                       WindowShape shape, float *windowed)
{
    if (!is_start) {
        fall(bank->long_window[shape], FRAME_LENGTH, samples, windowed);
        return;
    }
    for (int n = 0; n < FLAT; n++) {
        windowed[n] = samples[n];
        windowed[FRAME_LENGTH - FLAT + n] = 0.0f;
    }
    fall(bank->short_window[shape], SHORT_LENGTH, samples + FLAT, windowed + FLAT);
}

static void analyse_short(const Filterbank *bank, const float *samples, WindowShape left,
                          WindowShape right, float *spectrum)
{
    float windowed[2 * SHORT_LENGTH];
    for (int w = 0; w < SHORT_WINDOWS; w++) {
        const float *start = samples + FLAT + w * SHORT_LENGTH;
        rise(bank->short_window[w == 0 ? left : right], SHORT_LENGTH, start, windowed);
        fall(bank->short_window[right], SHORT_LENGTH, start + SHORT_LENGTH,
             windowed + SHORT_LENGTH);
        mdct_run(&bank->short_mdct, windowed, spectrum + w * SHORT_LENGTH);
    }
}

void filterbank_analyse(const Filterbank *bank, const float *samples, WindowSequence sequence,
                        WindowShape left, WindowShape right, float *spectrum)
{
    float windowed[2 * FRAME_LENGTH];
    if (sequence == EIGHT_SHORT) {
        analyse_short(bank, samples, left, right, spectrum);
        return;
    }
    left_half(bank, samples, sequence == LONG_STOP, left, windowed);
    right_half(bank, samples + FRAME_LENGTH, sequence == LONG_START, right,
               windowed + FRAME_LENGTH);
    mdct_run(&bank->long_mdct, windowed, spectrum);
}
