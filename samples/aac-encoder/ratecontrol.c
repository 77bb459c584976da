/*
 * Rate control: the bit reservoir and the budget of each channel.
 *
 * At a constant bit rate the decoder's buffer lets a frame take more bits than the mean
 * if frames before it took less: the reservoir. A frame's wish is judged by its
 * perceptual entropy relative to the running mean; how far the wish is granted depends
 * on how full the reservoir is, which is steered towards three quarters. The frame's
 * bits are then divided among its channels, part equally and part by their demand, the
 * bits their lines would need at the allowed noise (after mid/side coding, so that a
 * nearly silent side channel leaves its bits to the mid channel).
 *
 * If quiet frames let the reservoir run over, the surplus is sent as fill elements, so
 * that the rate stays constant. At constant quality no reservoir is kept: each channel
 * is quantised to its allowed noise, scaled by the quality, up to what a frame may hold.
 *
 * Standard: ISO/IEC 14496-3, 4.5.3 (buffer requirements); ISO/IEC 13818-7, annex C.
 */
#include "stages.h"

#include <math.h>

static const double target_fill = 0.75;
static const float memory = 0.97f; /* of the mean entropy */

enum {
    HEADER_BITS = 56 + 3 + 7,  /* ADTS header, end mark, byte alignment */
    ELEMENT_BITS = 7,          /* identifier and tag */
    LFE_BUDGET = 400,
    LEAST_BUDGET = 40
};

void rate_control_init(RateControl *control, const RateTables *rate, int channels, long bit_rate,
                       double quality)
{
    control->is_constant_quality = bit_rate == 0;
    control->mean_bits = (double)bit_rate * FRAME_LENGTH / rate->sample_rate;
    control->reservoir_size = (double)channels * MAX_CHANNEL_BITS - control->mean_bits;
    control->reservoir = control->reservoir_size * target_fill;
    control->mean_entropy = 0.0f;
    control->noise_scale = (float)pow(10.0, 0.25 * (6.0 - quality));
}

int rate_control_surplus(const RateControl *control, int bits)
{
    double after = control->reservoir + control->mean_bits - bits;
    if (control->is_constant_quality || after <= control->reservoir_size)
        return 0;
    return (int)(after - control->reservoir_size);
}

void rate_control_update(RateControl *control, int bits)
{
    if (!control->is_constant_quality)
        control->reservoir += control->mean_bits - bits;
}

int rate_control_fullness(const RateControl *control, int channels)
{
    double units = control->reservoir / (32.0 * channels);
    if (control->is_constant_quality || units >= 0x7ff)
        return 0x7ff;
    return units < 0.0 ? 0 : (int)units;
}

/* Side information of a channel, pessimistically: the common data of a pair is counted
   once for each. */
static int side_bits(const Channel *ch)
{
    int is_short = ch->sequence == EIGHT_SHORT;
    int bits = 8 + 3 + (is_short ? 15 : 11) + ch->bands.count;
    for (int w = 0; w < (is_short ? SHORT_WINDOWS : 1); w++) {
        bits += is_short ? 1 : 2;
        if (ch->tns[w].order > 0)
            bits += 16 + TNS_RESOLUTION * ch->tns[w].order;
    }
    return bits;
}

static float channel_demand(const Channel *ch)
{
    float bits = 1.0f;
    for (int b = 0; b < ch->bands.count; b++) {
        int width = ch->bands.start[b + 1] - ch->bands.start[b];
        if (ch->energy[b] > ch->allowed[b])
            bits += 0.5f * (float)width * log2f(ch->energy[b] / ch->allowed[b]);
    }
    return bits;
}

/* The bits this frame should take in all. */
static double frame_bits(RateControl *control, float entropy)
{
    if (control->mean_entropy <= 0.0f)
        control->mean_entropy = entropy + 1.0f;
    double wish = entropy / control->mean_entropy;
    control->mean_entropy = memory * control->mean_entropy + (1.0f - memory) * (entropy + 1.0f);
    if (wish > 3.0)
        wish = 3.0;
    double fill = control->reservoir / (control->reservoir_size + 1.0);
    double bits = control->mean_bits * (1.0 + 0.5 * (wish - 1.0));
    bits += (fill - target_fill) * 0.25 * control->mean_bits;
    if (bits > control->mean_bits + control->reservoir * 0.8)
        bits = control->mean_bits + control->reservoir * 0.8;
    return bits;
}

static void allow_all(Encoder *enc)
{
    for (int c = 0; c < enc->channel_count; c++) {
        Channel *ch = &enc->channel[c];
        ch->budget = MAX_CHANNEL_BITS - side_bits(ch) - HEADER_BITS - ELEMENT_BITS;
        for (int b = 0; b < ch->bands.count; b++)
            ch->allowed[b] *= enc->control.noise_scale;
    }
}

void allocate_bits(Encoder *enc, float entropy)
{
    if (enc->control.is_constant_quality) {
        allow_all(enc);
        return;
    }
    float total = 0.0f;
    int full_channels = 0;
    double bits = frame_bits(&enc->control, entropy) - HEADER_BITS;
    for (int c = 0; c < enc->channel_count; c++) {
        Channel *ch = &enc->channel[c];
        bits -= side_bits(ch) + ELEMENT_BITS;
        ch->demand = ch->is_lfe ? 0.0f : channel_demand(ch);
        total += ch->demand;
        full_channels += !ch->is_lfe;
        if (ch->is_lfe)
            bits -= LFE_BUDGET < bits / 8 ? LFE_BUDGET : bits / 8;
    }
    for (int c = 0; c < enc->channel_count; c++) {
        Channel *ch = &enc->channel[c];
        int most = MAX_CHANNEL_BITS - side_bits(ch) - HEADER_BITS - ELEMENT_BITS;
        double share = 0.2 / full_channels + 0.8 * ch->demand / total;
        ch->budget = (int)(bits * share);
        if (ch->is_lfe)
            ch->budget = LFE_BUDGET < bits / 7 ? LFE_BUDGET : (int)(bits / 7);
        if (ch->budget < LEAST_BUDGET)
            ch->budget = LEAST_BUDGET;
        if (ch->budget > most)
            ch->budget = most;
    }
}
