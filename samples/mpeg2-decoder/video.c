/*
 * Frames on their way out: as a file, or as a checksum.
 *
 * Macroblocks cover more than the picture when its size is no multiple of 16; what is too much
 * is left out here.
 */
#include "video.h"

/* What the samples' shape must be for the picture to be 4:3, 16:9 or 2.21:1. */
static void sample_aspect(const Sequence *sequence, int aspect[2])
{
    static const int display[5][2] = {{0, 0}, {0, 0}, {4, 3}, {16, 9}, {221, 100}};
    aspect[0] = aspect[1] = 1;
    if (sequence->aspect >= 2 && sequence->aspect <= 4) {
        aspect[0] = display[sequence->aspect][0] * sequence->height;
        aspect[1] = display[sequence->aspect][1] * sequence->width;
    }
}

int video_begin(FILE *file, const Sequence *sequence)
{
    int aspect[2];
    sample_aspect(sequence, aspect);
    return fprintf(file, "YUV4MPEG2 W%d H%d F%d:%d I%c A%d:%d C420mpeg2\n", sequence->width,
                   sequence->height, sequence->frame_rate[0], sequence->frame_rate[1],
                   sequence->is_progressive ? 'p' : 't', aspect[0], aspect[1]) > 0;
}

static int width_of(const Sequence *sequence, int component)
{
    return component == 0 ? sequence->width : (sequence->width + 1) / 2;
}

static int height_of(const Sequence *sequence, int component)
{
    return component == 0 ? sequence->height : (sequence->height + 1) / 2;
}

int video_add(FILE *file, const Sequence *sequence, const Frame *frame)
{
    int is_good = fputs("FRAME\n", file) >= 0;
    for (int k = 0; k < 3; k++) {
        size_t width = (size_t)width_of(sequence, k);
        for (int y = 0; y < height_of(sequence, k) && is_good; y++)
            is_good = fwrite(frame_line(frame, k, y), 1, width, file) == width;
    }
    return is_good;
}

uint32_t frame_checksum(const CrcTables *tables, const Sequence *sequence, const Frame *frame)
{
    uint32_t crc = 0;
    for (int k = 0; k < 3; k++) {
        size_t width = (size_t)width_of(sequence, k);
        for (int y = 0; y < height_of(sequence, k); y++)
            crc = crc_add(tables, crc, frame_line(frame, k, y), width);
    }
    return crc;
}
