/*
 * Mid/side stereo.
 *
 * Where left and right are alike, their half sum and half difference take fewer bits
 * than the two themselves. The choice is made per band: the bits of each variant are
 * estimated from the energies and the allowed noise, half a bit per line for every
 * factor of two between them. The noise of mid and side both ends up in both channels,
 * so each may have half of the smaller allowance, which also keeps noise from being
 * unmasked in the quieter channel.
 *
 * Standard: ISO/IEC 14496-3, 4.6.8.1 (M/S stereo).
 */
#include "stages.h"

#include <math.h>

static float estimate_bits(float energy, float allowed, int width)
{
    if (energy <= allowed)
        return 0.0f;
    return 0.5f * (float)width * log2f(energy / allowed);
}

static void mix_energies(const float *left, const float *right, int width, float *mid, float *side)
{
    float m = 0.0f;
    float s = 0.0f;
    for (int i = 0; i < width; i++) {
        float sum = 0.5f * (left[i] + right[i]);
        float difference = 0.5f * (left[i] - right[i]);
        m += sum * sum;
        s += difference * difference;
    }
    *mid = m;
    *side = s;
}

static void mix(float *left, float *right, int width)
{
    for (int i = 0; i < width; i++) {
        float sum = 0.5f * (left[i] + right[i]);
        right[i] = 0.5f * (left[i] - right[i]);
        left[i] = sum;
    }
}

/* Codes band b as mid and side if that takes fewer bits; returns 1 if it did. */
static int join_band(Channel *left, Channel *right, int b)
{
    float mid, side;
    int first = left->bands.start[b];
    int width = left->bands.start[b + 1] - first;
    float allowed = 0.5f * fminf(left->allowed[b], right->allowed[b]);

    mix_energies(left->spectrum + first, right->spectrum + first, width, &mid, &side);
    float apart = estimate_bits(left->energy[b], left->allowed[b], width) +
                  estimate_bits(right->energy[b], right->allowed[b], width);
    float joined = estimate_bits(mid, allowed, width) + estimate_bits(side, allowed, width);
    if (joined >= apart)
        return 0;
    mix(left->spectrum + first, right->spectrum + first, width);
    left->energy[b] = mid;
    right->energy[b] = side;
    left->allowed[b] = allowed;
    right->allowed[b] = allowed;
    return 1;
}

void join_pairs(Encoder *enc)
{
    for (int e = 0; e < enc->element_count; e++) {
        Element *element = &enc->element[e];
        if (element->kind != ELEMENT_CPE)
            continue;
        Channel *left = &enc->channel[element->first];
        element->ms_bands = 0;
        for (int b = 0; b < left->bands.count; b++) {
            element->ms_used[b] = (uint8_t)join_band(left, left + 1, b);
            element->ms_bands += element->ms_used[b];
        }
    }
}
