#ifndef MPEG2_SCENE_H
#define MPEG2_SCENE_H

#include "picture.h"

/* A number that looks random and depends on its arguments only. */
uint32_t scene_hash(uint32_t a, uint32_t b, uint32_t c);

void scene_init(void);

/* What is seen at half frame `time`; of an interlaced scene the lower field is half a frame
   later. Fills all macroblocks. */
void scene_draw(Frame *frame, const Sequence *sequence, int time);

#endif
