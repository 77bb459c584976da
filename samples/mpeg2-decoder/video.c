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

static int write_plane(FILE *file, const uint8_t *samples, int stride, int width, int height)
{
    int is_good = 1;
    for (int i = 0; i < height && is_good; i++)
        is_good = fwrite(samples + i * stride, 1, (size_t)width, file) == (size_t)width;
    return is_good;
}

int video_add(FILE *file, const Sequence *sequence, const Frame *frame)
{
    int width = (sequence->width + 1) / 2;
    int height = (sequence->height + 1) / 2;
    return fputs("FRAME\n", file) >= 0 &&
           write_plane(file, frame->luma[0], MAX_WIDTH, sequence->width, sequence->height) &&
           write_plane(file, frame->chroma[0][0], MAX_WIDTH / 2, width, height) &&
           write_plane(file, frame->chroma[1][0], MAX_WIDTH / 2, width, height);
}

uint32_t frame_checksum(const CrcTables *tables, const Sequence *sequence, const Frame *frame)
{
    size_t width = (size_t)(sequence->width + 1) / 2;
    uint32_t crc = 0;
    for (int i = 0; i < sequence->height; i++)
        crc = crc_add(tables, crc, frame->luma[i], (size_t)sequence->width);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < (sequence->height + 1) / 2; i++)
            crc = crc_add(tables, crc, frame->chroma[k][i], width);
    }
    return crc;
}
