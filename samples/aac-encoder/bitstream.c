/*
 * The bit stream: ADTS frames of single, pair, low-frequency and fill elements.
 *
 * An ADTS frame is a header of 56 bits that repeats the stream's parameters, so that a
 * decoder can start anywhere, and one raw data block: the elements in the order of the
 * channel configuration, fill if the rate control asks for it, an end mark, and zero
 * bits up to the next byte. The length in the header is known only afterwards; header
 * and block are written in one go and the length is patched in.
 *
 * A channel is sent as: global gain (the first scalefactor), window information unless
 * the pair shares it, sections, scalefactor differences, TNS filters, spectrum.
 *
 * Standard: ISO/IEC 14496-3, 1.A.2 (ADTS) and 4.4.2 (syntax of the elements).
 */
#include "stages.h"

enum {
    FILL_ELEMENT = 6,
    END_ELEMENT = 7,
    LONGEST_FILL = 15 + 255 - 1 /* bytes of one fill element */
};

static void write_header(BitWriter *bw, const Encoder *enc)
{
    int fullness = rate_control_fullness(&enc->control, enc->channel_count);
    bw_put(bw, 0xfff, 12);                                  /* syncword */
    bw_put(bw, 0, 1);                                       /* MPEG-4 */
    bw_put(bw, 0, 2);                                       /* layer */
    bw_put(bw, 1, 1);                                       /* no CRC */
    bw_put(bw, 1, 2);                                       /* AAC-LC */
    bw_put(bw, (uint32_t)enc->rate_index, 4);
    bw_put(bw, 0, 1);                                       /* private */
    bw_put(bw, (uint32_t)enc->channel_configuration, 3);
    bw_put(bw, 0, 4);                                       /* original, home, copyright */
    bw_put(bw, 0, 13);                                      /* length, patched later */
    bw_put(bw, (uint32_t)fullness, 11);
    bw_put(bw, 0, 2);                                       /* one raw data block */
}

static void patch_length(uint8_t *frame, size_t length)
{
    frame[3] |= (uint8_t)(length >> 11);
    frame[4] = (uint8_t)(length >> 3);
    frame[5] |= (uint8_t)((length & 7) << 5);
}

static void write_window_info(BitWriter *bw, const Channel *ch)
{
    bw_put(bw, 0, 1); /* reserved */
    bw_put(bw, (uint32_t)ch->sequence, 2);
    bw_put(bw, (uint32_t)ch->shape, 1);
    if (ch->sequence != EIGHT_SHORT) {
        bw_put(bw, (uint32_t)ch->bands.group_size, 6);
        bw_put(bw, 0, 1); /* no prediction */
        return;
    }
    bw_put(bw, (uint32_t)ch->bands.group_size, 4);
    for (int group = 0; group < ch->group_count; group++) {
        for (int w = 1; w < ch->group_length[group]; w++)
            bw_put(bw, 1, 1); /* in the group of the window before */
        if (group + 1 < ch->group_count)
            bw_put(bw, 0, 1);
    }
}

static int has_tns(const Channel *ch)
{
    int windows = ch->sequence == EIGHT_SHORT ? SHORT_WINDOWS : 1;
    for (int w = 0; w < windows; w++)
        if (ch->tns[w].order > 0)
            return 1;
    return 0;
}

static void write_tns(BitWriter *bw, const Channel *ch)
{
    int is_short = ch->sequence == EIGHT_SHORT;
    int windows = is_short ? SHORT_WINDOWS : 1;
    for (int w = 0; w < windows; w++) {
        const TnsFilter *filter = &ch->tns[w];
        bw_put(bw, filter->order > 0, is_short ? 1 : 2);
        if (filter->order == 0)
            continue;
        bw_put(bw, TNS_RESOLUTION - 3, 1);
        bw_put(bw, (uint32_t)filter->length, is_short ? 4 : 6);
        bw_put(bw, (uint32_t)filter->order, is_short ? 3 : 5);
        bw_put(bw, 0, 1); /* upwards */
        bw_put(bw, 0, 1); /* coefficients not shortened */
        for (int i = 0; i < filter->order; i++)
            bw_put(bw, (uint32_t)filter->index[i], TNS_RESOLUTION);
    }
}

