/*
 * mpeg2-decoder: from an MPEG-2 video elementary stream to frames.
 *
 *     mpeg2-decoder [-l | -c list] in.m2v [out.y4m]
 *
 * -l prints the checksum of every frame, and one line for all of them; -c compares with what -l
 * printed. Exit status: 0 all is well, 1 nothing useful was done or frames differ, 2 the frames
 * are there, but parts of the stream were damaged. Every message is one line on stderr.
 */
#include "decoder.h"
#include "video.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_DAMAGED = 2 };

typedef struct Options {
    int is_listing;
    const char *list;   /* to compare with, or NULL */
    const char *input;
    const char *output; /* or NULL */
} Options;

/* Where the frames go. */
typedef struct Sink {
    FILE *video; /* or NULL */
    FILE *list;  /* to compare with, or NULL */
    int is_listing;
    CrcTables tables;
    uint32_t total; /* of the lines of all frames */
    long frames;
} Sink;

static const char usage[] = "usage: mpeg2-decoder [-l | -c list] in.m2v [out.y4m]";

static const char *parse_options(char **argv, Options *options)
{
    memset(options, 0, sizeof *options);
    while (*++argv != NULL) {
        if (strcmp(*argv, "-l") == 0)
            options->is_listing = 1;
        else if (strcmp(*argv, "-c") == 0 && argv[1] != NULL)
            options->list = *++argv;
        else if (**argv == '-')
            return usage;
        else if (options->input == NULL)
            options->input = *argv;
        else if (options->output == NULL)
            options->output = *argv;
        else
            return usage;
    }
    return options->input == NULL || (options->is_listing && options->list != NULL) ? usage : NULL;
}

static int complain(const char *subject, const char *problem)
{
    if (subject != NULL)
        fprintf(stderr, "mpeg2-decoder: %s: %s\n", subject, problem);
    else
        fprintf(stderr, "mpeg2-decoder: %s\n", problem);
    return EXIT_FAILURE;
}

/* The whole file and BITS_PADDING zeros; NULL if it cannot be read. */
static uint8_t *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    uint8_t *bytes = NULL;
    long length = 0;
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 &&
        fseek(file, 0, SEEK_SET) == 0)
        bytes = calloc((size_t)length + BITS_PADDING, 1);
    if (bytes != NULL && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *size = (size_t)length;
    return bytes;
}

static const char *put_line(Sink *sink, const char *line)
{
    char expected[64];
    if (sink->is_listing)
        fputs(line, stdout);
    if (sink->list == NULL)
        return NULL;
    if (fgets(expected, sizeof expected, sink->list) == NULL)
        return "more frames than in the list";
    return strcmp(expected, line) == 0 ? NULL : "frame differs from the list";
}

static const char *put_checksum(Sink *sink, const Sequence *sequence, const Frame *frame)
{
    char line[64];
    uint32_t crc = frame_checksum(&sink->tables, sequence, frame);
    snprintf(line, sizeof line, "%ld %08lx\n", sink->frames, (unsigned long)crc);
    sink->total =
        crc_add(&sink->tables, sink->total, (const uint8_t *)line, strlen(line));
    return put_line(sink, line);
}

static const char *put_frame(Sink *sink, const Sequence *sequence, const Frame *frame)
{
    const char *error = NULL;
    if (sink->is_listing || sink->list != NULL)
        error = put_checksum(sink, sequence, frame);
    if (error != NULL)
        return error;
    if (sink->video != NULL && sink->frames == 0 && !video_begin(sink->video, sequence))
        return "output cannot be written";
    if (sink->video != NULL && !video_add(sink->video, sequence, frame))
        return "output cannot be written";
    sink->frames++;
    return NULL;
}

static const char *put_total(Sink *sink)
{
    char line[64];
    snprintf(line, sizeof line, "all %ld %08lx\n", sink->frames, (unsigned long)sink->total);
    return sink->is_listing || sink->list != NULL ? put_line(sink, line) : NULL;
}

static const char *decode_stream(Decoder *decoder, Sink *sink)
{
    for (;;) {
        const Frame *frame;
        const char *error = decoder_next(decoder, &frame);
        if (error == NULL && frame == NULL)
            return put_total(sink);
        if (error == NULL)
            error = put_frame(sink, &decoder->sequence, frame);
        if (error != NULL)
            return error;
    }
}

static int report(const char *input, const Counts *counts)
{
    char text[160];
    if (counts->damaged == 0 && counts->skipped == 0)
        return EXIT_SUCCESS;
    snprintf(text, sizeof text,
             "damaged: %ld pictures left out, %ld macroblocks in %ld of %ld pictures made up",
             counts->skipped, counts->missing, counts->damaged, counts->pictures);
    complain(input, text);
    return EXIT_DAMAGED;
}

static int decode_to_sink(const Options *options, Sink *sink, const uint8_t *stream, size_t size)
{
    Decoder *decoder = decoder_create(stream, size);
    int status;
    if (decoder == NULL)
        return complain(NULL, "out of memory");
    const char *error = decode_stream(decoder, sink);
    if (error != NULL && sink->frames > 0)
        fprintf(stderr, "mpeg2-decoder: %s: frame %ld: %s\n", options->input, sink->frames, error);
    else if (error != NULL)
        complain(options->input, error);
    status = error != NULL ? EXIT_FAILURE : report(options->input, &decoder->counts);
    decoder_destroy(decoder);
    return status;
}

/* Opens what is needed and closes it again; an output that did not come to its end is removed. */
static int decode_file(const Options *options, const uint8_t *stream, size_t size)
{
    Sink sink;
    int status = EXIT_SUCCESS;
    memset(&sink, 0, sizeof sink);
    sink.is_listing = options->is_listing;
    crc_init(&sink.tables);
    if (options->list != NULL && (sink.list = fopen(options->list, "r")) == NULL)
        return complain(options->list, "cannot be read");
    if (options->output != NULL && (sink.video = fopen(options->output, "wb")) == NULL)
        status = complain(options->output, "cannot be created");
    if (status == EXIT_SUCCESS)
        status = decode_to_sink(options, &sink, stream, size);
    if (sink.list != NULL)
        fclose(sink.list);
    if (sink.video != NULL && fclose(sink.video) != 0 && status != EXIT_FAILURE)
        status = complain(options->output, "output cannot be written");
    if (sink.video != NULL && status == EXIT_FAILURE)
        remove(options->output);
    return status;
}

int main(int argc, char **argv)
{
    Options options;
    size_t size = 0;
    (void)argc;
    const char *error = parse_options(argv, &options);
    if (error != NULL)
        return complain(NULL, error);
    uint8_t *stream = read_file(options.input, &size);
    if (stream == NULL)
        return complain(options.input, "cannot be read");
    int status = decode_file(&options, stream, size);
    free(stream);
    return status;
}
