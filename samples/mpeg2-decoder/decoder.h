#ifndef MPEG2_DECODER_H
#define MPEG2_DECODER_H

#include "picture.h"
#include "vlc.h"

/* What came of the pictures so far. */
typedef struct Counts {
    long pictures; /* decoded */
    long skipped;  /* left out, as what they are predicted from is missing */
    long damaged;  /* with macroblocks that could not be decoded */
    long missing;  /* such macroblocks */
} Counts;

typedef struct Decoder {
    const uint8_t *stream; /* followed by BITS_PADDING zeros */
    size_t size;
    size_t position; /* of the next start code */

    Sequence sequence;
    int has_sequence;
    PictureHeader header;
    int is_closed_group; /* its first B pictures need no frame before it */
    VlcTables tables;    /* constant after decoder_create */
    Counts counts;

    MacroblockRow row[MAX_ROWS]; /* of the picture in work */
    Frame *past;                 /* the last two I and P pictures */
    Frame *future;
    Frame *current;
    int references; /* how many of them there are, 0..2 */
    int is_waiting; /* the frame `future` has not been shown yet */
} Decoder;

/* A decoder of the `size` bytes of an elementary stream, which BITS_PADDING zero bytes must
   follow; NULL if there is no memory. The stream stays the caller's. */
Decoder *decoder_create(const uint8_t *stream, size_t size);
void decoder_destroy(Decoder *decoder);

/* Decodes on to the next frame in the order of display, which *frame is then: NULL at the end.
   Returns NULL, or why the stream cannot be decoded. */
const char *decoder_next(Decoder *decoder, const Frame **frame);

/* Headers; each returns NULL or what is wrong with it. They expect to stand behind the start
   code. `read_picture_headers` and `read_sequence_headers` take the extensions along. */
const char *read_sequence_headers(Decoder *decoder);
const char *read_picture_headers(Decoder *decoder);
void read_group_header(Decoder *decoder);

/* Moves to the next start code and returns its last byte, -1 at the end. The position is then
   behind it. */
int next_start_code(Decoder *decoder);

/* The last byte of the next start code, as above, without moving. */
int peek_start_code(const Decoder *decoder);

enum StartCode { /* last bytes of them */
    PICTURE_START = 0x00,
    SLICE_START_FIRST = 0x01,
    SLICE_START_LAST = 0xaf,
    USER_DATA_START = 0xb2,
    SEQUENCE_START = 0xb3,
    EXTENSION_START = 0xb5,
    SEQUENCE_END = 0xb7,
    GROUP_START = 0xb8
};

#endif
