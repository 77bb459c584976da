/*
 * Block switching, and the order of the bands.
 *
 * The attack detector looks one block ahead of the frame, because a frame before short
 * windows must end in a start window. From three facts (was the last frame short, does
 * this one have an attack, does the next) the window sequence follows; where a stop
 * would have to be followed at once by a start, short windows go on instead, as AAC-LC
 * has no window with two short slopes. Both channels of a pair share one sequence, shape
 * and grouping, since mid/side coding needs the same bands in both.
 *
 * Steady tonal sounds get the Kaiser-Bessel-derived window, all others the sine window;
 * the masking model of the frame before decides.
 *
 * Lines are coded band by band. With short windows, the windows of a group are
 * interleaved so that a band holds its lines of all windows of the group one after the
 * other; `layout_bands` fixes the band limits and `order_lines` brings the lines into
 * this order. Standard: ISO/IEC 14496-3, 4.5.2.3.5 and 4.6.11.
 */
#include "stages.h"

#include <string.h>

/* Attacks in the block from here on belong to the next frame: just behind the slope at
   which its first short window takes over from a start window. */
enum { LOOKAHEAD_START = FRAME_LENGTH + (FRAME_LENGTH + SHORT_LENGTH) / 2 };

static const float tonal_enough = 0.6f;
static const float inaudible_handicap = 30.0f;

void detect_attack(const Encoder *enc, Channel *ch)
{
    (void)enc;
    float energy[SHORT_WINDOWS];
    memcpy(energy, ch->transient.energy, sizeof energy);
    ch->attack = ch->attack_ahead;
    ch->attack_ahead = transient_detect(&ch->transient, ch->input + LOOKAHEAD_START);
    ch->group_count = group_windows(energy, ch->group_length);
    if (ch->is_lfe)
        ch->attack_ahead = 0;
}

static WindowSequence next_sequence(WindowSequence last, int attack, int attack_ahead)
{
    if (attack)
        return EIGHT_SHORT;
    if (last == EIGHT_SHORT)
        return attack_ahead ? EIGHT_SHORT : LONG_STOP;
    return attack_ahead ? LONG_START : ONLY_LONG;
}

static void layout_bands(const RateTables *rate, Channel *ch)
{
    BandLayout *bands = &ch->bands;
    int is_short = ch->sequence == EIGHT_SHORT;
    const uint16_t *sfb = is_short ? rate->short_sfb : rate->long_sfb;
    int *start = bands->start;
    int position = 0;

    bands->group_size = is_short ? ch->max_sfb_short : ch->max_sfb_long;
    bands->length_bits = is_short ? 3 : 5;
    bands->count = ch->group_count * bands->group_size;
    for (int group = 0; group < ch->group_count; group++) {
        for (int b = 0; b < bands->group_size; b++) {
            *start++ = position;
            position += (sfb[b + 1] - sfb[b]) * ch->group_length[group];
        }
    }
    *start = position;
}

static void set_blocks(const RateTables *rate, Channel *ch, float tonality)
{
    ch->sequence = next_sequence(ch->sequence, ch->attack, ch->attack_ahead);
    ch->last_shape = ch->shape;
    ch->shape = tonality > tonal_enough && ch->sequence == ONLY_LONG ? SHAPE_KBD : SHAPE_SINE;
    if (ch->is_lfe)
        ch->shape = SHAPE_SINE;
    if (ch->sequence != EIGHT_SHORT) {
        ch->group_count = 1;
        ch->group_length[0] = 1;
    }
    layout_bands(rate, ch);
}

static void agree(Channel *left, Channel *right)
{
    left->attack = right->attack = left->attack || right->attack;
    left->attack_ahead = right->attack_ahead = left->attack_ahead || right->attack_ahead;
    if (right->group_count > left->group_count) {
        left->group_count = right->group_count;
        memcpy(left->group_length, right->group_length, sizeof left->group_length);
    } else {
        right->group_count = left->group_count;
        memcpy(right->group_length, left->group_length, sizeof right->group_length);
    }
}

