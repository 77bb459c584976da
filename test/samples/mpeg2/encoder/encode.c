/*
 * A small MPEG-2 encoder, to have streams for the decoder to decode.
 *
 *     encode [-i] [-x] [-b count] [-q code] WIDTHxHEIGHT FRAMES OUT.m2v
 *
 * -i is interlaced video with field prediction; -x codes macroblocks in every way there is and
 * lets all parameters of pictures change; -b is the number of B pictures in a row (2), -q the
 * quantiser (6). The scene and all decisions are the same everywhere.
 *
 * What a picture is predicted from has to be what a decoder has, so the decoder's own stages
 * make it: with no block coded they give the prediction, from which the levels follow, and with
 * the levels the frame.
 */
#include "modes.h"
#include "scene.h"
#include "stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 12, RATE_25 = 3 };

typedef struct Encoder {
    Sequence sequence;
    Job job;
    PictureHeader header;
    int bidirectional; /* B pictures in a row */
    Frame *source, *past, *future, *current;
    MacroblockRow row;
    Choice choice[MAX_COLUMNS];
    Writer writer;
} Encoder;

/* Half of cos(k * pi / 16) in units of 2^-14; the basis of frequency 0 is that of k = 4. */
static int cosine(int k)
{
    static const int quarter[9] = {8192, 8035, 7568, 6811, 5793, 4551, 3135, 1598, 0};
    k &= 31;
    if (k > 16)
        k = 32 - k;
    return k <= 8 ? quarter[k] : -quarter[16 - k];
}

static int basis(int frequency, int i)
{
    return frequency == 0 ? 5793 : cosine(frequency * (2 * i + 1));
}

/* Transforms lines to columns; twice is a whole transform. */
static void forward8(const int in[64], int shift, int out[64])
{
    for (int f = 0; f < 8; f++) {
        for (int line = 0; line < 8; line++) {
            int sum = 1 << (shift - 1);
            for (int i = 0; i < 8; i++)
                sum += basis(f, i) * in[8 * line + i];
            out[8 * f + line] = sum >> shift;
        }
    }
}

