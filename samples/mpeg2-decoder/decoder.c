/*
 * The decoder: from start codes to frames in the order of display.
 *
 * decode_picture is the table of contents. A picture goes through three stages, each over all
 * rows of macroblocks: codes to levels, levels to samples of blocks, and prediction from other
 * frames plus those samples. Within a stage no row needs another row. Between pictures, only the
 * last stage needs finished frames.
 *
 * Pictures that others are predicted from (I and P) come before the B pictures that are shown
 * before them. So there are three frames: the two last I or P pictures, and the one in work.
 * An I or P picture is shown when the next one has come. Standard: ISO/IEC 13818-2, 6.1.1.11.
 */
#include "decoder.h"

#include "stages.h"

#include <stdlib.h>
#include <string.h>

enum { GREY = 128 };

static Frame *create_frame(void)
{
    Frame *frame = malloc(sizeof *frame);
    if (frame != NULL)
        memset(frame, GREY, sizeof *frame);
    return frame;
}

Decoder *decoder_create(const uint8_t *stream, size_t size)
{
    Decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL)
        return NULL;
    decoder->stream = stream;
    decoder->size = size;
    decoder->past = create_frame();
    decoder->future = create_frame();
    decoder->current = create_frame();
    vlc_init(&decoder->tables);
    if (decoder->past != NULL && decoder->future != NULL && decoder->current != NULL)
        return decoder;
    decoder_destroy(decoder);
    return NULL;
}

void decoder_destroy(Decoder *decoder)
{
    free(decoder->past);
    free(decoder->future);
    free(decoder->current);
    free(decoder);
}

/* Where the next start code begins; the size of the stream if there is none. */
static size_t find_start_code(const Decoder *decoder, size_t from)
{
    const uint8_t *stream = decoder->stream;
    for (size_t i = from; i + 4 <= decoder->size; i++) {
        if (stream[i] == 0 && stream[i + 1] == 0 && stream[i + 2] == 1)
            return i;
    }
    return decoder->size;
}

int peek_start_code(const Decoder *decoder)
{
    size_t at = find_start_code(decoder, decoder->position);
    return at == decoder->size ? -1 : decoder->stream[at + 3];
}

int next_start_code(Decoder *decoder)
{
    size_t at = find_start_code(decoder, decoder->position);
    decoder->position = at == decoder->size ? at : at + 4;
    return at == decoder->size ? -1 : decoder->stream[at + 3];
}

static int is_slice(int code)
{
    return code >= SLICE_START_FIRST && code <= SLICE_START_LAST;
}

/* Notes where the slices of a picture are, row by row; nothing is decoded yet. */
static void find_slices(Decoder *decoder)
{
    for (int r = 0; r < decoder->sequence.rows; r++)
        decoder->row[r].slice_count = 0;
    for (int code; is_slice(code = peek_start_code(decoder));) {
        (void)next_start_code(decoder);
        size_t end = find_start_code(decoder, decoder->position);
        SliceBytes bytes = {decoder->stream + decoder->position, end - decoder->position};
        int r = code - SLICE_START_FIRST;
        if (r < decoder->sequence.rows && decoder->row[r].slice_count < MAX_COLUMNS)
            decoder->row[r].slice[decoder->row[r].slice_count++] = bytes;
        decoder->position = end;
    }
}

static void count_picture(Decoder *decoder)
{
    long missing = 0;
    for (int r = 0; r < decoder->sequence.rows; r++)
        missing += decoder->row[r].missing;
    decoder->counts.pictures++;
    decoder->counts.damaged += missing > 0;
    decoder->counts.missing += missing;
}

/* Decodes the picture whose headers have been read. It is predicted from other frames only, never
   from itself. */
static void decode_picture(Decoder *decoder, const Frame *restrict past,
                           const Frame *restrict future, Frame *restrict current)
{
    const Sequence *sequence = &decoder->sequence;

    find_slices(decoder);
    for (int r = 0; r < sequence->rows; r++)
        decode_row(&decoder->tables, &decoder->header, sequence->columns, &decoder->row[r]);
    for (int r = 0; r < sequence->rows; r++)
        transform_row(sequence, &decoder->header, &decoder->row[r]);
    for (int r = 0; r < sequence->rows; r++)
        reconstruct_row(sequence, &decoder->row[r], r, past, future, &current->row[r]);
    count_picture(decoder);
}

/* The frame in work becomes the last reference; returns the one before it, or NULL if that has
   been shown or there was none. */
static const Frame *keep_reference(Decoder *decoder)
{
    Frame *oldest = decoder->past;
    decoder->past = decoder->future;
    decoder->future = decoder->current;
    decoder->current = oldest;
    const Frame *shown = decoder->is_waiting ? decoder->past : NULL;
    decoder->is_waiting = 1;
    if (decoder->references < 2)
        decoder->references++;
    return shown;
}

/* Decodes a picture, and returns the frame that is to be shown next, or NULL. */
static const Frame *next_picture(Decoder *decoder)
{
    PictureType type = decoder->header.type;
    int needed = type == I_PICTURE                                 ? 0
                 : type == P_PICTURE || decoder->is_closed_group ? 1
                                                                   : 2;
    if (decoder->references < needed) {
        decoder->counts.skipped++;
        return NULL;
    }
    if (type == B_PICTURE) {
        decode_picture(decoder, decoder->past, decoder->future, decoder->current);
        return decoder->current;
    }
    decode_picture(decoder, decoder->future, decoder->future, decoder->current);
    return keep_reference(decoder);
}

static const char *finish(Decoder *decoder, const Frame **frame)
{
    *frame = decoder->is_waiting ? decoder->future : NULL;
    decoder->is_waiting = 0;
    return decoder->counts.pictures == 0 ? "no picture found" : NULL;
}

/* A stream whose first headers cannot be read is refused. Of a later fault only its picture is
   lost. */
const char *decoder_next(Decoder *decoder, const Frame **frame)
{
    for (*frame = NULL; *frame == NULL;) {
        const char *error = NULL;
        int code = next_start_code(decoder);
        if (code < 0)
            return finish(decoder, frame);
        if (code == SEQUENCE_START)
            error = read_sequence_headers(decoder);
        else if (code == GROUP_START)
            read_group_header(decoder);
        else if (code == PICTURE_START && decoder->has_sequence) {
            error = read_picture_headers(decoder);
            if (error == NULL)
                *frame = next_picture(decoder);
            else
                decoder->counts.skipped++;
        }
        if (error != NULL && decoder->counts.pictures == 0)
            return error;
    }
    return NULL;
}
