/*
 * The psychoacoustic model: how much noise each scalefactor band hides.
 *
 * The samples under the window are transformed by an FFT of their own. Its lines are
 * gathered to partitions of a third of a Bark; the energy of each partition is spread
 * over its neighbours as on the basilar membrane. Tones mask noise far less than noise
 * masks tones, so each line is also predicted from the two spectra before it,
 * continuing magnitude and phase: the relative error of this prediction, near 0 for
 * steady tones and near 1 for noise, decides whether the mask lies 18 dB or 6 dB below
 * the spread energy. The threshold is kept above the threshold in quiet and below twice
 * that of the frame before, against pre-echoes.
 *
 * The prediction needs no trigonometry: with unit phasors u1 and u2 of the last two
 * spectra, the phase continued is u1 u1 conj(u2).
 *
 * The result per scalefactor band is the mask, and its ratio to the signal, which the
 * encoder applies to the energy of the MDCT lines (a sine of amplitude one has the energy
 * 3/2 in the lines of a Hann window, and size^2 / 4 in those of the MDCT). The perceptual entropy (Johnston 1988) is
 * the number of bits that quantising with exactly this noise would take.
 *
 * After psychoacoustic model 2 of ISO/IEC 13818-7, annex B; threshold in quiet after
 * Terhardt 1979.
 */
#include "psycho.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const float tone_masks_noise = 18.0f; /* dB */
static const float noise_masks_tone = 6.0f;  /* dB */
static const double full_scale_level = 96.0; /* dB SPL of a full-scale sine */

static double bark(double hz)
{
    return 13.0 * atan(0.00076 * hz) + 3.5 * atan((hz / 7500.0) * (hz / 7500.0));
}

static double quiet_level(double hz)
{
    double khz = hz < 20.0 ? 0.02 : hz / 1000.0;
    double level = 3.64 * pow(khz, -0.8) - 6.5 * exp(-0.6 * (khz - 3.3) * (khz - 3.3)) +
                   0.001 * pow(khz, 4.0);
    return level < 70.0 ? level : 70.0;
}

/* Attenuation in dB at `distance` Bark above the masker (Schroeder 1979). */
static double spread_level(double distance)
{
    double d = distance * (distance >= 0.0 ? 1.0 : 1.3) + 0.474;
    return 15.81 + 7.5 * d - 17.5 * sqrt(1.0 + d * d);
}

static void cut_partitions(PsychoLayout *layout, double line_hz)
{
    int count = 0;
    double edge = bark(0.0);
    for (int line = 0; line < layout->lines; line++) {
        if (line > 0 && bark(line * line_hz) < edge)
            continue;
        if (count == MAX_PARTITIONS)
            break;
        layout->partition_start[count++] = line;
        edge = bark(line * line_hz) + 1.0 / 3.0;
    }
    layout->partition_start[count] = layout->lines;
    layout->partitions = count;
}

static double partition_bark(const PsychoLayout *layout, int p, double line_hz)
{
    double middle = 0.5 * (layout->partition_start[p] + layout->partition_start[p + 1]);
    return bark(middle * line_hz);
}

static void fill_spreading(PsychoLayout *layout, double line_hz)
{
    for (int to = 0; to < layout->partitions; to++) {
        double sum = 0.0;
        double row[MAX_PARTITIONS];
        for (int from = 0; from < layout->partitions; from++) {
            double distance =
                partition_bark(layout, to, line_hz) - partition_bark(layout, from, line_hz);
            row[from] = pow(10.0, spread_level(distance) / 10.0);
            sum += row[from];
        }
        for (int from = 0; from < layout->partitions; from++)
            layout->spreading[to][from] = (float)(row[from] / sum);
    }
}

static void fill_thresholds(PsychoLayout *layout, double line_hz)
{
    for (int p = 0; p < layout->partitions; p++) {
        double level = 1000.0;
        for (int line = layout->partition_start[p]; line < layout->partition_start[p + 1]; line++)
            level = fmin(level, quiet_level((line + 0.5) * line_hz));
        double power = pow(10.0, (level - full_scale_level) / 10.0) * 32768.0 * 32768.0;
        layout->quiet[p] = (float)power;
        double position = partition_bark(layout, p, line_hz);
        double least = position < 4.0 ? 14.0 : position < 12.0 ? 9.0 : 5.0;
        layout->least_ratio[p] = (float)least;
    }
}

