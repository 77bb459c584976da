/*
 * Headers of the sequence, of groups of pictures, and of pictures.
 *
 * Each header is followed by extensions, which say what MPEG-2 has and MPEG-1 has not. Of a
 * sequence and of a picture one extension each is required; others are read if they matter
 * here (quantiser matrices) and passed over if they do not. Scalable streams, field pictures
 * and other chroma formats than 4:2:0 are outside of this decoder, and said to be.
 * Standard: ISO/IEC 13818-2, 6.2.2 and 6.2.3.
 */
#include "decoder.h"

#include <string.h>

enum Extension { /* their identifiers */
    SEQUENCE_EXTENSION = 1,
    QUANT_MATRIX_EXTENSION = 3,
    SEQUENCE_SCALABLE_EXTENSION = 5,
    PICTURE_CODING_EXTENSION = 8
};

static BitReader reader_here(const Decoder *decoder)
{
    return bits_open(decoder->stream + decoder->position, decoder->size - decoder->position);
}

/* Where the next extension begins behind its identifier, which is returned; user data is passed
   over. Returns -1 if something else comes next. */
static int next_extension(Decoder *decoder, BitReader *bits)
{
    while (peek_start_code(decoder) == USER_DATA_START)
        (void)next_start_code(decoder);
    if (peek_start_code(decoder) != EXTENSION_START)
        return -1;
    (void)next_start_code(decoder);
    *bits = reader_here(decoder);
    return (int)bits_get(bits, 4);
}

/* Matrices are sent in zigzag order, whatever the scan of the blocks. Ends at missing data. */
static void read_weights(BitReader *bits, uint8_t weights[64])
{
    for (int i = 0; i < 64 && !bits_overrun(bits); i++) {
        uint32_t weight = bits_get(bits, 8);
        weights[zigzag_scan[i]] = (uint8_t)(weight == 0 ? 1 : weight);
    }
}

static void read_header(BitReader *bits, Sequence *sequence)
{
    sequence->width = (int)bits_get(bits, 12);
    sequence->height = (int)bits_get(bits, 12);
    sequence->aspect = (int)bits_get(bits, 4);
    uint32_t rate = bits_get(bits, 4);
    sequence->frame_rate[0] = frame_rates[rate][0];
    sequence->frame_rate[1] = frame_rates[rate][1];
    bits_skip(bits, 18 + 1 + 10 + 1); /* bit rate, marker, buffer size, constrained */
    memcpy(sequence->weights[1], default_intra_weights, sizeof sequence->weights[1]);
    memset(sequence->weights[0], 16, sizeof sequence->weights[0]);
    if (bits_flag(bits))
        read_weights(bits, sequence->weights[1]);
    if (bits_flag(bits))
        read_weights(bits, sequence->weights[0]);
}

/* Returns NULL, or what is not supported. */
static const char *read_sequence_extension(BitReader *bits, Sequence *sequence)
{
    bits_skip(bits, 8); /* profile and level */
    sequence->is_progressive = bits_flag(bits);
    if (bits_get(bits, 2) != 1)
        return "chroma format is not 4:2:0";
    sequence->width |= (int)bits_get(bits, 2) << 12;
    sequence->height |= (int)bits_get(bits, 2) << 12;
    bits_skip(bits, 12 + 1 + 8 + 1); /* bit rate, marker, buffer size, low delay */
    sequence->frame_rate[0] *= (int)bits_get(bits, 2) + 1;
    sequence->frame_rate[1] *= (int)bits_get(bits, 5) + 1;
    if (sequence->width == 0 || sequence->height == 0 || sequence->frame_rate[0] == 0)
        return "sequence header is damaged";
    if (sequence->width > MAX_WIDTH || sequence->height > MAX_HEIGHT)
        return "pictures are larger than main profile allows";
    sequence->columns = (sequence->width + 15) / 16;
    sequence->rows = sequence->is_progressive ? (sequence->height + 15) / 16
                                              : (sequence->height + 31) / 32 * 2;
    return NULL;
}

const char *read_sequence_headers(Decoder *decoder)
{
    Sequence sequence;
    const char *error = "MPEG-1 video is not supported";
    BitReader bits = reader_here(decoder);
    memset(&sequence, 0, sizeof sequence);
    read_header(&bits, &sequence);
    if (bits_overrun(&bits))
        return "sequence header is damaged";
    for (int id; (id = next_extension(decoder, &bits)) >= 0;) {
        if (id == SEQUENCE_EXTENSION)
            error = read_sequence_extension(&bits, &sequence);
        else if (id == SEQUENCE_SCALABLE_EXTENSION)
            return "scalable video is not supported";
    }
    if (error != NULL)
        return error;
    if (decoder->has_sequence && (sequence.width != decoder->sequence.width ||
                                  sequence.height != decoder->sequence.height))
        return "size of pictures changes";
    decoder->sequence = sequence;
    decoder->has_sequence = 1;
    return NULL;
}

void read_group_header(Decoder *decoder)
{
    BitReader bits = reader_here(decoder);
    bits_skip(&bits, 25); /* time code */
    decoder->is_closed_group = bits_flag(&bits);
}

static int is_valid_f_code(int code)
{
    return (code >= 1 && code <= 9) || code == 15; /* 15: no such vectors */
}

static const char *read_coding_extension(BitReader *bits, PictureHeader *header)
{
    int is_valid = 1;
    for (int i = 0; i < 4; i++) {
        int code = (int)bits_get(bits, 4);
        is_valid &= is_valid_f_code(code);
        header->f_code[i / 2][i % 2] = code;
    }
    header->dc_precision = (int)bits_get(bits, 2);
    int structure = (int)bits_get(bits, 2);
    header->is_top_field_first = bits_flag(bits);
    header->is_frame_only = bits_flag(bits);
    header->has_concealment_vectors = bits_flag(bits);
    header->scale_type = bits_flag(bits);
    header->intra_table = bits_flag(bits);
    header->is_alternate_scan = bits_flag(bits);
    if (!is_valid || structure == 0)
        return "picture header is damaged";
    return structure == 3 ? NULL : "field pictures are not supported";
}

static void read_matrix_extension(BitReader *bits, Sequence *sequence)
{
    if (bits_flag(bits))
        read_weights(bits, sequence->weights[1]);
    if (bits_flag(bits))
        read_weights(bits, sequence->weights[0]);
}

const char *read_picture_headers(Decoder *decoder)
{
    PictureHeader header;
    const char *error = "picture header is damaged";
    BitReader bits = reader_here(decoder);
    memset(&header, 0, sizeof header);
    bits_skip(&bits, 10); /* temporal reference */
    int type = (int)bits_get(&bits, 3) - 1;
    if (type < I_PICTURE || type > B_PICTURE)
        return "type of picture is not supported";
    header.type = (PictureType)type;
    for (int id; (id = next_extension(decoder, &bits)) >= 0;) {
        if (id == PICTURE_CODING_EXTENSION)
            error = read_coding_extension(&bits, &header);
        else if (id == QUANT_MATRIX_EXTENSION)
            read_matrix_extension(&bits, &decoder->sequence);
    }
    if (error == NULL)
        decoder->header = header;
    return error;
}
