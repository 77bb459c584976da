/*
 * The encoder: from samples to frames.
 *
 * encode_frame is the table of contents. A frame goes through the stages of every
 * transform coder: find transients, choose windows, transform, find the masking
 * thresholds, shape and join, divide the bits, quantise, write. Nearly all the work is
 * done channel by channel on data of that channel alone; what concerns several channels
 * (windows of a pair, mid/side, the budget, the bit stream) is brief.
 *
 * The transform of a frame covers two blocks of 1024 samples, and the transient detector
 * looks one block ahead, so the first push only fills the window; the caller pushes
 * silence at the end until all samples have come out.
 *
 * Elements and channels follow the standard's channel configurations 1 to 6: centre
 * first, then front pair, surround, low frequencies. WAV files put front left, front
 * right, centre, low frequencies, back left, back right. Standard: ISO/IEC 14496-3,
 * table 1.19 and 4.5.2.
 */
#include "stages.h"

#include <stdlib.h>
#include <string.h>

typedef struct ChannelPlan {
    int element_count;
    ElementKind kind[MAX_ELEMENTS];
    int source[MAX_CHANNELS]; /* WAV position of each coded channel */
} ChannelPlan;

static const ChannelPlan plans[MAX_CHANNELS + 1] = {
    [1] = {1, {ELEMENT_SCE}, {0}},
    [2] = {1, {ELEMENT_CPE}, {0, 1}},
    [3] = {2, {ELEMENT_SCE, ELEMENT_CPE}, {2, 0, 1}},
    [4] = {3, {ELEMENT_SCE, ELEMENT_CPE, ELEMENT_SCE}, {2, 0, 1, 3}},
    [5] = {3, {ELEMENT_SCE, ELEMENT_CPE, ELEMENT_CPE}, {2, 0, 1, 3, 4}},
    [6] = {4, {ELEMENT_SCE, ELEMENT_CPE, ELEMENT_CPE, ELEMENT_LFE}, {2, 0, 1, 4, 5, 3}},
};

static void place_elements(Encoder *enc, const ChannelPlan *plan)
{
    int tags[4] = {0, 0, 0, 0};
    int next = 0;
    enc->element_count = plan->element_count;
    for (int e = 0; e < plan->element_count; e++) {
        Element *element = &enc->element[e];
        element->kind = plan->kind[e];
        element->tag = tags[element->kind]++;
        element->first = next;
        enc->channel[next].is_lfe = element->kind == ELEMENT_LFE;
        next += element->kind == ELEMENT_CPE ? 2 : 1;
    }
    memcpy(enc->source, plan->source, sizeof enc->source);
}

/* The highest frequency worth coding, in Hz, at `bits` bits per second and channel. */
static double bandwidth(double bits)
{
    static const double table[][2] = {{8000, 3500},   {16000, 5500},  {24000, 8000},
                                      {32000, 10500}, {48000, 14000}, {64000, 16000},
                                      {80000, 18000}, {96000, 20000}, {128000, 21000}};
    int last = (int)(sizeof table / sizeof table[0]) - 1;
    if (bits <= table[0][0])
        return table[0][1];
    for (int i = 1; i <= last; i++) {
        double low = table[i - 1][0];
        if (bits < table[i][0])
            return table[i - 1][1] +
                   (bits - low) / (table[i][0] - low) * (table[i][1] - table[i - 1][1]);
    }
    return table[last][1] + (bits - table[last][0]) * 0.5;
}

/* Bands needed to reach `hz`. */
static int bands_below(const uint16_t *sfb, int count, int lines, int sample_rate, double hz)
{
    int bands = 1;
    while (bands < count && sfb[bands] * 0.5 * sample_rate / lines < hz)
        bands++;
    return bands;
}

static void limit_bands(Encoder *enc, double hz)
{
    const RateTables *rate = enc->rate;
    int long_bands =
        bands_below(rate->long_sfb, rate->long_count, FRAME_LENGTH, rate->sample_rate, hz);
    int short_bands =
        bands_below(rate->short_sfb, rate->short_count, SHORT_LENGTH, rate->sample_rate, hz);
    for (int c = 0; c < enc->channel_count; c++) {
        Channel *ch = &enc->channel[c];
        ch->max_sfb_long = long_bands;
        ch->max_sfb_short = short_bands;
        if (ch->is_lfe) /* only the lowest twelve lines */
            ch->max_sfb_long = rate->long_sfb[2] > 12 ? 1 : rate->long_sfb[3] > 12 ? 2 : 3;
    }
    tns_init(&enc->tns_long, rate, 0, long_bands);
    tns_init(&enc->tns_short, rate, 1, short_bands);
}

