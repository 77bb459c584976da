#ifndef MPEG2_STAGES_H
#define MPEG2_STAGES_H

#include "picture.h"
#include "vlc.h"

/* The three stages of decoding a picture; each works on one row of macroblocks. */

/* Fills the macroblocks of a row from its slices. */
void decode_row(const VlcTables *tables, const PictureHeader *header, int columns,
                MacroblockRow *row);

/* Turns the levels of all coded blocks of a row into samples. */
void transform_row(const Sequence *sequence, const PictureHeader *header, MacroblockRow *row);

/* Predicts row number `r` from the frames before and after and adds its blocks. */
void reconstruct_row(const Sequence *sequence, const MacroblockRow *row, int r,
                     const Frame *past, const Frame *future, FrameRow *to);

/* Decodes the coefficients of one block; `dc` is the predictor of its component. Returns 0 if
   the codes are wrong. */
int decode_intra_block(const VlcTables *tables, const PictureHeader *header, BitReader *bits,
                       int is_chroma, int *dc, int16_t block[64]);
int decode_inter_block(const VlcTables *tables, const PictureHeader *header, BitReader *bits,
                       int16_t block[64]);

/* Inverse DCT in place; the result is within -256..255. */
void idct(int16_t block[64]);

#endif
