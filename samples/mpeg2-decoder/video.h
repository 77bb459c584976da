#ifndef MPEG2_VIDEO_H
#define MPEG2_VIDEO_H

#include "checksum.h"
#include "picture.h"

#include <stdio.h>

/* A YUV4MPEG2 file, which players and encoders read. Both return 0 if writing fails. */
int video_begin(FILE *file, const Sequence *sequence);
int video_add(FILE *file, const Sequence *sequence, const Frame *frame);

/* Checksum of what can be seen of a frame: its lines from top to bottom, luma, then chroma. */
uint32_t frame_checksum(const CrcTables *tables, const Sequence *sequence, const Frame *frame);

#endif