static void layout_init(PsychoLayout *layout, int size, int sample_rate, int sfb_count,
                        const uint16_t *sfb)
{
    double line_hz = (double)sample_rate / size;
    layout->size = size;
    layout->lines = size / 2;
    layout->sfb_count = sfb_count;
    layout->sfb = sfb;
    layout->mdct_scale = (float)size * (float)size / 6.0f;
    for (int n = 0; n < size; n++)
        layout->window[n] = (float)((1.0 - cos(2.0 * pi * (n + 0.5) / size)) * 2.0 / size);
    for (int k = 0; k < size / 2; k++) {
        layout->split_re[k] = (float)cos(2.0 * pi * k / size);
        layout->split_im[k] = (float)-sin(2.0 * pi * k / size);
    }
    fft_init(&layout->fft, size / 2);
    cut_partitions(layout, line_hz);
    fill_spreading(layout, line_hz);
    fill_thresholds(layout, line_hz);
}

void psycho_init(PsychoModel *model, const RateTables *rate)
{
    layout_init(&model->long_layout, 2 * FRAME_LENGTH, rate->sample_rate, rate->long_count,
                rate->long_sfb);
    layout_init(&model->short_layout, 2 * SHORT_LENGTH, rate->sample_rate, rate->short_count,
                rate->short_sfb);
}

/* The spectrum of real samples, by a complex FFT of half the size on even and odd
   samples as real and imaginary parts. */
static void transform(const PsychoLayout *layout, const float *samples, PsychoSpectrum *out)
{
    float re[FFT_LIMIT];
    float im[FFT_LIMIT];
    int lines = layout->lines;

    for (int n = 0; n < lines; n++) {
        re[n] = samples[2 * n] * layout->window[2 * n];
        im[n] = samples[2 * n + 1] * layout->window[2 * n + 1];
    }
    fft_run(&layout->fft, re, im);
    for (int k = 0; k < lines; k++) {
        int mirror = (lines - k) & (lines - 1);
        float even_re = 0.5f * (re[k] + re[mirror]);
        float even_im = 0.5f * (im[k] - im[mirror]);
        float odd_re = 0.5f * (im[k] + im[mirror]);
        float odd_im = -0.5f * (re[k] - re[mirror]);
        float wr = layout->split_re[k];
        float wi = layout->split_im[k];
        out->re[k] = even_re + odd_re * wr - odd_im * wi;
        out->im[k] = even_im + odd_re * wi + odd_im * wr;
        out->magnitude[k] = sqrtf(out->re[k] * out->re[k] + out->im[k] * out->im[k]);
    }
}

/* How far each line is from the continuation of the two spectra before, 0..1. */
static void predict(const PsychoSpectrum *now, const PsychoSpectrum *last,
                    const PsychoSpectrum *older, int lines, float *unpredictability)
{
    for (int k = 0; k < lines; k++) {
        float r1 = last->magnitude[k];
        float r2 = older->magnitude[k];
        float square_re = last->re[k] * last->re[k] - last->im[k] * last->im[k];
        float square_im = 2.0f * last->re[k] * last->im[k];
        float phase_re = square_re * older->re[k] + square_im * older->im[k];
        float phase_im = square_im * older->re[k] - square_re * older->im[k];
        float expected = 2.0f * r1 - r2;
        float scale = expected / (r1 * r1 * r2 + 1e-20f);
        float error_re = now->re[k] - scale * phase_re;
        float error_im = now->im[k] - scale * phase_im;
        float error = sqrtf(error_re * error_re + error_im * error_im);
        float size = now->magnitude[k] + fabsf(expected) + 1e-10f;
        unpredictability[k] = error / size;
    }
}

/* Sums energy and unpredictability over the partitions. */
static void gather(const PsychoLayout *layout, const PsychoSpectrum *spectrum,
                   const float *unpredictability, float *energy, float *weighted)
{
    for (int p = 0; p < layout->partitions; p++) {
        float e = 0.0f;
        float c = 0.0f;
        for (int k = layout->partition_start[p]; k < layout->partition_start[p + 1]; k++) {
            float power = spectrum->magnitude[k] * spectrum->magnitude[k];
            e += power;
            c += power * unpredictability[k];
        }
        energy[p] = e;
        weighted[p] = c;
    }
}

static float partition_tonality(float weighted, float energy)
{
    float t = -0.299f - 0.43f * logf(weighted / (energy + 1e-20f) + 1e-10f);
    if (t < 0.0f)
        return 0.0f;
    return t > 1.0f ? 1.0f : t;
}

/* The masking threshold of each partition; returns the mean tonality. */
static float find_thresholds(const PsychoLayout *layout, const float *energy,
                             const float *weighted, float *threshold)
{
    float tonal = 0.0f;
    float total = 1e-10f;
    for (int p = 0; p < layout->partitions; p++) {
        float e = 0.0f;
        float c = 0.0f;
        for (int from = 0; from < layout->partitions; from++) {
            e += layout->spreading[p][from] * energy[from];
            c += layout->spreading[p][from] * weighted[from];
        }
        float tonality = partition_tonality(c, e);
        float ratio = tonality * tone_masks_noise + (1.0f - tonality) * noise_masks_tone;
        if (ratio < layout->least_ratio[p])
            ratio = layout->least_ratio[p];
        threshold[p] = e * powf(10.0f, -0.1f * ratio);
        tonal += tonality * energy[p];
        total += energy[p];
    }
    return tonal / total;
}