void choose_windows(Encoder *enc)
{
    for (int e = 0; e < enc->element_count; e++) {
        const Element *element = &enc->element[e];
        Channel *first = &enc->channel[element->first];
        float tonality = first->psycho.tonality;
        if (element->kind == ELEMENT_CPE) {
            Channel *second = first + 1;
            tonality = 0.5f * (tonality + second->psycho.tonality);
            agree(first, second);
            set_blocks(enc->rate, second, tonality);
        }
        set_blocks(enc->rate, first, tonality);
    }
}

void analyse_spectrum(const Encoder *enc, Channel *ch)
{
    filterbank_analyse(&enc->filterbank, ch->input, ch->sequence, ch->last_shape, ch->shape,
                       ch->spectrum);
}

float analyse_masking(const Encoder *enc, Channel *ch)
{
    return psycho_analyse(&enc->psycho, &ch->psycho, ch->input, ch->sequence);
}

/* Brings short windows into coding order. */
static void order_lines(const uint16_t *sfb, Channel *ch)
{
    float ordered[FRAME_LENGTH];
    float *out = ordered;
    const float *window = ch->spectrum;
    for (int group = 0; group < ch->group_count; group++) {
        int windows = ch->group_length[group];
        for (int b = 0; b < ch->bands.group_size; b++) {
            for (int w = 0; w < windows; w++) {
                int width = sfb[b + 1] - sfb[b];
                memcpy(out, window + w * SHORT_LENGTH + sfb[b], (size_t)width * sizeof *out);
                out += width;
            }
        }
        window += windows * SHORT_LENGTH;
    }
    memcpy(ch->spectrum, ordered, (size_t)(out - ordered) * sizeof *out);
}

static float band_energy(const float *line, const float *end)
{
    float sum = 0.0f;
    while (line < end) {
        sum += *line * *line;
        line++;
    }
    return sum;
}

/* The noise that the mask allows in one band of a group of windows. The ratio holds for
   what TNS left of the energy; the mask itself holds where the filterbank's window leaks
   more than the model's, next to loud tones. */
static float group_mask(const PsychoState *psycho, int first, int windows, int band, float energy)
{
    float ratio = psycho->ratio[first][band];
    float mask = psycho->mask[first][band];
    for (int w = first + 1; w < first + windows; w++) {
        if (psycho->ratio[w][band] < ratio)
            ratio = psycho->ratio[w][band];
        mask += psycho->mask[w][band];
    }
    return ratio * energy < mask ? ratio * energy : mask;
}

/* The noise allowed in each band. Bands that are inaudible as a whole come last when
   there are bits to spare. */
static void allow_noise(Channel *ch)
{
    int band = 0;
    int window = 0;
    for (int group = 0; group < ch->group_count; group++) {
        int windows = ch->group_length[group];
        for (int b = 0; b < ch->bands.group_size; b++) {
            const float *line = ch->spectrum + ch->bands.start[band];
            float energy = band_energy(line, ch->spectrum + ch->bands.start[band + 1]);
            float allowed = group_mask(&ch->psycho, window, windows, b, energy);
            if (allowed > energy)
                allowed *= inaudible_handicap;
            ch->energy[band] = energy;
            ch->allowed[band] = allowed + 1e-6f;
            band++;
        }
        window += windows;
    }
}

void shape_noise(const Encoder *enc, Channel *ch)
{
    int is_short = ch->sequence == EIGHT_SHORT;
    if (ch->is_lfe)
        ch->tns[0].order = 0;
    else
        tns_apply(is_short ? &enc->tns_short : &enc->tns_long, ch->spectrum, ch->tns);
    if (is_short)
        order_lines(enc->rate->short_sfb, ch);
    allow_noise(ch);
}