static int clip(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static int quantise_intra(int coefficient, int divisor)
{
    int level = (16 * abs(coefficient) + divisor * 3 / 8) / divisor;
    return coefficient < 0 ? -clip(level, 0, 2047) : clip(level, 0, 2047);
}

static int quantise_inter(int coefficient, int divisor)
{
    int level = clip(16 * abs(coefficient) / divisor, 0, 2047);
    return coefficient < 0 ? -level : level;
}

/* Returns whether any level is not zero. */
static int quantise(const Encoder *encoder, const Macroblock *mb, const int in[64],
                    int16_t block[64])
{
    int is_intra = mb->type & MB_INTRA;
    int precision = encoder->header.dc_precision;
    int any = 0;
    for (int i = 0; i < 64; i++) {
        int divisor = encoder->sequence.weights[is_intra][i] * mb->scale;
        int level = is_intra ? quantise_intra(in[i], divisor) : quantise_inter(in[i], divisor);
        if (is_intra && i == 0)
            level = clip((in[0] + (4 >> precision)) >> (3 - precision), 0, (256 << precision) - 1);
        block[i] = (int16_t)level;
        any |= level;
    }
    return any != 0;
}

/* The difference between source and prediction where block b is. */
static void take_block(const FrameRow *source, const FrameRow *prediction, const Macroblock *mb,
                       int c, int b, int out[64])
{
    for (int i = 0; i < 64; i++) {
        int line = i / 8, column = i % 8;
        if (b >= 4) {
            column += 8 * c;
            out[i] = source->chroma[b - 4][line][column] - prediction->chroma[b - 4][line][column];
        } else {
            line = mb->is_field_dct ? 2 * line + b / 2 : line + b / 2 * 8;
            column += 16 * c + b % 2 * 8;
            out[i] = source->luma[line][column] - prediction->luma[line][column];
        }
    }
}

static void code_row(Encoder *encoder, int r, const FrameRow *prediction)
{
    for (int c = 0; c < encoder->sequence.columns; c++) {
        Macroblock *mb = &encoder->row.macroblock[c];
        for (int b = 0; b < BLOCKS; b++) {
            int in[64], between[64];
            take_block(&encoder->source->row[r], prediction, mb, c, b, in);
            forward8(in, 11, between); /* three bits of fraction */
            forward8(between, 17, in);
            if (quantise(encoder, mb, in, mb->block[b]) || mb->type & MB_INTRA)
                mb->coded |= (uint8_t)(1 << b);
        }
    }
}

static void encode_row(Encoder *encoder, int r)
{
    static FrameRow prediction;
    const Sequence *sequence = &encoder->sequence;
    const Job *job = &encoder->job;
    choose_row(job, r, &encoder->row, encoder->choice);
    reconstruct_row(sequence, &encoder->row, r, job->past, job->future, &prediction);
    code_row(encoder, r, &prediction);
    write_row(&encoder->writer, &encoder->header, sequence, r, &encoder->row, encoder->choice);
    transform_row(sequence, &encoder->header, &encoder->row);
    reconstruct_row(sequence, &encoder->row, r, job->past, job->future, &encoder->current->row[r]);
}

/* Parameters that do not change unless exercising. */
static void set_header(Encoder *encoder, PictureType type)
{
    PictureHeader *header = &encoder->header;
    uint32_t lot = scene_hash(1, 2, (uint32_t)encoder->job.number);
    int is_interlaced = !encoder->sequence.is_progressive;
    memset(header, 0, sizeof *header);
    header->type = type;
    for (int i = 0; i < 4; i++)
        header->f_code[i / 2][i % 2] = i / 2 < (int)type ? 2 : 15;
    header->is_top_field_first = is_interlaced;
    header->is_frame_only = !is_interlaced;
    header->is_alternate_scan = is_interlaced;
    if (!encoder->job.is_exercising)
        return;
    header->dc_precision = (int)(lot & 3);
    header->scale_type = lot >> 2 & 1;
    header->intra_table = lot >> 3 & 1;
    header->is_alternate_scan = lot >> 4 & 1;
    if (is_interlaced)
        header->is_frame_only = (lot >> 5 & 3) == 0;
    header->has_concealment_vectors = (lot >> 7 & 3) == 0;
    for (int i = 0; i < 2 && header->has_concealment_vectors; i++)
        header->f_code[0][i] = 2;
}

static void encode_picture(Encoder *encoder, PictureType type, int time, int number)
{
    Job *job = &encoder->job;
    set_header(encoder, type);
    job->past = type == B_PICTURE ? encoder->past : encoder->future;
    job->future = encoder->future;
    job->may_dual_prime = type == P_PICTURE && encoder->bidirectional == 0;
    scene_draw(encoder->source, &encoder->sequence, 2 * time);
    write_picture(&encoder->writer, &encoder->header, &encoder->sequence, number);
    for (int r = 0; r < encoder->sequence.rows; r++)
        encode_row(encoder, r);
    job->number++;
    if (type != B_PICTURE) {
        Frame *oldest = encoder->past;
        encoder->past = encoder->future;
        encoder->future = encoder->current;
        encoder->current = oldest;
    }
}

/* Each I or P picture comes before the B pictures in front of it, and each group begins with an
   I picture. */
static void encode_video(Encoder *encoder, int frames)
{
    int last = -1;        /* I or P picture so far */
    int group_begin = 0;  /* first picture shown of the group */
    int group_end = 0;    /* from here on the next I picture begins a group */
    while (last < frames - 1) {
        int next = last < 0 ? 0 : last + 1 + encoder->bidirectional;
        if (next > frames - 1)
            next = frames - 1;
        int is_intra = next >= group_end;
        if (is_intra) {
            group_begin = last + 1;
            group_end = next + GROUP;
            write_sequence(&encoder->writer, &encoder->sequence, RATE_25,
                           encoder->job.is_exercising);
            write_group(&encoder->writer, last < 0);
        }
        encode_picture(encoder, is_intra ? I_PICTURE : P_PICTURE, next, next - group_begin);
        for (int b = last + 1; b < next; b++)
            encode_picture(encoder, B_PICTURE, b, b - group_begin);
        last = next;
    }
    put_start_code(&encoder->writer, 0xb7);
    put_bits(&encoder->writer, 0, 8); /* some decoders want to see what follows a start code */
}

static void set_sequence(Sequence *sequence, int width, int height, int is_interlaced)
{
    sequence->width = width;
    sequence->height = height;
    sequence->aspect = 1;
    sequence->is_progressive = !is_interlaced;
    sequence->columns = (width + 15) / 16;
    sequence->rows = is_interlaced ? (height + 31) / 32 * 2 : (height + 15) / 16;
    memset(sequence->weights[0], 16, sizeof sequence->weights[0]);
    memcpy(sequence->weights[1], default_intra_weights, sizeof sequence->weights[1]);
}

/* Matrices that are not symmetrical, so that an order mistaken shows. */
static void draw_weights(Sequence *sequence)
{
    for (int i = 0; i < 64; i++) {
        sequence->weights[0][i] = (uint8_t)(16 + scene_hash(0, 7, (uint32_t)i) % 12);
        sequence->weights[1][i] = (uint8_t)(i == 0 ? 8 : 12 + scene_hash(1, 7, (uint32_t)i) % 30);
    }
}

static int number(const char *text, int low, int high)
{
    char *end;
    long value = text == NULL ? low - 1 : strtol(text, &end, 10);
    if (text == NULL || *end != '\0' || value < low || value > high) {
        fprintf(stderr, "make-video: expected a number from %d to %d\n", low, high);
        exit(1);
    }
    return (int)value;
}

static int write_file(const char *name, const Writer *writer)
{
    FILE *file = fopen(name, "wb");
    int is_good = file != NULL && fwrite(writer->bytes, 1, writer->size, file) == writer->size;
    if (file != NULL && fclose(file) != 0)
        is_good = 0;
    if (!is_good)
        fprintf(stderr, "make-video: %s: cannot be written\n", name);
    return is_good;
}

/* Returns the first argument that is no option. */
static char **parse_options(char **argv, Encoder *encoder, int *is_interlaced)
{
    encoder->bidirectional = 2;
    encoder->job.quantiser = 6;
    while (*++argv != NULL && **argv == '-') {
        if (strcmp(*argv, "-i") == 0)
            *is_interlaced = 1;
        else if (strcmp(*argv, "-x") == 0)
            encoder->job.is_exercising = 1;
        else if (strcmp(*argv, "-b") == 0)
            encoder->bidirectional = number(*++argv, 0, 8);
        else if (strcmp(*argv, "-q") == 0)
            encoder->job.quantiser = number(*++argv, 1, 31);
        else
            break;
    }
    return argv;
}

static void set_frames(Encoder *encoder, Frame frames[4])
{
    encoder->source = &frames[0];
    encoder->past = &frames[1];
    encoder->future = &frames[2];
    encoder->current = &frames[3];
    encoder->job.source = encoder->source;
    encoder->job.sequence = &encoder->sequence;
    encoder->job.header = &encoder->header;
}

int main(int argc, char **argv)
{
    static Encoder encoder;
    static Frame frames[4];
    int width, height, is_interlaced = 0;
    char **words = parse_options(argv, &encoder, &is_interlaced);
    if (argv + argc - words != 3 || sscanf(words[0], "%dx%d", &width, &height) != 2 ||
        width < 48 || width > MAX_WIDTH || height < 48 || height > MAX_HEIGHT) {
        fputs("usage: encode [-i] [-x] [-b count] [-q code] WIDTHxHEIGHT FRAMES OUT.m2v\n", stderr);
        return 1;
    }
    set_sequence(&encoder.sequence, width, height, is_interlaced);
    if (encoder.job.is_exercising)
        draw_weights(&encoder.sequence);
    set_frames(&encoder, frames);
    scene_init();
    encode_video(&encoder, number(words[1], 1, 10000));
    int is_good = write_file(words[2], &encoder.writer);
    free(encoder.writer.bytes);
    return is_good ? 0 : 1;
}
