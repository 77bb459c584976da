/*
 * Temporal noise shaping.
 *
 * A signal that changes its level within one window has a spectrum whose neighbouring
 * lines are predictable from one another, just as a tonal spectrum makes neighbouring
 * samples predictable. Coding the prediction error of the lines instead of the lines
 * gives the quantisation noise, after the decoder's inverse filter, the temporal
 * envelope of the signal (Herre and Johnston 1996). Speech gains most: its pitch pulses
 * come too fast for short windows.
 *
 * The lines are divided by the level of their band, so that the loudest band does not
 * decide alone; the Levinson-Durbin recursion finds reflection coefficients, which are
 * quantised on an arcsine scale; trailing zeros are cut off; the filter is rebuilt from
 * the quantised values and applied if the prediction gain pays for its bits.
 *
 * Standard: ISO/IEC 14496-3, 4.6.9 (temporal noise shaping).
 */
#include "tns.h"

#include <math.h>
#include <string.h>

static const float half_pi = 1.57079632679489662f;
static const int lowest_hz = 1800; /* below, the ear resolves tones rather than time */

void tns_init(TnsLayout *layout, const RateTables *rate, int is_short, int max_sfb)
{
    int limit = is_short ? rate->tns_short_bands : rate->tns_long_bands;
    layout->windows = is_short ? SHORT_WINDOWS : 1;
    layout->window_lines = is_short ? SHORT_LENGTH : FRAME_LENGTH;
    layout->max_order = is_short ? TNS_SHORT_ORDER : TNS_LONG_ORDER;
    layout->sfb_count = is_short ? rate->short_count : rate->long_count;
    layout->sfb = is_short ? rate->short_sfb : rate->long_sfb;
    layout->least_gain = is_short ? 3.0f : 1.4f;
    layout->last_band = limit < max_sfb ? limit : max_sfb;
    layout->first_band = 0;
    while (layout->first_band < layout->last_band &&
           layout->sfb[layout->first_band] * rate->sample_rate <
               lowest_hz * 2 * layout->window_lines)
        layout->first_band++;
}

/* The lines of all filtered bands, each divided by the level of its band. */
static int flatten(const TnsLayout *layout, const float *spectrum, float *flat)
{
    int count = 0;
    for (int b = layout->first_band; b < layout->last_band; b++) {
        const float *line = spectrum + layout->sfb[b];
        const float *end = spectrum + layout->sfb[b + 1];
        float energy = 1e-3f;
        for (const float *p = line; p < end; p++)
            energy += *p * *p;
        float scale = 1.0f / sqrtf(energy);
        while (line < end)
            flat[count++] = *line++ * scale;
    }
    return count;
}

static void autocorrelate(const float *x, int count, int order, float *r)
{
    for (int lag = 0; lag <= order; lag++) {
        float sum = 0.0f;
        for (int i = lag; i < count; i++)
            sum += x[i] * x[i - lag];
        r[lag] = sum;
    }
}

/* One step up: extends the predictor of order m - 1 by the reflection coefficient k. */
static void step_up(float *a, int m, float k)
{
    float old[TNS_LONG_ORDER + 1];
    memcpy(old, a, sizeof old);
    for (int i = 1; i < m; i++)
        a[i] = old[i] + k * old[m - i];
    a[m] = k;
}

/* Levinson-Durbin; returns the prediction gain. */
static float find_reflection(const float *r, int order, float *reflection)
{
    float a[TNS_LONG_ORDER + 1] = {1.0f};
    float error = r[0];
    for (int m = 1; m <= order; m++) {
        float sum = r[m];
        for (int i = 1; i < m; i++)
            sum += a[i] * r[m - i];
        reflection[m - 1] = -sum / error;
        error *= 1.0f - reflection[m - 1] * reflection[m - 1];
        if (error <= 0.0f)
            return 0.0f;
        step_up(a, m, reflection[m - 1]);
    }
    return r[0] / error;
}

/* Steps per radian of the arcsine scale, which is finer for positive values. */
static float index_scale(int is_negative)
{
    float levels = (float)(1 << (TNS_RESOLUTION - 1));
    return (is_negative ? levels + 0.5f : levels - 0.5f) / half_pi;
}

static int quantise_reflection(const float *reflection, int order, int *index)
{
    int used = 0;
    for (int i = 0; i < order; i++) {
        float step = asinf(reflection[i]) * index_scale(reflection[i] < 0.0f);
        index[i] = (int)floorf(step + 0.5f);
        if (index[i] != 0)
            used = i + 1;
    }
    return used;
}

static void build_predictor(const TnsFilter *filter, float *a)
{
    a[0] = 1.0f;
    for (int m = 1; m <= filter->order; m++) {
        int index = filter->index[m - 1];
        step_up(a, m, sinf((float)index / index_scale(index < 0)));
    }
}

/* Replaces lines by prediction errors, from the top down so that inputs stay intact. */
static void filter_lines(const float *a, int order, float *first, float *end)
{
    for (float *line = end - 1; line >= first; line--) {
        float sum = *line;
        for (int i = 1; i <= order && line - i >= first; i++)
            sum += a[i] * line[-i];
        *line = sum;
    }
}

static void filter_window(const TnsLayout *layout, float *spectrum, TnsFilter *filter)
{
    float flat[FRAME_LENGTH];
    float r[TNS_LONG_ORDER + 1] = {0.0f};
    float reflection[TNS_LONG_ORDER];
    float a[TNS_LONG_ORDER + 1] = {0.0f};
    int count = flatten(layout, spectrum, flat);

    filter->order = 0;
    filter->length = layout->sfb_count - layout->first_band;
    if (count <= 4 * layout->max_order)
        return;
    autocorrelate(flat, count, layout->max_order, r);
    if (r[0] < 0.01f || find_reflection(r, layout->max_order, reflection) < layout->least_gain)
        return;
    filter->order = quantise_reflection(reflection, layout->max_order, filter->index);
    build_predictor(filter, a);
    filter_lines(a, filter->order, spectrum + layout->sfb[layout->first_band],
                 spectrum + layout->sfb[layout->last_band]);
}

void tns_apply(const TnsLayout *layout, float *spectrum, TnsFilter *filter)
{
    for (int w = 0; w < layout->windows; w++)
        filter_window(layout, spectrum + w * layout->window_lines, &filter[w]);
}