static const char *check_parameters(int sample_rate, int channels, long bit_rate)
{
    double frame_bits = (double)bit_rate * FRAME_LENGTH / sample_rate;
    if (rate_index_of(sample_rate) < 0)
        return "unsupported sampling rate";
    if (channels < 1 || channels > MAX_CHANNELS)
        return "unsupported number of channels";
    if (bit_rate != 0 && frame_bits > channels * MAX_CHANNEL_BITS)
        return "bit rate is too high for this sampling rate and number of channels";
    if (bit_rate != 0 && frame_bits < 120 + channels * 100)
        return "bit rate is too low for this sampling rate and number of channels";
    return NULL;
}

Encoder *encoder_create(int sample_rate, int channels, long bit_rate, double quality,
                        const char **error)
{
    *error = check_parameters(sample_rate, channels, bit_rate);
    if (*error != NULL)
        return NULL;
    Encoder *enc = calloc(1, sizeof *enc);
    if (enc == NULL) {
        *error = "out of memory";
        return NULL;
    }
    enc->channel_count = channels;
    enc->channel_configuration = channels;
    enc->rate_index = rate_index_of(sample_rate);
    enc->rate = rate_tables(enc->rate_index);
    place_elements(enc, &plans[channels]);
    double wanted = bit_rate != 0 ? (double)bit_rate / channels : 32000.0 + 12000.0 * quality;
    limit_bands(enc, bandwidth(wanted));
    rate_control_init(&enc->control, enc->rate, channels, bit_rate, quality);
    filterbank_init(&enc->filterbank);
    psycho_init(&enc->psycho, enc->rate);
    bit_counts_init(&enc->bit_counts);
    quantiser_init(&enc->quantiser);
    return enc;
}

void encoder_destroy(Encoder *enc)
{
    free(enc);
}

void encoder_push(Encoder *enc, const float *samples, int count)
{
    for (int c = 0; c < enc->channel_count; c++) {
        Channel *ch = &enc->channel[c];
        float *block = ch->input + INPUT_LENGTH - FRAME_LENGTH;
        const float *from = samples + enc->source[c];
        memmove(ch->input, ch->input + FRAME_LENGTH,
                (INPUT_LENGTH - FRAME_LENGTH) * sizeof *ch->input);
        for (int i = 0; i < count; i++, from += enc->channel_count)
            block[i] = *from;
        for (int i = count; i < FRAME_LENGTH; i++)
            block[i] = 0.0f;
    }
}

int quantise_channel(const Encoder *enc, Channel *ch)
{
    QuantiserTask task;
    task.spectrum = ch->spectrum;
    task.bands = &ch->bands;
    task.allowed = ch->allowed;
    task.budget = ch->budget;
    task.finest = enc->control.is_constant_quality ? 0 : -80;
    return quantise_spectrum(&enc->quantiser, &enc->bit_counts, &task, &ch->coding);
}

int encode_frame(Encoder *enc)
{
    float entropy = 0.0f;
    int used_bits = 0;

    for (int c = 0; c < enc->channel_count; c++)
        detect_attack(enc, &enc->channel[c]);
    if (enc->frames++ == 0)
        return 0;
    choose_windows(enc);

    for (int c = 0; c < enc->channel_count; c++)
        analyse_spectrum(enc, &enc->channel[c]);
    for (int c = 0; c < enc->channel_count; c++)
        entropy += analyse_masking(enc, &enc->channel[c]);

    for (int c = 0; c < enc->channel_count; c++)
        shape_noise(enc, &enc->channel[c]);
    join_pairs(enc);
    allocate_bits(enc, entropy);

    for (int c = 0; c < enc->channel_count; c++)
        used_bits += quantise_channel(enc, &enc->channel[c]);
    return write_frame(enc, used_bits);
}
