/*
 * aac-encoder: from a WAV file to an ADTS file.
 *
 *     aac-encoder [-b kbps | -q quality] in.wav out.aac
 *
 * Everything that can be wrong with the options, the input or the parameters is found
 * before the output is opened; if writing fails later, the unfinished output is removed.
 * Every error is one line on stderr and exit status 1.
 */
#include "encoder.h"
#include "wav.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    double kbps;      /* 0: not given */
    double quality;   /* 0: not given */
    const char *input;
    const char *output;
} Options;

static const char usage[] = "usage: aac-encoder [-b kbps | -q quality] in.wav out.aac";

static int parse_number(const char *text, double low, double high, double *value)
{
    char *end;
    if (text == NULL)
        return 0;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value >= low && *value <= high;
}

/* Returns NULL, or what is wrong with the options. */
static const char *parse_options(char **argv, Options *options)
{
    const char **place[2] = {&options->input, &options->output};
    int given = 0;
    memset(options, 0, sizeof *options);
    while (*++argv != NULL) {
        if (strcmp(*argv, "-b") == 0) {
            if (!parse_number(*++argv, 1, 10000, &options->kbps))
                return "-b expects a bit rate in kb/s, 1 to 10000";
        } else if (strcmp(*argv, "-q") == 0) {
            if (!parse_number(*++argv, 1, 10, &options->quality))
                return "-q expects a quality, 1 to 10";
        } else if (**argv == '-' && (*argv)[1] != '\0') {
            return usage;
        } else {
            if (given == 2)
                return usage;
            *place[given++] = *argv;
        }
    }
    if (given < 2)
        return usage;
    if (options->kbps > 0 && options->quality > 0)
        return "-b and -q exclude each other";
    return NULL;
}

static int complain(const char *subject, const char *problem)
{
    if (subject != NULL)
        fprintf(stderr, "aac-encoder: %s: %s\n", subject, problem);
    else
        fprintf(stderr, "aac-encoder: %s\n", problem);
    return EXIT_FAILURE;
}

/* Encodes all samples; returns NULL, or what went wrong. */
static const char *encode_file(Encoder *enc, WavFile *wav, FILE *out)
{
    float samples[FRAME_LENGTH * MAX_CHANNELS];
    unsigned long pushed = 0;
    while (pushed < wav->frames + 2 * FRAME_LENGTH) {
        int count = wav_read(wav, samples, FRAME_LENGTH);
        if (count < 0)
            return "input cannot be read";
        encoder_push(enc, samples, count);
        pushed += FRAME_LENGTH;
        int bytes = encode_frame(enc);
        if (bytes < 0)
            return "frame does not fit its buffer";
        if (fwrite(enc->frame_bytes, 1, (size_t)bytes, out) != (size_t)bytes)
            return "output cannot be written";
    }
    return NULL;
}

static int write_output(Encoder *enc, WavFile *wav, const Options *options)
{
    FILE *out = fopen(options->output, "wb");
    if (out == NULL)
        return complain(options->output, "cannot be created");
    const char *error = encode_file(enc, wav, out);
    if (fclose(out) != 0 && error == NULL)
        error = "output cannot be written";
    if (error == NULL)
        return EXIT_SUCCESS;
    remove(options->output);
    return complain(options->output, error);
}

/* Layouts that the standard's channel configurations can name. */
static int is_known_layout(const WavFile *wav)
{
    static const unsigned long known[][2] = {
        {0, 0}, {0x4, 0x1}, {0x3, 0x3}, {0x7, 0x7}, {0x107, 0x107}, {0x37, 0x607}, {0x3f, 0x60f}};
    unsigned long mask = wav->channel_mask;
    if (mask == 0 || wav->channels > MAX_CHANNELS)
        return 1;
    return mask == known[wav->channels][0] || mask == known[wav->channels][1];
}

int main(int argc, char **argv)
{
    Options options;
    WavFile wav;
    (void)argc;
    const char *error = parse_options(argv, &options);
    if (error != NULL)
        return complain(NULL, error);
    error = wav_open(&wav, options.input);
    if (error != NULL)
        return complain(options.input, error);
    if (!is_known_layout(&wav)) {
        wav_close(&wav);
        return complain(options.input, "unsupported speaker layout");
    }
    long bit_rate = options.quality > 0 ? 0
                    : options.kbps > 0  ? (long)(options.kbps * 1000.0)
                                        : 64000L * wav.channels;
    Encoder *enc = encoder_create((int)wav.sample_rate, wav.channels, bit_rate, options.quality,
                                  &error);
    int status;
    if (enc == NULL)
        status = complain(options.input, error);
    else
        status = write_output(enc, &wav, &options);
    encoder_destroy(enc);
    wav_close(&wav);
    return status;
}