static void limit_thresholds(const PsychoLayout *layout, const float *last, float *threshold)
{
    for (int p = 0; p < layout->partitions; p++) {
        if (last != NULL && threshold[p] > 2.0f * last[p])
            threshold[p] = 2.0f * last[p];
        if (threshold[p] < layout->quiet[p])
            threshold[p] = layout->quiet[p];
    }
}

static float entropy(const PsychoLayout *layout, const float *energy, const float *threshold)
{
    float bits = 0.0f;
    for (int p = 0; p < layout->partitions; p++) {
        int width = layout->partition_start[p + 1] - layout->partition_start[p];
        if (energy[p] > threshold[p])
            bits += 0.5f * (float)width * log2f(energy[p] / threshold[p]);
    }
    return bits;
}

/* From thresholds of partitions to ratios of scalefactor bands. */
static void map_to_bands(const PsychoLayout *layout, const PsychoSpectrum *spectrum,
                         const float *threshold, float *ratio, float *allowed)
{
    float density[FRAME_LENGTH];
    for (int p = 0; p < layout->partitions; p++) {
        int start = layout->partition_start[p];
        int end = layout->partition_start[p + 1];
        for (int k = start; k < end; k++)
            density[k] = threshold[p] / (float)(end - start);
    }
    for (int b = 0; b < layout->sfb_count; b++) {
        float energy = 1e-10f;
        float mask = 0.0f;
        for (int k = layout->sfb[b]; k < layout->sfb[b + 1]; k++) {
            energy += spectrum->magnitude[k] * spectrum->magnitude[k];
            mask += density[k];
        }
        ratio[b] = mask / energy;
        allowed[b] = mask * layout->mdct_scale;
    }
}

static float analyse_long(const PsychoLayout *layout, PsychoState *state, const float *samples)
{
    float unpredictability[FRAME_LENGTH];
    float energy[MAX_PARTITIONS] = {0};
    float weighted[MAX_PARTITIONS] = {0};
    float threshold[MAX_PARTITIONS] = {0};
    const PsychoSpectrum *last = &state->history[state->newest];
    PsychoSpectrum *now = &state->history[1 - state->newest];
    PsychoSpectrum older = *now;

    transform(layout, samples, now);
    predict(now, last, &older, layout->lines, unpredictability);
    gather(layout, now, unpredictability, energy, weighted);
    state->tonality = find_thresholds(layout, energy, weighted, threshold);
    limit_thresholds(layout, state->last_threshold, threshold);
    memcpy(state->last_threshold, threshold, sizeof threshold);
    map_to_bands(layout, now, threshold, state->ratio[0], state->mask[0]);
    state->newest = 1 - state->newest;
    return entropy(layout, energy, threshold);
}

/* Eight short windows; the first two are predicted from two windows further left. */
static float analyse_short(const PsychoLayout *layout, PsychoState *state, const float *samples)
{
    float unpredictability[SHORT_LENGTH];
    float energy[MAX_PARTITIONS] = {0};
    float weighted[MAX_PARTITIONS] = {0};
    float threshold[MAX_PARTITIONS] = {0};
    PsychoSpectrum spectrum[3];
    const float *first = samples + (FRAME_LENGTH - SHORT_LENGTH) / 2;
    float bits = 0.0f;

    transform(layout, first - 2 * SHORT_LENGTH, &spectrum[0]);
    transform(layout, first - SHORT_LENGTH, &spectrum[1]);
    for (int w = 0; w < SHORT_WINDOWS; w++) {
        PsychoSpectrum *now = &spectrum[(w + 2) % 3];
        transform(layout, first + w * SHORT_LENGTH, now);
        predict(now, &spectrum[(w + 1) % 3], &spectrum[w % 3], layout->lines, unpredictability);
        gather(layout, now, unpredictability, energy, weighted);
        find_thresholds(layout, energy, weighted, threshold);
        limit_thresholds(layout, NULL, threshold);
        map_to_bands(layout, now, threshold, state->ratio[w], state->mask[w]);
        bits += entropy(layout, energy, threshold);
    }
    return bits;
}

float psycho_analyse(const PsychoModel *model, PsychoState *state, const float *samples,
                     WindowSequence sequence)
{
    float bits = analyse_long(&model->long_layout, state, samples);
    if (sequence == EIGHT_SHORT)
        bits = analyse_short(&model->short_layout, state, samples);
    return bits;
}