static int global_gain(const Channel *ch)
{
    for (int b = 0; b < ch->bands.count; b++)
        if (ch->coding.book[b] != 0)
            return ch->coding.scalefactor[b];
    return SCALEFACTOR_UNITY;
}

static void write_channel(BitWriter *bw, const Channel *ch, int shares_window)
{
    const Coding *coding = &ch->coding;
    int gain = global_gain(ch);
    bw_put(bw, (uint32_t)gain, 8);
    if (!shares_window)
        write_window_info(bw, ch);
    write_sections(bw, &ch->bands, coding->book);
    write_scalefactors(bw, &ch->bands, coding->book, coding->scalefactor, gain);
    bw_put(bw, 0, 1); /* no pulses */
    bw_put(bw, (uint32_t)has_tns(ch), 1);
    if (has_tns(ch))
        write_tns(bw, ch);
    bw_put(bw, 0, 1); /* no gain control */
    write_spectrum(bw, &ch->bands, coding->book, coding->quantised);
}

static void write_ms(BitWriter *bw, const Element *element, int bands)
{
    if (element->ms_bands == 0) {
        bw_put(bw, 0, 2);
    } else if (element->ms_bands == bands) {
        bw_put(bw, 2, 2);
    } else {
        bw_put(bw, 1, 2);
        for (int b = 0; b < bands; b++)
            bw_put(bw, element->ms_used[b], 1);
    }
}

static void write_element(BitWriter *bw, const Encoder *enc, const Element *element)
{
    const Channel *ch = &enc->channel[element->first];
    bw_put(bw, (uint32_t)element->kind, 3);
    bw_put(bw, (uint32_t)element->tag, 4);
    if (element->kind != ELEMENT_CPE) {
        write_channel(bw, ch, 0);
        return;
    }
    bw_put(bw, 1, 1); /* common window */
    write_window_info(bw, ch);
    write_ms(bw, element, ch->bands.count);
    write_channel(bw, ch, 1);
    write_channel(bw, ch + 1, 1);
}

/* Fill elements of `bits` bits or up to 7 fewer. */
static void write_fill(BitWriter *bw, int bits)
{
    while (bits >= 7) {
        int bytes = (bits - 7) / 8;
        if (bytes >= 15)
            bytes = (bits - 15) / 8;
        if (bytes > LONGEST_FILL)
            bytes = LONGEST_FILL;
        bw_put(bw, FILL_ELEMENT, 3);
        bw_put(bw, (uint32_t)(bytes < 15 ? bytes : 15), 4);
        if (bytes >= 15)
            bw_put(bw, (uint32_t)(bytes - 14), 8);
        for (int i = 0; i < bytes; i++)
            bw_put(bw, 0, 8);
        bits -= 7 + (bytes >= 15 ? 8 : 0) + 8 * bytes;
    }
}

int write_frame(Encoder *enc, int used_bits)
{
    BitWriter bw;
    RateControl *control = &enc->control;
    if (used_bits > enc->channel_count * MAX_CHANNEL_BITS)
        return -1;
    bw_init(&bw, enc->frame_bytes, sizeof enc->frame_bytes);
    write_header(&bw, enc);
    for (int e = 0; e < enc->element_count; e++)
        write_element(&bw, enc, &enc->element[e]);
    write_fill(&bw, rate_control_surplus(control, (int)bw_bits(&bw) + 3));
    bw_put(&bw, END_ELEMENT, 3);
    size_t bytes = bw_align(&bw);
    if (bw.overflow)
        return -1;
    patch_length(enc->frame_bytes, bytes);
    rate_control_update(control, (int)bytes * 8);
    return (int)bytes;
}
