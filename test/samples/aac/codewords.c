/*
 * Every code word of every codebook, through a decoder and back.
 *
 *     codewords write OUT.aac     one frame per codebook that holds all its entries, then
 *                                 escapes of every length and all scalefactor steps
 *     codewords check IN.f32      32-bit float samples, as `faad -f 2 -b 4` decodes them
 *
 * The MDCT with overlap is an orthogonal transform: analysing what the decoder synthesised
 * gives back the spectrum that was sent, and from it the quantised values.
 */
#include "stages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Silence, books 1 to 11, escapes, three frames of scalefactor steps, silence. */
enum { ESCAPE_FRAME = 12, STEP_FRAME = 13, FRAMES = 17 };

static int digit(const Codebook *book, int entry, int position)
{
    for (int i = book->dimension - 1; i > position; i--)
        entry /= book->base;
    return entry % book->base - (book->has_sign ? book->largest : 0);
}

static void fill_entries(const Codebook *book, int *quantised)
{
    int entries = book->dimension == 4 ? 81 : book->base * book->base;
    for (int i = 0; i < entries * book->dimension; i++) {
        int value = digit(book, i / book->dimension, i % book->dimension);
        quantised[i] = !book->has_sign && i % 3 == 1 ? -value : value;
    }
}

static void fill_escapes(int *quantised)
{
    int i = 0;
    for (int power = 16; power <= 4096; power *= 2) {
        quantised[i++] = power;
        quantised[i++] = -(2 * power - 1);
        quantised[i++] = power + power / 3;
        quantised[i++] = 0;
    }
}

/* Scalefactor steps up and down by 24 sizes per frame; three frames reach 60. */
static void fill_steps(int frame, Coding *coding, int bands)
{
    for (int b = 1; b < bands; b += 2) {
        int size = 24 * frame + (b + 1) / 2;
        coding->scalefactor[b] += size < MAX_SCALEFACTOR_STEP ? size : MAX_SCALEFACTOR_STEP;
    }
}

static void set_frame(const Encoder *enc, int frame, Channel *ch)
{
    Coding *coding = &ch->coding;
    int book = frame >= 1 && frame <= 11 ? frame : frame == 0 || frame == FRAMES - 1 ? 0 : 11;
    memset(coding, 0, sizeof *coding);
    ch->bands.count = ch->bands.group_size = enc->rate->long_count;
    ch->bands.length_bits = 5;
    for (int b = 0; b <= ch->bands.count; b++)
        ch->bands.start[b] = enc->rate->long_sfb[b];
    for (int b = 0; b < ch->bands.count; b++) {
        coding->book[b] = (uint8_t)book;
        coding->scalefactor[b] = 110;
    }
    if (frame >= 1 && frame <= 11)
        fill_entries(&spectrum_books[frame], coding->quantised);
    if (frame == ESCAPE_FRAME)
        fill_escapes(coding->quantised);
    if (frame >= STEP_FRAME && frame < FRAMES - 1) {
        fill_steps(frame - STEP_FRAME, coding, ch->bands.count);
        for (int b = 0; b < ch->bands.count; b++)
            coding->quantised[ch->bands.start[b]] = 100;
    }
}

static int write_frames(Encoder *enc, const char *path)
{
    FILE *out = fopen(path, "wb");
    if (out == NULL)
        return 1;
    for (int frame = 0; frame < FRAMES; frame++) {
        set_frame(enc, frame, &enc->channel[0]);
        int bytes = write_frame(enc, 0);
        if (bytes <= 0 || fwrite(enc->frame_bytes, 1, (size_t)bytes, out) != (size_t)bytes)
            return 1;
    }
    return fclose(out) != 0;
}

static int check_frame(const Encoder *enc, int frame, const float *spectrum)
{
    const Channel *ch = &enc->channel[0];
    for (int b = 0; b < ch->bands.count; b++) {
        double step = pow(2.0, (ch->coding.scalefactor[b] - SCALEFACTOR_UNITY) / 4.0);
        for (int i = ch->bands.start[b]; i < ch->bands.start[b + 1]; i++) {
            double value = pow(fabs(spectrum[i]) * 32768.0 / step, 0.75);
            double found = spectrum[i] < 0.0f ? -value : value;
            int sent = ch->coding.quantised[i];
            if (frame >= STEP_FRAME && sent == 0)
                continue; /* rounding of values 2^15 times as large */
            if (fabs(found - sent) > 0.2 + (frame >= STEP_FRAME ? 0.02 : 1e-4) * abs(sent)) {
                fprintf(stderr, "frame %d line %d: sent %d, decoded %.2f\n", frame, i, sent, found);
                return 1;
            }
        }
    }
    return 0;
}

/* Reads the end of the left one of two channels: faad decodes mono to a pair of equals, and faad 2.11
   starts with the encoder's delay. */
static int read_left(const char *path, float *samples, int count)
{
    float pair[2];
    FILE *in = fopen(path, "rb");
    if (in == NULL || fseek(in, -(long)sizeof pair * count, SEEK_END) != 0)
        return 0;
    while (count > 0 && fread(pair, sizeof pair, 1, in) == 1) {
        *samples++ = pair[0];
        count--;
    }
    fclose(in);
    return count == 0;
}

static int check_frames(Encoder *enc, const char *path)
{
    static float samples[(FRAMES - 1) * FRAME_LENGTH];
    float spectrum[FRAME_LENGTH];
    if (!read_left(path, samples, (FRAMES - 1) * FRAME_LENGTH))
        return 1;
    for (int frame = 1; frame < FRAMES - 1; frame++) {
        filterbank_analyse(&enc->filterbank, samples + (frame - 1) * FRAME_LENGTH, ONLY_LONG,
                           SHAPE_SINE, SHAPE_SINE, spectrum);
        set_frame(enc, frame, &enc->channel[0]);
        if (check_frame(enc, frame, spectrum))
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *error;
    Encoder *enc = encoder_create(48000, 1, 0, 10.0, &error);
    if (argc != 3 || enc == NULL)
        return 2;
    int status = strcmp(argv[1], "write") == 0 ? write_frames(enc, argv[2])
                                               : check_frames(enc, argv[2]);
    encoder_destroy(enc);
    return status;
}
